// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a product or a solve through cuSPARSE's interface takes more than the C++ call that it
// makes: of a matrix so small that the call is all that takes time. The ways take turns, each in
// batches whose fastest counts.

#include <cusparse.h>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <filigree/filigree.hpp>

#include "contender.hpp"

namespace perf {
namespace {

constexpr std::int64_t size = 64, columns = 4;
constexpr int calls = 200, rounds = 200;

using Dense = Kokkos::View<double**, Kokkos::LayoutLeft, Space>;

void check(cusparseStatus_t status) {
  if (status != CUSPARSE_STATUS_SUCCESS) throw std::runtime_error(cusparseGetErrorString(status));
}

/// The unit matrix.
struct UnitMatrix {
  Kokkos::View<std::int32_t*, Space> offsets{"offsets", size + 1}, indices{"indices", size};
  Vector<double> values{"values", size};

  UnitMatrix() {
    const auto host_offsets = Kokkos::create_mirror_view(offsets);
    const auto host_indices = Kokkos::create_mirror_view(indices);
    for (int row = 0; row < size; ++row) host_offsets(row) = host_indices(row) = row;
    host_offsets(size) = size;
    Kokkos::deep_copy(offsets, host_offsets);
    Kokkos::deep_copy(indices, host_indices);
    Kokkos::deep_copy(values, 1.0);
  }
  Matrix<double> matrix() const { return {size, size, offsets, indices, values}; }
};

/// The descriptions of one product and one solve of each kind. `result` has the unit matrix's
/// pattern.
struct Descriptions {
  static constexpr auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  cusparseHandle_t handle = nullptr;
  cusparseSpMatDescr_t A = nullptr, result = nullptr;
  cusparseDnVecDescr_t x = nullptr, y = nullptr;
  cusparseDnMatDescr_t B = nullptr, C = nullptr;
  cusparseSpSVDescr_t vector_solve = nullptr;
  cusparseSpSMDescr_t matrix_solve = nullptr;
  cusparseSpGEMMDescr_t square = nullptr;
  std::vector<Kokkos::View<std::byte*, Space>> buffers;
  double one = 1, zero = 0;

