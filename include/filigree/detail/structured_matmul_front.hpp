// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/detail/spmm_arguments.hpp>
#include <filigree/detail/structured_front.hpp>
#include <filigree/spmm_options.hpp>

/// What stands between the public calls of structured_matmul.hpp and the compiled library.

namespace filigree::detail {

template <class T, class... Types>
inline constexpr bool is_one_of = (std::is_same_v<T, Types> || ...);

/// The types of A and B, and of C and D, that there are products for.
template <class In, class Out>
inline constexpr bool structured_product_types =
    (is_one_of<In, float16, bfloat16> && is_one_of<Out, In, float>) ||
    (std::is_same_v<In, float> && std::is_same_v<Out, float>) ||
    (std::is_same_v<In, std::int8_t> &&
     is_one_of<Out, std::int8_t, std::int32_t, float16, bfloat16>) ||
    (is_one_of<In, float8_e4m3, float8_e5m2, float4_e2m1> &&
     is_one_of<Out, In, float16, bfloat16, float>);

/// The types whose matrices may have factors.
template <class T>
inline constexpr bool is_narrow = is_one_of<T, float8_e4m3, float4_e2m1>;

/// structured_supports_scale of types that are narrow or not.
constexpr bool takes_scale(ScaledOperand operand, ScaleMode mode, bool narrow_in, bool narrow_out) {
  if (mode == ScaleMode::none) return true;
  if (!narrow_in) return false;
  if (mode == ScaleMode::scalar) return operand != ScaledOperand::d_out;
  if (operand == ScaledOperand::c || operand == ScaledOperand::d_out) return narrow_out;
  return operand != ScaledOperand::d;
}

/// What the overloads without C take in C's place.
template <class T>
inline constexpr bool is_structured_epilogue = false;
template <class MemorySpace>
inline constexpr bool is_structured_epilogue<StructuredEpilogue<MemorySpace>> = true;

template <class Argument>
using structured_operand_t = std::remove_const_t<typename Argument::value_type>;

// --- arguments -----------------------------------------------------------------------------------

struct StructuredMatmulShapes {
  Side side = Side::left;  ///< where the structured operand stands
  Op op_a = Op::none;
  Op op_b = Op::none;
  StructuredShape structured;
  DenseShape dense;
  bool has_c = false;
  DenseShape C;
  DenseShape D;
  structured::Epilogue epilogue;  ///< with its pointers
  structured::Scales scales;      ///< with its pointers; a and b those of A and B
  ScaleMode d_mode = ScaleMode::none;
  GroupDirection scale_direction = GroupDirection::along_rows;  ///< of C and D
  /// Lengths of the factors of A, B, C, D, D_out, and of their scalars.
  std::int64_t factor_lengths[5] = {};
  std::int64_t scalar_lengths[4] = {};
  /// Lengths of what the epilogue's pointers point to.
  std::int64_t alpha_length = 0;
  std::int64_t beta_length = 0;
  std::int64_t bias_length = 0;
};

/// The normalised product. Throws invalid_value unless sizes, batches, direction and epilogue agree
/// and D's entries are apart from each other and from all that is read (but C may be D).
FILIGREE_EXPORT structured::MatmulArguments structured_arguments(
    const StructuredMatmulShapes& shapes);
/// The normalised factors, where A and B, and D, are narrow or not. Throws not_supported where they
/// are of a mode that there is not for the types; invalid_value where lengths do not agree or
/// factors share memory with what is written.
FILIGREE_EXPORT structured::Scales structured_scales(const StructuredMatmulShapes& shapes,
                                                     bool narrow_in, bool narrow_out);

template <class Exec, class A, class B, class D>
constexpr bool check_structured_matmul_types() {
  static_assert(check_structured_argument<Exec, A>() && check_structured_argument<Exec, B>() &&
                check_structured_argument<Exec, D>());
  static_assert(is_structured_matrix<A> != is_structured_matrix<B>,
                "one of A and B is a StructuredMatrix, the other a Kokkos View of rank 2, or of "
                "rank 3 for a batch, or a PackedMatrix");
  static_assert(std::is_same_v<structured_operand_t<A>, structured_operand_t<B>>,
                "A and B have one scalar type");
  static_assert(structured_product_types<structured_operand_t<A>, structured_operand_t<D>>,
                "structured_matmul does not take these scalar types: see structured_supports");
  static_assert(!std::is_const_v<typename D::value_type>, "the result cannot be a View of const");
  return true;
}

/// Shapes and pointers of the operands, without C.
template <class Exec, class A, class B, class D>
StructuredMatmulShapes structured_matmul_shapes(Op op_a, Op op_b, const A& a, const B& b,
                                                const D& d) {
  static_assert(check_structured_matmul_types<Exec, A, B, D>());
  StructuredMatmulShapes shapes;
  shapes.op_a = op_a;
  shapes.op_b = op_b;
  if constexpr (is_structured_matrix<A>) {
    shapes.structured = structured_shape(a);
    shapes.dense = dense_shape(b);
  } else {
    shapes.side = Side::right;
    shapes.structured = structured_shape(b);
    shapes.dense = dense_shape(a);
  }
  shapes.D = dense_shape(d);
  return shapes;
}

template <class Exec, class C, class D>
void set_structured_c(StructuredMatmulShapes& shapes, const C& c, const D&) {
  static_assert(check_structured_argument<Exec, C>());
  static_assert(std::is_same_v<structured_operand_t<C>, structured_operand_t<D>>,
                "C and D have one scalar type");
  if constexpr (!is_packed_matrix<D>)
    static_assert(C::rank() == D::rank(), "C and D have one rank");
  shapes.has_c = true;
  shapes.C = dense_shape(c);
}

/// alpha or beta: the factors of channels where there are any, else a scalar in memory, else a
/// value.
struct StructuredFactor {
  float value;
  const float* data;
  bool one;  ///< data is of one entry, for all channels
  std::int64_t length;

