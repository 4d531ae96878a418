// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cusparse.h>
#include <dlfcn.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "contender.hpp"
#include "harness.hpp"

/// cuSPARSE, loaded at run time: several versions can take part in one run, and SpMVOp takes part
/// where the library has it, whatever the headers of the build were. So can Filigree's library of
/// that name, whose rows are Filigree's.

namespace perf::cusparse {

inline void check(cusparseStatus_t status) {
  if (status == CUSPARSE_STATUS_NOT_SUPPORTED) throw NotOffered("cuSPARSE: not supported");
  if (status != CUSPARSE_STATUS_SUCCESS)
    throw std::runtime_error("cuSPARSE: status " + std::to_string(int(status)));
}

/// The functions of SpMVOp as cuSPARSE 12.9 declares them under CUSPARSE_ENABLE_EXPERIMENTAL_API.
/// Earlier versions either lack them or have other parameters.
struct SpmvOpFunctions {
  using Descr = void*;
  using Plan = void*;
  cusparseStatus_t (*buffer_size)(cusparseHandle_t, cusparseOperation_t, cusparseConstSpMatDescr_t,
                                  cusparseConstDnVecDescr_t, cusparseDnVecDescr_t,
                                  cusparseDnVecDescr_t, cudaDataType, int, std::size_t*) = nullptr;
  cusparseStatus_t (*create_descr)(cusparseHandle_t, Descr*, cusparseOperation_t,
                                   cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                   cusparseDnVecDescr_t, cusparseDnVecDescr_t, cudaDataType, int,
                                   void*) = nullptr;
  cusparseStatus_t (*create_plan)(cusparseHandle_t, Descr, Plan*, const void*,
                                  std::size_t) = nullptr;
  cusparseStatus_t (*apply)(cusparseHandle_t, Plan, const void*, const void*,
                            cusparseConstDnVecDescr_t, cusparseConstDnVecDescr_t,
                            cusparseDnVecDescr_t) = nullptr;
  cusparseStatus_t (*destroy_plan)(Plan) = nullptr;
  cusparseStatus_t (*destroy_descr)(Descr) = nullptr;

  bool complete() const {
    return buffer_size && create_descr && create_plan && apply && destroy_plan && destroy_descr;
  }
};

/// One loaded cuSPARSE.
struct Library {
  bool is_filigree = false;
  std::string version;  ///< empty where it could not be loaded
  std::string problem;  ///< then why
  void* loaded = nullptr;
  decltype(&cusparseCreate) create = nullptr;
  decltype(&cusparseDestroy) destroy = nullptr;
  decltype(&cusparseSetStream) set_stream = nullptr;
  decltype(&cusparseCreateCsr) create_csr = nullptr;
  decltype(&cusparseDestroySpMat) destroy_matrix = nullptr;
  decltype(&cusparseCreateDnVec) create_vector = nullptr;
  decltype(&cusparseDestroyDnVec) destroy_vector = nullptr;
  decltype(&cusparseSpMV_bufferSize) spmv_buffer_size = nullptr;
  decltype(&cusparseSpMV_preprocess) spmv_preprocess = nullptr;
  decltype(&cusparseSpMV) spmv = nullptr;
  SpmvOpFunctions spmvop;
  bool has_spmvop = false;
  /// Other formats; null where the library lacks them.
  decltype(&cusparseCreateSlicedEll) create_sell = nullptr;
  decltype(&cusparseCreateMatDescr) create_description = nullptr;
  decltype(&cusparseDestroyMatDescr) destroy_description = nullptr;
  decltype(&cusparseSbsrmv) sbsrmv = nullptr;
  decltype(&cusparseDbsrmv) dbsrmv = nullptr;

  explicit Library(std::string path) : is_filigree(take_filigree(path)) {
    // Local, so that two versions do not see each other's symbols. It stays loaded: kernels live in
    // it.
    loaded = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (loaded == nullptr) {
      problem = dlerror();
      return;
    }
    try {
      resolve();
    } catch (const std::runtime_error& error) {
      problem = path + " lacks " + error.what();
      version.clear();
    }
  }

  std::string name() const { return is_filigree ? "filigree" : "cuSPARSE " + version; }
  /// The name of a way of the library's.
  std::string way(const std::string& of) const { return is_filigree ? "cusparse_" + of : of; }

 private:
  template <class Function>
  bool find(Function& function, const char* symbol) {
    function = reinterpret_cast<Function>(dlsym(loaded, symbol));
    return function != nullptr;
  }
  template <class Function>
  void need(Function& function, const char* symbol) {
    if (!find(function, symbol)) throw std::runtime_error(symbol);
  }

