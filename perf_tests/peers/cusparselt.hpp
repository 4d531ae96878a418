// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cusparseLt.h>
#include <dlfcn.h>

#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "contender.hpp"
#include "harness.hpp"

/// cuSPARSELt, loaded at run time: several versions can take part in one run (0.8 to 0.10 share
/// their interface).

namespace perf::cusparselt {

inline void check(cusparseStatus_t status) {
  if (status == CUSPARSE_STATUS_NOT_SUPPORTED) throw NotOffered("cuSPARSELt: not supported");
  if (status != CUSPARSE_STATUS_SUCCESS)
    throw std::runtime_error("cuSPARSELt: status " + std::to_string(int(status)));
}

/// One loaded library with a handle; it may be Filigree's of that name.
struct Library {
  bool is_filigree = false;
  std::string version;  ///< empty where it could not be loaded
  std::string problem;  ///< then why
  std::shared_ptr<cusparseLtHandle_t> handle = std::make_shared<cusparseLtHandle_t>();
  decltype(&cusparseLtInit) init = nullptr;
  decltype(&cusparseLtGetVersion) get_version = nullptr;
  decltype(&cusparseLtStructuredDescriptorInit) describe_structured = nullptr;
  decltype(&cusparseLtDenseDescriptorInit) describe_dense = nullptr;
  decltype(&cusparseLtMatmulDescriptorInit) describe_product = nullptr;
  decltype(&cusparseLtMatmulAlgSelectionInit) select = nullptr;
  decltype(&cusparseLtMatmulPlanInit) plan = nullptr;
  decltype(&cusparseLtSpMMACompressedSize) compressed_size = nullptr;
  decltype(&cusparseLtSpMMACompress) compress = nullptr;
  decltype(&cusparseLtMatmulSearch) search = nullptr;
  decltype(&cusparseLtMatmulGetWorkspace) workspace = nullptr;
  decltype(&cusparseLtMatmul) matmul = nullptr;

  explicit Library(std::string path) : is_filigree(take_filigree(path)) {
    // Local, so that two versions do not see each other's symbols. It stays loaded.
    void* const loaded = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (loaded == nullptr) {
      problem = dlerror();
      return;
    }
    bool complete = true;
    const auto need = [&](auto& function, const char* symbol) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(loaded, symbol));
      complete = complete && function != nullptr;
    };
    need(init, "cusparseLtInit");
    need(get_version, "cusparseLtGetVersion");
    need(describe_structured, "cusparseLtStructuredDescriptorInit");
    need(describe_dense, "cusparseLtDenseDescriptorInit");
    need(describe_product, "cusparseLtMatmulDescriptorInit");
    need(select, "cusparseLtMatmulAlgSelectionInit");
    need(plan, "cusparseLtMatmulPlanInit");
    need(compressed_size, "cusparseLtSpMMACompressedSize");
    need(compress, "cusparseLtSpMMACompress");
    need(search, "cusparseLtMatmulSearch");
    need(workspace, "cusparseLtMatmulGetWorkspace");
    need(matmul, "cusparseLtMatmul");
    int number = 0;
    if (!complete || init(handle.get()) != CUSPARSE_STATUS_SUCCESS ||
        get_version(handle.get(), &number) != CUSPARSE_STATUS_SUCCESS)
      problem = path + " lacks functions, or does not run on this device";
    else
      version = "0." + std::to_string(number / 100) + "." + std::to_string(number % 100);
  }

  std::string name() const { return is_filigree ? "filigree" : "cuSPARSELt " + version; }
  /// The name of a way of the library's.
  std::string way(const std::string& of) const { return is_filigree ? "cusparselt_" + of : of; }
};

inline std::string& chosen() {
  static std::string paths = "libcusparseLt.so.0";
  return paths;
}
inline void choose(const std::string& paths) { chosen() = paths; }

/// The libraries of the run that could be loaded; a word about the others.
inline const std::vector<Library>& libraries() {
  static const std::vector<Library> all = [] {
    std::vector<Library> list;
    const std::string& paths = chosen();
    for (std::size_t begin = 0; begin < paths.size();) {
      const std::size_t end = std::min(paths.find(':', begin), paths.size());
      Library library(paths.substr(begin, end - begin));
      if (library.version.empty())
        std::fprintf(stderr, "cuSPARSELt is left out: %s\n", library.problem.c_str());
      else
        list.push_back(std::move(library));
      begin = end + 1;
    }
    return list;
  }();
  return all;
}

