// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>
#include <string>

#include <filigree/detail/allocate.hpp>

#include <cusparselt/compact.hpp>

/// Plans, products, and the search for the fastest kernel.

namespace filigree::cusparselt {
namespace {

constexpr std::string_view split_prefix = "structured_matmul_wgmma_split";

/// In how many parts a kernel sums k.
int parts_of(std::string_view kernel) {
  int parts = 1;
  if (kernel.substr(0, split_prefix.size()) == split_prefix)
    std::from_chars(kernel.data() + split_prefix.size(), kernel.data() + kernel.size(), parts);
  return parts;
}

/// The kernel that a selection's attributes ask for; empty: the library's choice. Parts of k are a
/// hint: where no kernel sums in so many, they do not count.
std::string_view kernel_of(const Product& product, const Selection& selection) {
  if (selection.config == 0 && selection.split_k <= 1) return {};
  const auto kernels = kernels_of(product);
  if (selection.config > 0 && std::size_t(selection.config) < kernels.size())
    return kernels[std::size_t(selection.config)];
  for (const std::string_view kernel : kernels)
    if (selection.split_k > 1 && parts_of(kernel) == selection.split_k) return kernel;
  return {};
}

/// Biases are of C's type, those of int8 products float.
bool converts_bias(const Product& product) {
  return product.bias != nullptr && product.A.type != CUDA_R_8I && product.C.type != CUDA_R_32F;
}

std::int64_t bias_length(const Product& product) {
  return product.D.rows + (stored_batch(product.D) - 1) * product.bias_stride;
}

std::size_t aligned(std::size_t bytes) { return (bytes + 511) / 512 * 512; }

/// The parts of a product's workspace, one after the other.
struct WorkspaceSizes {
  std::size_t operand = 0;  ///< the structured one in the library's layout
  std::size_t bias = 0;     ///< as floats
  std::size_t kernel = 0;

  std::size_t needed() const { return operand + bias; }
  std::size_t all() const { return needed() + kernel; }
};

CompressedSizes sizes_of(const Product& product) {
  return compressed_sizes(product.structured(),
                          direction_of(product.structured_is_a(), product.structured_op()));
}

WorkspaceSizes workspace_sizes(const Product& product, std::size_t of_kernel) {
  WorkspaceSizes sizes;
  sizes.operand = aligned(std::size_t(sizes_of(product).expanded_bytes()));
  if (converts_bias(product))
    sizes.bias = aligned(sizeof(float) * std::size_t(bias_length(product)));
  sizes.kernel = of_kernel;
  return sizes;
}

/// What the plan's kernel, or the library's choice, needs.
std::size_t kernel_workspace(const Product& product, std::string_view kernel) {
  const auto arguments = detail::structured_arguments(shapes_of(product, {}));
  if (kernel.empty())
    target_of(nullptr).visit([&](const auto& exec) {
      visit_product(product, [&](auto types) {
        using Types = decltype(types);
        kernel = detail::select_structured_matmul<std::remove_cvref_t<decltype(exec)>,
                                                  typename Types::In, typename Types::Out>(
                     exec, arguments, {.workspace_bytes = std::numeric_limits<std::size_t>::max()})
                     .name;
      });
    });
  return detail::structured_workspace_bytes(kernel, arguments);
}

void set_kernel(Plan& plan, std::string_view kernel) {
  plan.kernel = kernel.data();
  plan.kernel_length = kernel.size();
  plan.kernel_workspace = kernel_workspace(plan.product, kernel);
}

template <class T>
struct ToFloat {
  const T* from;
  float* to;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { to[i] = static_cast<float>(from[i]); }
};

void convert_bias(const runtime::Target& target, const Product& product, float* to) {
  visit_entry(product.C.type, [&](auto entry) {
    using T = typename decltype(entry)::type;
    target.visit([&](const auto& exec) {
      using Exec = std::remove_cvref_t<decltype(exec)>;
      Kokkos::parallel_for(
          "filigree::cusparselt::bias",
          Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, bias_length(product)),
          ToFloat<T>{static_cast<const T*>(product.bias), to});
    });
  });
}

/// A product with its pointers, ready to run by any kernel.
class PreparedProduct {
 public:
  /// Brings operand and bias into the form that kernels take. Without a workspace there must be
  /// nothing to bring.
  PreparedProduct(const char* call, const Product& product, Pointers pointers, std::byte* workspace,
                  const runtime::Target& target)
      : product_(product), target_(target) {
    const WorkspaceSizes sizes = workspace_sizes(product, 0);
    check(sizes.needed() == 0 || workspace != nullptr, call, "workspace", "null pointer",
          "memory of the size that cusparseLtMatmulGetWorkspace says");
    pointers.padded = product.structured_is_a() ? pointers.A : pointers.B;
    if (sizes.operand != 0) {
      expand(target, product.structured().type, sizes_of(product), pointers.padded, workspace);
      pointers.padded = workspace;
    }
    pointers.bias = static_cast<const float*>(product.bias);
    if (sizes.bias != 0) {
      auto* const bias = reinterpret_cast<float*>(workspace + sizes.operand);
      convert_bias(target, product, bias);
      pointers.bias = bias;
    }
    if (workspace != nullptr) kernel_memory_ = workspace + sizes.needed();
    const auto shapes = shapes_of(product, pointers);
    arguments_ = detail::structured_arguments(shapes);
    const auto is_narrow = [](cudaDataType type) { return type == CUDA_R_8F_E4M3; };
    scales_ =
        detail::structured_scales(shapes, is_narrow(product.A.type), is_narrow(product.D.type));
  }

