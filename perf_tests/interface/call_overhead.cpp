// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a product through cuSPARSE's interface takes more than the C++ call that it makes: of a
// matrix so small that the call is all that takes time. The ways take turns, each in batches whose
// fastest counts.

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

/// The descriptions of one product of each kind.
struct Descriptions {
  cusparseHandle_t handle = nullptr;
  cusparseSpMatDescr_t A = nullptr;
  cusparseDnVecDescr_t x = nullptr, y = nullptr;
  cusparseDnMatDescr_t B = nullptr, C = nullptr;
  double one = 1, zero = 0;

  Descriptions(const UnitMatrix& unit, const Vector<double>& x_values,
               const Vector<double>& y_values, const Dense& B_values, const Dense& C_values) {
    check(cusparseCreate(&handle));
    check(cusparseCreateCsr(&A, size, size, size, unit.offsets.data(), unit.indices.data(),
                            unit.values.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    check(cusparseCreateDnVec(&x, size, x_values.data(), CUDA_R_64F));
    check(cusparseCreateDnVec(&y, size, y_values.data(), CUDA_R_64F));
    for (const auto& [matrix_of, values] : {std::pair(&B, B_values), std::pair(&C, C_values)})
      check(cusparseCreateDnMat(matrix_of, size, columns, size, values.data(), CUDA_R_64F,
                                CUSPARSE_ORDER_COL));
  }
  ~Descriptions() {
    cusparseDestroyDnMat(C);
    cusparseDestroyDnMat(B);
    cusparseDestroyDnVec(y);
    cusparseDestroyDnVec(x);
    cusparseDestroySpMat(A);
    cusparseDestroy(handle);
  }
  Descriptions(const Descriptions&) = delete;
  Descriptions& operator=(const Descriptions&) = delete;

  template <class Function>
  void spmv(const Function& function) {
    check(function(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, A, x, &zero, y, CUDA_R_64F,
                   CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
  }
  template <class Function>
  void spmm(const Function& function) {
    constexpr auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    check(function(handle, none, none, &one, A, B, &zero, C, CUDA_R_64F, CUSPARSE_SPMM_ALG_DEFAULT,
                   nullptr));
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
  const auto spmv_plan = filigree::spmv_plan(exec, Op::none, A);
  const auto spmm_plan = filigree::spmm_plan(exec, Op::none, A);
  Descriptions once(unit, x, y, B, C), planned(unit, x, y, B, C);
  planned.spmv(cusparseSpMV_preprocess);
  planned.spmm(cusparseSpMM_preprocess);

  std::vector<Way> ways{
      {"spmv", "C++, one call", [&] { filigree::spmv(exec, Op::none, 1.0, A, x, 0.0, y); }, 0},
      {"spmv", "cusparseSpMV", [&] { once.spmv(cusparseSpMV); }, 0},
      {"spmv", "C++, plan", [&] { spmv_plan.apply(exec, 1.0, A, x, 0.0, y); }, 2},
      {"spmv", "cusparseSpMV, preprocessed", [&] { planned.spmv(cusparseSpMV); }, 2},
      {"spmm", "C++, one call",
       [&] { filigree::spmm(exec, Op::none, Op::none, 1.0, A, B, 0.0, C); }, 4},
      {"spmm", "cusparseSpMM", [&] { once.spmm(cusparseSpMM); }, 4},
      {"spmm", "C++, plan", [&] { spmm_plan.apply(exec, Op::none, 1.0, A, B, 0.0, C); }, 6},
      {"spmm", "cusparseSpMM, preprocessed", [&] { planned.spmm(cusparseSpMM); }, 6},
  };
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