  template <class View>
  StructuredFactor(const ScalarArgument<float>& scalar, const View& of_channels)
      : value(scalar.host_value()),
        data(of_channels.data() != nullptr ? of_channels.data() : scalar.device_pointer()),
        one(of_channels.data() == nullptr && data != nullptr),
        length(one ? 1 : std::int64_t(of_channels.extent(0))) {}
};

template <class MemorySpace>
void set_structured_epilogue(StructuredMatmulShapes& shapes, const ScalarArgument<float>& alpha,
                             const ScalarArgument<float>& beta,
                             const StructuredEpilogue<MemorySpace>& epilogue) {
  const StructuredFactor alphas(alpha, epilogue.alpha), betas(beta, epilogue.beta);
  shapes.alpha_length = alphas.length;
  shapes.beta_length = betas.length;
  shapes.bias_length = std::int64_t(epilogue.bias.extent(0));
  shapes.epilogue = {.alpha = alphas.value,
                     .beta = betas.value,
                     .alpha_of_channel = alphas.data,
                     .beta_of_channel = betas.data,
                     .one_alpha = alphas.one,
                     .one_beta = betas.one,
                     .bias = epilogue.bias.data(),
                     .bias_stride = epilogue.bias_stride,
                     .activation = epilogue.activation,
                     .relu_threshold = epilogue.relu_threshold,
                     .relu_bound = epilogue.relu_bound,
                     .gelu_scale = epilogue.gelu_scale,
                     .scale = epilogue.scale,
                     .channel_is_col = shapes.side == Side::right};
  const auto& scales = epilogue.scales;
  shapes.scale_direction = scales.direction;
  const StructuredScale<MemorySpace>* const read[4] = {&scales.a, &scales.b, &scales.c, &scales.d};
  for (int i = 0; i < 4; ++i) {
    shapes.factor_lengths[i] = std::int64_t(read[i]->factors.extent(0));
    shapes.scalar_lengths[i] = std::int64_t(read[i]->scalar.extent(0));
  }
  shapes.factor_lengths[4] = std::int64_t(scales.d_out.factors.extent(0));
  const auto plain = [](const StructuredScale<MemorySpace>& scale) {
    return structured::Scale{scale.mode, scale.scalar.data(), scale.factors.data()};
  };
  shapes.scales.a = plain(scales.a);
  shapes.scales.b = plain(scales.b);
  shapes.scales.c = plain(scales.c);
  shapes.d_mode = scales.d.mode;
  shapes.scales.d_scalar = scales.d.scalar.data();
  shapes.scales.d_out_mode = scales.d_out.mode;
  shapes.scales.d_out = scales.d_out.factors.data();
}

// --- products ------------------------------------------------------------------------------------

/// How a product is to be run.
struct StructuredRun {
  Backend backend = Backend::automatic;
  std::string_view kernel = {};  ///< asked for by name
  void* workspace = nullptr;
  std::size_t workspace_bytes = 0;  ///< 0: none
  structured::Scales scales = {};
};

template <class Exec, class In, class Out>
FILIGREE_EXPORT KernelId run_structured_matmul(const Exec& exec,
                                               const structured::MatmulArguments& arguments,
                                               const StructuredRun& run);

template <class In, class Out, class Exec>
KernelId run_structured_once(const Exec& exec, const StructuredMatmulShapes& shapes,
                             const StructuredMatmulOptions& options) {
  const auto arguments = structured_arguments(shapes);
  return run_structured_matmul<Exec, In, Out>(
      exec, arguments,
      {.backend = options.backend,
       .kernel = options.kernel,
       .scales = structured_scales(shapes, is_narrow<In>, is_narrow<Out>)});
}

/// The kernel that run_structured_matmul would run. Throws as it does.
template <class Exec, class In, class Out>
FILIGREE_EXPORT KernelId select_structured_matmul(const Exec& exec,
                                                  const structured::MatmulArguments& arguments,
                                                  const StructuredRun& run);

/// The workspace that a kernel needs for a product that it takes.
FILIGREE_EXPORT std::size_t structured_workspace_bytes(
    std::string_view kernel, const structured::MatmulArguments& arguments);

/// The names of all kernels that take the product, the library's choice with a workspace first.
template <class Exec, class In, class Out>
FILIGREE_EXPORT std::vector<std::string_view> structured_kernels(
    const Exec& exec, const structured::MatmulArguments& arguments);

// --- plans ---------------------------------------------------------------------------------------

struct StructuredPlanState {
  Op op_a = Op::none;
  Op op_b = Op::none;
  Side side = Side::left;
  structured::MatmulArguments arguments;  ///< sizes and strides count, pointers do not
  Backend backend = Backend::automatic;
  std::string kernel;         ///< asked for by name
  std::string_view selected;  ///< the library's own memory
  std::size_t workspace_bytes = 0;
};

/// Measures the memory's bandwidth at the first call of a process.
template <class Exec, class In, class Out>
FILIGREE_EXPORT StructuredMatmulExplanation explain_structured(const Exec& exec,
                                                               const StructuredPlanState& plan);

/// Throws stale_plan, naming the argument, unless the product has the plan's sizes and strides.
FILIGREE_EXPORT void check_structured_plan(const StructuredPlanState& plan, Side side,
                                           const structured::MatmulArguments& arguments);

}  // namespace filigree::detail