  std::size_t kernel_bytes(std::string_view kernel) const {
    return detail::structured_workspace_bytes(kernel, arguments_);
  }

  /// By a kernel, with so many bytes behind the workspace's other parts; empty: the library's
  /// choice.
  void run(std::string_view kernel, std::size_t bytes) const {
    const bool has_factors = scales_.any();
    visit([&](const auto& exec, auto types) {
      using Types = decltype(types);
      detail::run_structured_matmul<std::remove_cvref_t<decltype(exec)>, typename Types::In,
                                    typename Types::Out>(
          exec, arguments_,
          {.kernel = has_factors ? std::string_view{} : kernel,
           .workspace = kernel_memory_,
           .workspace_bytes = kernel_memory_ == nullptr ? 0 : bytes,
           .scales = scales_});
    });
  }

  std::vector<std::string_view> kernels() const {
    std::vector<std::string_view> result;
    visit([&](const auto& exec, auto types) {
      using Types = decltype(types);
      result = detail::structured_kernels<std::remove_cvref_t<decltype(exec)>, typename Types::In,
                                          typename Types::Out>(exec, arguments_);
    });
    return result;
  }

 private:
  template <class F>
  void visit(const F& f) const {
    target_.visit(
        [&](const auto& exec) { visit_product(product_, [&](auto types) { f(exec, types); }); });
  }

  const Product& product_;
  const runtime::Target target_;
  structured::MatmulArguments arguments_{};
  structured::Scales scales_;
  std::byte* kernel_memory_ = nullptr;
};

struct Call {
  const void *alpha, *A, *B, *beta, *C;
  void* D;
  cudaStream_t* streams;
  std::int32_t num_streams;

  /// All work is on the first stream.
  runtime::Target target(const char* call) const {
    check(num_streams >= 0, call, "numStreams", "a negative number", "0 or more");
    check(num_streams == 0 || streams != nullptr, call, "streams", "null pointer",
          "numStreams streams");
    return target_of(num_streams == 0 ? nullptr : streams[0]);
  }

  Pointers pointers(const char* call) const {
    check(alpha != nullptr && beta != nullptr, call, "alpha, beta", "null pointer", "floats");
    check(A != nullptr && B != nullptr && C != nullptr && D != nullptr, call, "d_A, d_B, d_C, d_D",
          "null pointer", "arrays");
    Pointers result;
    result.A = A;
    result.B = B;
    result.C = C;
    result.D = D;
    result.alpha = static_cast<const float*>(alpha);
    result.beta = static_cast<const float*>(beta);
    return result;
  }
};

/// Seconds of the fastest of so many products.
double seconds_of(const PreparedProduct& product, const runtime::Target& target,
                  std::string_view kernel, std::size_t bytes, int iterations) {
  using Clock = std::chrono::steady_clock;
  product.run(kernel, bytes);
  double fastest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < iterations; ++i) {
    target.fence();
    const auto begin = Clock::now();
    product.run(kernel, bytes);
    target.fence();
    fastest = std::min(fastest, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return fastest;
}

/// The plan and its selection get the fastest kernel. Of products with factors there is one.
void search(const char* call, Plan& plan, const Call& arguments) {
  const runtime::Target& target = arguments.target(call);
  Selection& selection =
      read<Selection>(call, "algSelection of plan",
                      reinterpret_cast<cusparseLtMatmulAlgSelection_t*>(plan.selection));
  const Pointers pointers = arguments.pointers(call);
  // The caller's workspace may be null, or too small for some of the kernels.
  std::size_t bytes = 0;
  for (const std::string_view kernel : kernels_of(plan.product))
    bytes = std::max(bytes, kernel_workspace(plan.product, kernel));
  target.visit([&](const auto& exec) {
    using Space = typename std::remove_cvref_t<decltype(exec)>::memory_space;
    const auto memory = detail::allocate<std::byte, Space>(
        call, exec, "filigree::cusparseLtMatmulSearch",
        std::int64_t(workspace_sizes(plan.product, bytes).all()));
    const PreparedProduct product(call, plan.product, pointers, memory.data(), target);
    const auto kernels = product.kernels();
    double fastest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      const double seconds = seconds_of(product, target, kernels[i],
                                        product.kernel_bytes(kernels[i]), selection.iterations);
      if (seconds >= fastest) continue;
      fastest = seconds;
      set_kernel(plan, kernels[i]);
      selection.config = std::int32_t(i);
    }
    selection.num_configs = std::int32_t(kernels.size());
    target.fence();
  });
  selection.split_k = parts_of(plan.kernel_name());
  selection.split_k_mode = selection.split_k > 1 ? CUSPARSELT_SPLIT_K_MODE_TWO_KERNELS
                                                 : CUSPARSELT_SPLIT_K_MODE_ONE_KERNEL;
}

}  // namespace
}  // namespace filigree::cusparselt