  Descriptions(const UnitMatrix& unit, const UnitMatrix& of_result, const Vector<double>& x_values,
               const Vector<double>& y_values, const Dense& B_values, const Dense& C_values) {
    check(cusparseCreate(&handle));
    for (const auto& [matrix_of, arrays] : {std::pair(&A, &unit), std::pair(&result, &of_result)})
      check(cusparseCreateCsr(matrix_of, size, size, size, arrays->offsets.data(),
                              arrays->indices.data(), arrays->values.data(), CUSPARSE_INDEX_32I,
                              CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    check(cusparseCreateDnVec(&x, size, x_values.data(), CUDA_R_64F));
    check(cusparseCreateDnVec(&y, size, y_values.data(), CUDA_R_64F));
    for (const auto& [matrix_of, values] : {std::pair(&B, B_values), std::pair(&C, C_values)})
      check(cusparseCreateDnMat(matrix_of, size, columns, size, values.data(), CUDA_R_64F,
                                CUSPARSE_ORDER_COL));
    check(cusparseSpSV_createDescr(&vector_solve));
    check(cusparseSpSM_createDescr(&matrix_solve));
    check(cusparseSpGEMM_createDescr(&square));
  }
  ~Descriptions() {
    cusparseSpGEMM_destroyDescr(square);
    cusparseSpSM_destroyDescr(matrix_solve);
    cusparseSpSV_destroyDescr(vector_solve);
    cusparseDestroyDnMat(C);
    cusparseDestroyDnMat(B);
    cusparseDestroyDnVec(y);
    cusparseDestroyDnVec(x);
    cusparseDestroySpMat(result);
    cusparseDestroySpMat(A);
    cusparseDestroy(handle);
  }
  Descriptions(const Descriptions&) = delete;
  Descriptions& operator=(const Descriptions&) = delete;

  void* buffer(std::size_t bytes) { return buffers.emplace_back("buffer", bytes).data(); }

  template <class Function>
  void spmv(const Function& function) {
    check(function(handle, none, &one, A, x, &zero, y, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT,
                   nullptr));
  }
  template <class Function>
  void spmm(const Function& function) {
    check(function(handle, none, none, &one, A, B, &zero, C, CUDA_R_64F, CUSPARSE_SPMM_ALG_DEFAULT,
                   nullptr));
  }
  template <class Function>
  void sddmm(const Function& function) {
    check(function(handle, none, CUSPARSE_OPERATION_TRANSPOSE, &one, B, C, &zero, result,
                   CUDA_R_64F, CUSPARSE_SDDMM_ALG_DEFAULT, nullptr));
  }
  template <class Function, class... Last>
  void spsv(const Function& function, Last... last) {
    check(function(handle, none, &one, A, x, y, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, vector_solve,
                   last...));
  }
  template <class Function, class... Last>
  void spsm(const Function& function, Last... last) {
    check(function(handle, none, none, &one, A, B, C, CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT,
                   matrix_solve, last...));
  }
  void spgemm() {
    check(cusparseSpGEMMreuse_compute(handle, none, none, &one, A, A, &zero, result, CUDA_R_64F,
                                      CUSPARSE_SPGEMM_DEFAULT, square));
  }

  void prepare() {
    spmv(cusparseSpMV_preprocess);
    spmm(cusparseSpMM_preprocess);
    sddmm(cusparseSDDMM_preprocess);
    std::size_t bytes[5] = {};
    spsv(cusparseSpSV_bufferSize, &bytes[0]);
    spsv(cusparseSpSV_analysis, buffer(bytes[0]));
    spsm(cusparseSpSM_bufferSize, &bytes[0]);
    spsm(cusparseSpSM_analysis, buffer(bytes[0]));
    const auto call = [&](const auto& function, auto... last) {
      check(function(handle, none, none, A, A, result, CUSPARSE_SPGEMM_DEFAULT, square, last...));
    };
    call(cusparseSpGEMMreuse_workEstimation, &bytes[0], nullptr);
    call(cusparseSpGEMMreuse_workEstimation, &bytes[0], buffer(bytes[0]));
    call(cusparseSpGEMMreuse_nnz, &bytes[1], nullptr, &bytes[2], nullptr, &bytes[3], nullptr);
    call(cusparseSpGEMMreuse_nnz, &bytes[1], buffer(bytes[1]), &bytes[2], buffer(bytes[2]),
         &bytes[3], buffer(bytes[3]));
    call(cusparseSpGEMMreuse_copy, &bytes[4], nullptr);
    call(cusparseSpGEMMreuse_copy, &bytes[4], buffer(bytes[4]));
  }
};

struct Way {
  std::string product, name;
  std::function<void()> run;
  std::size_t base;  ///< the place of the C++ call that it makes
  double microseconds = 1e30;
};

void measure(const Exec& exec, std::vector<Way>& ways) {
  for (int round = 0; round < rounds; ++round)
    for (Way& way : ways) {
      exec.fence();
      const Kokkos::Timer timer;
      for (int call = 0; call < calls; ++call) way.run();
      way.microseconds = std::min(way.microseconds, timer.seconds() / calls * 1e6);
      exec.fence();
    }
}

int run(int, char**) {
  // Plans are made by _preprocess alone, so that each way stays what it is called.
  setenv("FILIGREE_CUSPARSE_PLAN_AFTER", "0", 1);
  const Exec exec;
  const UnitMatrix unit;
  const Matrix<double> A = unit.matrix();
  const Vector<double> x("x", size), y("y", size);
  const Dense B("B", size, columns), C("C", size, columns);
  using filigree::Op;
  const UnitMatrix of_result, of_once, of_planned;
  const Matrix<double> result = of_result.matrix();
  const auto spmv_plan = filigree::spmv_plan(exec, Op::none, A);
  const auto spmm_plan = filigree::spmm_plan(exec, Op::none, A);
  const auto sddmm_plan = filigree::sddmm_plan(exec, result);
  const auto solve_plan =
      filigree::triangular_solve_plan(exec, Op::none, A, {.fill = filigree::FillMode::lower});
  const auto spgemm_plan = filigree::spgemm_plan(exec, A, A);
  const auto square = spgemm_plan.make_result(exec);
  const Kokkos::View<std::byte*, Space> workspace("workspace",
                                                  solve_plan.workspace_bytes(exec, C) + 1);
  Descriptions once(unit, of_once, x, y, B, C), planned(unit, of_planned, x, y, B, C);
  planned.prepare();

  std::vector<Way> ways;
  std::size_t base = 0;
  const auto add = [&](const char* product, const char* name, std::function<void()> call) {
    ways.push_back({product, name, std::move(call), base});
  };
  // A C++ call and the call of cuSPARSE's interface that makes it.
  const auto add_pair = [&](const char* product, const char* name, std::function<void()> cxx,
                            const char* interface_name, std::function<void()> call) {
    base = ways.size();
    add(product, name, std::move(cxx));
    add(product, interface_name, std::move(call));
  };
  add_pair(
      "spmv", "C++, one call", [&] { filigree::spmv(exec, Op::none, 1.0, A, x, 0.0, y); },
      "cusparseSpMV", [&] { once.spmv(cusparseSpMV); });
  add_pair(
      "spmv", "C++, plan", [&] { spmv_plan.apply(exec, 1.0, A, x, 0.0, y); },
      "cusparseSpMV, preprocessed", [&] { planned.spmv(cusparseSpMV); });
  add_pair(
      "spmm", "C++, one call", [&] { filigree::spmm(exec, Op::none, Op::none, 1.0, A, B, 0.0, C); },
      "cusparseSpMM", [&] { once.spmm(cusparseSpMM); });
  add_pair(
      "spmm", "C++, plan", [&] { spmm_plan.apply(exec, Op::none, 1.0, A, B, 0.0, C); },
      "cusparseSpMM, preprocessed", [&] { planned.spmm(cusparseSpMM); });
  add_pair(
      "sddmm", "C++, one call",
      [&] { filigree::sddmm(exec, Op::none, Op::transpose, 1.0, B, C, 0.0, result); },
      "cusparseSDDMM", [&] { once.sddmm(cusparseSDDMM); });
  add_pair(
      "sddmm", "C++, plan",
      [&] { sddmm_plan.apply(exec, Op::none, Op::transpose, 1.0, B, C, 0.0, result); },
      "cusparseSDDMM, preprocessed", [&] { planned.sddmm(cusparseSDDMM); });
  add_pair(
      "spsv", "C++, plan", [&] { solve_plan.apply(exec, 1.0, A, x, y, {}, workspace); },
      "cusparseSpSV_solve", [&] { planned.spsv(cusparseSpSV_solve); });
  add_pair(
      "spsm", "C++, plan", [&] { solve_plan.apply(exec, 1.0, A, B, C, {}, workspace); },
      "cusparseSpSM_solve", [&] { planned.spsm(cusparseSpSM_solve); });
  add_pair(
      "spgemm", "C++, plan", [&] { spgemm_plan.apply(exec, 1.0, A, A, square); },
      "cusparseSpGEMMreuse_compute", [&] { planned.spgemm(); });
  measure(exec, ways);
  std::printf("%s, %lld rows, %d calls, the fastest of %d batches\n", Exec::name(),
              static_cast<long long>(size), calls, rounds);
  for (const Way& way : ways)
    std::printf("%-5s %-28s %8.3f us  %+8.3f us\n", way.product.c_str(), way.name.c_str(),
                way.microseconds, way.microseconds - ways[way.base].microseconds);
  return 0;
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  try {
    return perf::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