template <class T>
constexpr cudaDataType data_type() {
  if constexpr (std::is_same_v<T, filigree::half>) return CUDA_R_16F;
  if constexpr (std::is_same_v<T, filigree::bfloat16>) return CUDA_R_16BF;
  if constexpr (std::is_same_v<T, float>) return CUDA_R_32F;
  if constexpr (std::is_same_v<T, std::int8_t>) return CUDA_R_8I;
  if constexpr (std::is_same_v<T, std::int32_t>) return CUDA_R_32I;
  if constexpr (std::is_same_v<T, filigree::float8_e4m3>) return CUDA_R_8F_E4M3;
  return CUDA_R_8F_E5M2;
}

/// What a plan points to stays where it is.
struct State {
  cusparseLtMatDescriptor_t A, B, D;
  cusparseLtMatmulDescriptor_t product;
  cusparseLtMatmulAlgSelection_t selection;
  cusparseLtMatmulPlan_t plan;
  Kokkos::View<std::byte*, Space> compressed, workspace;
  cudaStream_t stream;
};

/// The product after the library's search. `transposed`: A is given as its transpose, column-major,
/// which is the row-major A.
template <class Product>
Contender prepare(const Library& library, const Product& product, bool transposed) {
  using In = typename Product::In;
  constexpr auto column_major = CUSPARSE_ORDER_COL;
  const auto [m, n, k] = product.sizes;
  const cusparseLtHandle_t* const handle = library.handle.get();
  const auto state = std::make_shared<State>();
  state->stream = product.exec.cuda_stream();
  const Kokkos::View<In**, Kokkos::LayoutLeft, Space> copy("A", transposed ? 0 : m,
                                                           transposed ? 0 : k);
  if (!transposed) Kokkos::deep_copy(product.exec, copy, product.pruned);
  const In* const a = transposed ? product.pruned.data() : copy.data();
  check(library.describe_structured(handle, &state->A, transposed ? k : m, transposed ? m : k,
                                    transposed ? k : m, 16, data_type<In>(), column_major,
                                    CUSPARSELT_SPARSITY_50_PERCENT));
  check(library.describe_dense(handle, &state->B, k, n, k, 16, data_type<In>(), column_major));
  check(library.describe_dense(handle, &state->D, m, n, m, 16, data_type<typename Product::Out>(),
                               column_major));
  check(library.describe_product(
      handle, &state->product,
      transposed ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE,
      CUSPARSE_OPERATION_NON_TRANSPOSE, &state->A, &state->B, &state->D, &state->D,
      std::is_same_v<In, std::int8_t> ? CUSPARSE_COMPUTE_32I : CUSPARSE_COMPUTE_32F));
  check(library.select(handle, &state->selection, &state->product, CUSPARSELT_MATMUL_ALG_DEFAULT));
  check(library.plan(handle, &state->plan, &state->product, &state->selection));
  std::size_t size = 0, buffer_size = 0;
  check(library.compressed_size(handle, &state->plan, &size, &buffer_size));
  state->compressed = Kokkos::View<std::byte*, Space>("compressed", size);
  const Kokkos::View<std::byte*, Space> buffer("buffer", buffer_size);
  check(library.compress(handle, &state->plan, a, state->compressed.data(), buffer.data(),
                         state->stream));
  const auto run = [state, product, &library](auto function, auto... streams) {
    const float beta = 0;
    return function(library.handle.get(), &state->plan, &product.alpha, state->compressed.data(),
                    product.B.data(), &beta, product.D.data(), product.D.data(),
                    state->workspace.data(), streams...);
  };
  state->workspace = Kokkos::View<std::byte*, Space>("workspace", std::size_t(256) << 20);
  check(run(library.search, &state->stream, 1));
  check(library.workspace(handle, &state->plan, &size));
  state->workspace = Kokkos::View<std::byte*, Space>("workspace", size);
  return {[=, &library] { check(run(library.matmul, &state->stream, 1)); }, "after its search"};
}

}  // namespace perf::cusparselt