using namespace filigree::cusparselt;

cusparseStatus_t cusparseLtMatmulPlanInit(const cusparseLtHandle_t* handle,
                                          cusparseLtMatmulPlan_t* plan,
                                          const cusparseLtMatmulDescriptor_t* product,
                                          const cusparseLtMatmulAlgSelection_t* selection) {
  constexpr const char* call = "cusparseLtMatmulPlanInit";
  return guarded(call, {{"plan", plan}, {"matmulDescr", product}, {"algSelection", selection}},
                 [&] {
                   check_handle(call, handle);
                   Plan made;
                   made.product = read<Product>(call, "matmulDescr", product);
                   const Selection& chosen = read<Selection>(call, "algSelection", selection);
                   // A search writes what it has found where callers look for it.
                   made.selection = const_cast<Selection*>(&chosen);
                   set_kernel(made, kernel_of(made.product, chosen));
                   write(call, "plan", plan, made);
                 });
}

cusparseStatus_t cusparseLtMatmulPlanDestroy(const cusparseLtMatmulPlan_t* plan) {
  constexpr const char* call = "cusparseLtMatmulPlanDestroy";
  return guarded(call, {{"plan", plan}}, [&] { end<Plan>(call, "plan", plan); });
}

cusparseStatus_t cusparseLtMatmulGetWorkspace(const cusparseLtHandle_t* handle,
                                              const cusparseLtMatmulPlan_t* plan, size_t* bytes) {
  constexpr const char* call = "cusparseLtMatmulGetWorkspace";
  return guarded(call, {{"plan", plan}}, [&] {
    check_handle(call, handle);
    check(bytes != nullptr, call, "workspaceSize", "null pointer", "memory for a size");
    const Plan& of = read<Plan>(call, "plan", plan);
    *bytes = workspace_sizes(of.product, of.kernel_workspace).all();
  });
}

cusparseStatus_t cusparseLtMatmul(const cusparseLtHandle_t* handle,
                                  const cusparseLtMatmulPlan_t* plan, const void* alpha,
                                  const void* A, const void* B, const void* beta, const void* C,
                                  void* D, void* workspace, cudaStream_t* streams,
                                  int32_t num_streams) {
  constexpr const char* call = "cusparseLtMatmul";
  return guarded(
      call,
      {{"plan", plan}, {"d_A", A}, {"d_B", B}, {"d_C", C}, {"d_D", D}, {"workspace", workspace}},
      [&] {
        check_handle(call, handle);
        const Plan& of = read<Plan>(call, "plan", plan);
        const Call arguments{alpha, A, B, beta, C, D, streams, num_streams};
        const PreparedProduct product(call, of.product, arguments.pointers(call),
                                      static_cast<std::byte*>(workspace), arguments.target(call));
        product.run(of.kernel_name(), of.kernel_workspace);
      });
}

cusparseStatus_t cusparseLtMatmulSearch(const cusparseLtHandle_t* handle,
                                        cusparseLtMatmulPlan_t* plan, const void* alpha,
                                        const void* A, const void* B, const void* beta,
                                        const void* C, void* D, void* workspace,
                                        cudaStream_t* streams, int32_t num_streams) {
  constexpr const char* call = "cusparseLtMatmulSearch";
  return guarded(
      call,
      {{"plan", plan}, {"d_A", A}, {"d_B", B}, {"d_C", C}, {"d_D", D}, {"workspace", workspace}},
      [&] {
        check_handle(call, handle);
        search(call, read<Plan>(call, "plan", plan),
               {alpha, A, B, beta, C, D, streams, num_streams});
      });
}