  void resolve() {
    decltype(&cusparseGetProperty) get_property = nullptr;
    need(get_property, "cusparseGetProperty");
    need(create, "cusparseCreate");
    need(destroy, "cusparseDestroy");
    need(set_stream, "cusparseSetStream");
    need(create_csr, "cusparseCreateCsr");
    need(destroy_matrix, "cusparseDestroySpMat");
    need(create_vector, "cusparseCreateDnVec");
    need(destroy_vector, "cusparseDestroyDnVec");
    need(spmv_buffer_size, "cusparseSpMV_bufferSize");
    need(spmv_preprocess, "cusparseSpMV_preprocess");
    need(spmv, "cusparseSpMV");
    int major = 0, minor = 0, patch = 0;
    check(get_property(MAJOR_VERSION, &major));
    check(get_property(MINOR_VERSION, &minor));
    check(get_property(PATCH_LEVEL, &patch));
    version = std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
    find(spmvop.buffer_size, "cusparseSpMVOp_bufferSize");
    find(spmvop.create_descr, "cusparseSpMVOp_createDescr");
    find(spmvop.create_plan, "cusparseSpMVOp_createPlan");
    find(spmvop.apply, "cusparseSpMVOp");
    find(spmvop.destroy_plan, "cusparseSpMVOp_destroyPlan");
    find(spmvop.destroy_descr, "cusparseSpMVOp_destroyDescr");
    find(create_sell, "cusparseCreateSlicedEll");
    find(create_description, "cusparseCreateMatDescr");
    find(destroy_description, "cusparseDestroyMatDescr");
    find(sbsrmv, "cusparseSbsrmv");
    find(dbsrmv, "cusparseDbsrmv");
    has_spmvop = spmvop.complete() && (major > 12 || (major == 12 && minor >= 9));
  }
};

inline std::string& chosen() {
  static std::string paths = "libcusparse.so.12";
  return paths;
}
inline void choose(const std::string& paths) { chosen() = paths; }

/// The libraries of the run, loaded at the first call.
inline const std::vector<Library>& libraries() {
  static const std::vector<Library> all = [] {
    std::vector<Library> list;
    const std::string& paths = chosen();
    for (std::size_t begin = 0; begin < paths.size();) {
      const std::size_t end = std::min(paths.find(':', begin), paths.size());
      list.emplace_back(paths.substr(begin, end - begin));
      begin = end + 1;
    }
    return list;
  }();
  return all;
}

inline std::vector<Peer> descriptions() {
  std::vector<Peer> peers;
  for (const Library& library : libraries()) {
    if (library.version.empty())
      peers.push_back({"cuSPARSE", "", library.problem});
    else
      peers.push_back({library.name(),
                       library.has_spmvop ? "SpMV, SpMVOp" : "SpMV; SpMVOp left out: 12.9 has it",
                       ""});
  }
  return peers;
}

/// A function of the library.
template <class Function>
Function function_of(const Library& library, const char* symbol) {
  const auto function = reinterpret_cast<Function>(dlsym(library.loaded, symbol));
  if (function == nullptr) throw std::runtime_error(library.name() + " lacks " + symbol);
  return function;
}

/// A handle on a stream.
struct Handle {
  const Library& library;
  cusparseHandle_t handle = nullptr;

  Handle(const Library& from, const Exec& exec) : library(from) {
    check(library.create(&handle));
    check(library.set_stream(handle, exec.cuda_stream()));
  }
  ~Handle() { library.destroy(handle); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
};

/// Describes a matrix to a library.
using CreateMatrix =
    std::function<cusparseStatus_t(const Library&, cusparseSpMatDescr_t*, cudaDataType)>;

template <class Scalar>
CreateMatrix describe_csr(const Matrix<Scalar>& A) {
  return [A](const Library& library, cusparseSpMatDescr_t* matrix, cudaDataType type) {
    return library.create_csr(matrix, A.num_rows(), A.num_cols(), A.nnz(),
                              const_cast<std::int32_t*>(A.row_offsets().data()),
                              const_cast<std::int32_t*>(A.col_indices().data()), A.values().data(),
                              CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                              type);
  };
}

/// Descriptors of one product, the same for SpMV and SpMVOp.
template <class Scalar>
class Descriptors {
 public:
  static constexpr cudaDataType type = std::is_same_v<Scalar, double> ? CUDA_R_64F : CUDA_R_32F;

  Descriptors(const Library& library, const Product<Scalar>& product,
              const CreateMatrix& create_matrix)
      : library_(library), owner_(create_matrix) {
    op = product.transposed() ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
    check(library.create(&handle));
    check(library.set_stream(handle, product.exec.cuda_stream()));
    check(create_matrix(library, &matrix, type));
    check(library.create_vector(&x, std::int64_t(product.x.extent(0)), product.x.data(), type));
    check(library.create_vector(&y, std::int64_t(product.y.extent(0)), product.y.data(), type));
  }
  ~Descriptors() {
    if (spmvop_plan != nullptr) library_.spmvop.destroy_plan(spmvop_plan);
    if (spmvop_descr != nullptr) library_.spmvop.destroy_descr(spmvop_descr);
    if (y != nullptr) library_.destroy_vector(y);
    if (x != nullptr) library_.destroy_vector(x);
    if (matrix != nullptr) library_.destroy_matrix(matrix);
    if (handle != nullptr) library_.destroy(handle);
  }
  Descriptors(const Descriptors&) = delete;
  Descriptors& operator=(const Descriptors&) = delete;

  void allocate(std::size_t bytes) {
    buffer = Kokkos::View<std::byte*, Space>("cusparse_buffer", bytes);
  }

  cusparseHandle_t handle = nullptr;
  cusparseOperation_t op{};
  cusparseSpMatDescr_t matrix = nullptr;
  cusparseDnVecDescr_t x = nullptr, y = nullptr;
  Kokkos::View<std::byte*, Space> buffer;
  SpmvOpFunctions::Descr spmvop_descr = nullptr;
  SpmvOpFunctions::Plan spmvop_plan = nullptr;
  Scalar one = 1, zero = 0;

 private:
  const Library& library_;
  CreateMatrix owner_;  ///< of the arrays that the matrix points to
};

/// So many calls without preprocessing come before the first that is timed, as programs make
/// thousands of them with one description: a library may prepare by itself meanwhile.
inline constexpr int calls_before = 100;

template <class Scalar>
Contender prepare_spmv(const Library& library, const Product<Scalar>& product,
                       cusparseSpMVAlg_t algorithm, const CreateMatrix& create_matrix,
                       bool preprocess = true) {
  const auto d = std::make_shared<Descriptors<Scalar>>(library, product, create_matrix);
  constexpr cudaDataType type = Descriptors<Scalar>::type;
  Contender contender;
  contender.kernel = preprocess ? "cusparseSpMV, preprocessed" : "cusparseSpMV";
  contender.run = [&library, d, product, algorithm] {
    check(library.spmv(d->handle, d->op, &d->one, d->matrix, d->x, &d->zero, d->y, type, algorithm,
                       d->buffer.data()));
  };
  contender.setup_seconds = setup_seconds(product.exec, [&] {
    std::size_t bytes = 0;
    check(library.spmv_buffer_size(d->handle, d->op, &d->one, d->matrix, d->x, &d->zero, d->y, type,
                                   algorithm, &bytes));
    d->allocate(bytes);
    if (preprocess)
      check(library.spmv_preprocess(d->handle, d->op, &d->one, d->matrix, d->x, &d->zero, d->y,
                                    type, algorithm, d->buffer.data()));
    else
      for (int i = 0; i < calls_before; ++i) contender.run();
  });
  return contender;
}

template <class Scalar>
Contender prepare_spmvop(const Library& library, const Product<Scalar>& product, int algorithm) {
  const auto d = std::make_shared<Descriptors<Scalar>>(library, product, describe_csr(product.A));
  constexpr cudaDataType type = Descriptors<Scalar>::type;
  const SpmvOpFunctions& spmvop = library.spmvop;
  Contender contender;
  contender.kernel = "cusparseSpMVOp";
  contender.setup_seconds = setup_seconds(product.exec, [&] {
    std::size_t bytes = 0;
    check(
        spmvop.buffer_size(d->handle, d->op, d->matrix, d->x, d->y, d->y, type, algorithm, &bytes));
    d->allocate(bytes);
    check(spmvop.create_descr(d->handle, &d->spmvop_descr, d->op, d->matrix, d->x, d->y, d->y, type,
                              algorithm, d->buffer.data()));
    // No code of a user's: the result is alpha A x + beta y.
    check(spmvop.create_plan(d->handle, d->spmvop_descr, &d->spmvop_plan, nullptr, 0));
  });
  contender.run = [&library, d, product] {
    check(library.spmvop.apply(d->handle, d->spmvop_plan, &d->one, &d->zero, d->x, d->y, d->y));
  };
  return contender;
}

template <class Scalar>
void add(std::vector<Entrant<Scalar>>& entrants) {
  using filigree::Op;
  for (const Library& library : libraries()) {
    if (library.version.empty()) continue;
    for (const Op op : {Op::none, Op::transpose}) {
      const auto spmv = [&](const char* name, cusparseSpMVAlg_t algorithm, bool preprocess = true) {
        entrants.push_back({library.name(), library.way(name), op,
                            [&library, algorithm, preprocess](const Product<Scalar>& product) {
                              return prepare_spmv(library, product, algorithm,
                                                  describe_csr(product.A), preprocess);
                            }});
      };
      spmv("spmv_default", CUSPARSE_SPMV_ALG_DEFAULT);
      spmv("spmv_unprepared", CUSPARSE_SPMV_ALG_DEFAULT, false);
      if (library.is_filigree) continue;
      spmv("spmv_alg1", CUSPARSE_SPMV_CSR_ALG1);
      spmv("spmv_alg2", CUSPARSE_SPMV_CSR_ALG2);
    }
    if (!library.has_spmvop) continue;
    for (const int algorithm : {1, 2})
      entrants.push_back({library.name(), library.way("spmvop_alg" + std::to_string(algorithm)),
                          Op::none, [&library, algorithm](const Product<Scalar>& product) {
                            return prepare_spmvop(library, product, algorithm);
                          }});
  }
}

}  // namespace perf::cusparse
