// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <filigree/core/error.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/structured_matmul_front.hpp>

#include "spmm/messages.hpp"
#include "structured/messages.hpp"

namespace filigree::detail {
namespace {

constexpr std::string_view operation = "structured_matmul";

/// The operands by their names, as they are after their ops.
struct Operands {
  bool left;  ///< the structured one
  std::string_view structured_name, dense_name;
  bool structured_turned, dense_turned;

  explicit Operands(const StructuredMatmulShapes& shapes)
      : left(shapes.side == Side::left),
        structured_name(left ? "A" : "B"),
        dense_name(left ? "B" : "A"),
        structured_turned((left ? shapes.op_a : shapes.op_b) != Op::none),
        dense_turned((left ? shapes.op_b : shapes.op_a) != Op::none) {}
};

void check_direction(const StructuredMatmulShapes& shapes, const Operands& names) {
  // k runs along the rows of op(A) and along the columns of op(B).
  const auto wanted = names.left == names.structured_turned ? GroupDirection::along_columns
                                                            : GroupDirection::along_rows;
  if (shapes.structured.direction == wanted) return;
  const auto text = [](GroupDirection direction) {
    return direction == GroupDirection::along_rows ? std::string("groups along rows")
                                                   : std::string("groups along columns");
  };
  refuse(operation, names.structured_name, text(shapes.structured.direction),
         text(wanted) + ", so that they lie along k",
         "compress it in that direction, or use another op");
}

/// Sets m, n and k of the product that has the structured matrix on the left.
void set_sizes(const StructuredMatmulShapes& shapes, const Operands& names,
               structured::MatmulArguments& arguments) {
  const StructuredShape& S = shapes.structured;
  const DenseShape& dense = shapes.dense;
  // The lines that groups lie in are rows of the compressed form.
  const bool along_rows = S.direction == GroupDirection::along_rows;
  arguments.m = along_rows ? S.rows : S.cols;
  arguments.k = along_rows ? S.cols : S.rows;
  const bool k_is_rows = names.left != names.dense_turned;
  arguments.n = k_is_rows ? dense.cols : dense.rows;
  arguments.b_stride_k = dense.strides[k_is_rows ? 1 : 2];
  arguments.b_stride_n = dense.strides[k_is_rows ? 2 : 1];
  if ((k_is_rows ? dense.rows : dense.cols) != arguments.k)
    refuse(operation, names.dense_name, size_text(dense.rows, dense.cols),
           std::to_string(arguments.k) + (k_is_rows ? " rows" : " columns") + ", the " +
               (names.left ? "columns of op(A)" : "rows of op(B)"),
           "pass a matrix of that size");
  const std::int64_t rows = names.left ? arguments.m : arguments.n;
  const std::int64_t cols = names.left ? arguments.n : arguments.m;
  if (shapes.D.rows != rows || shapes.D.cols != cols)
    refuse(operation, "D", size_text(shapes.D.rows, shapes.D.cols),
           size_text(rows, cols) + ", the size of the product", "pass a matrix of that size");
  arguments.d_stride_m = shapes.D.strides[names.left ? 1 : 2];
  arguments.d_stride_n = shapes.D.strides[names.left ? 2 : 1];
}

void set_batches(const StructuredMatmulShapes& shapes, const Operands& names,
                 structured::MatmulArguments& arguments) {
  const auto check = [&](std::string_view argument, bool is_batch, std::int64_t count) {
    if (!is_batch) return;
    if (!shapes.D.is_batch)
      refuse(operation, "D", "one matrix",
             "a batch (a View of rank 3), as " + std::string(argument) + " is a batch",
             "pass batch x rows x columns");
    if (count != shapes.D.batch)
      refuse(operation, argument, "a batch of " + std::to_string(count),
             "a batch of " + std::to_string(shapes.D.batch) + ", as D is", "pass as many matrices");
  };
  const bool structured_is_batch = shapes.structured.batch != 1;
  check(names.structured_name, structured_is_batch, shapes.structured.batch);
  check(names.dense_name, shapes.dense.is_batch, shapes.dense.batch);
  arguments.batches = shapes.D.batch;
  arguments.a_batch_bytes = structured_is_batch ? shapes.structured.bytes_of_a_matrix : 0;
  arguments.b_batch_stride = shapes.dense.strides[0];
  arguments.d_batch_stride = shapes.D.strides[0];
}

void check_c(const StructuredMatmulShapes& shapes) {
  const DenseShape &C = shapes.C, &D = shapes.D;
  if (!shapes.has_c) {
    if (shapes.epilogue.beta_of_channel != nullptr)
      refuse(operation, "epilogue.beta", "a factor for each channel, but no C", "a C",
             "pass C, or leave the factors out");
    return;
  }
  if (C.rows != D.rows || C.cols != D.cols)
    refuse(operation, "C", size_text(C.rows, C.cols), size_text(D.rows, D.cols) + ", the size of D",
           "pass a matrix of that size");
  if (C.batch != D.batch)
    refuse(operation, "C", "a batch of " + std::to_string(C.batch),
           "a batch of " + std::to_string(D.batch) + ", as D is", "pass as many matrices");
  if (!same_strides(C, D))
    refuse(operation, "C", "other strides than D's", "D's layout and strides",
           "pass a C that lies in memory as D does, or D itself");
}

void check_epilogue(const StructuredMatmulShapes& shapes) {
  const structured::Epilogue& epilogue = shapes.epilogue;
  const std::int64_t channels = shapes.D.rows, batches = shapes.D.batch;
  constexpr std::string_view meaning = "the channels, rows of D";
  if (epilogue.alpha_of_channel != nullptr && !epilogue.one_alpha)
    check_length(operation, "epilogue.alpha", shapes.alpha_length, channels, meaning);
  if (epilogue.beta_of_channel != nullptr && !epilogue.one_beta)
    check_length(operation, "epilogue.beta", shapes.beta_length, channels, meaning);
  if (epilogue.bias != nullptr) {
    check_at_least(operation, "epilogue.bias_stride", epilogue.bias_stride, 0, "one bias for all");
    const std::int64_t last = checked_product(operation, "epilogue.bias_stride",
                                              epilogue.bias_stride, batches > 1 ? batches - 1 : 0);
    check_at_least(operation, "epilogue.bias", shapes.bias_length, last + channels,
                   "the channels, rows of D, of each matrix");
  }
  const auto check_number = [](std::string_view argument, float value) {
    if (value != value) refuse(operation, argument, "NaN", "a number", "pass a number");
  };
  check_number("epilogue.relu_threshold", epilogue.relu_threshold);
  check_number("epilogue.relu_bound", epilogue.relu_bound);
}

/// visit(argument, data, bytes) for what the epilogue reads.
template <class Visit>
void for_each_epilogue_array(const StructuredMatmulShapes& shapes, const Visit& visit) {
  const structured::Epilogue& epilogue = shapes.epilogue;
  visit(epilogue.one_alpha ? "alpha" : "epilogue.alpha", epilogue.alpha_of_channel,
        4 * shapes.alpha_length);
  visit(epilogue.one_beta ? "beta" : "epilogue.beta", epilogue.beta_of_channel,
        4 * shapes.beta_length);
  visit("epilogue.bias", epilogue.bias, 4 * shapes.bias_length);
}

/// What is read may not change while D is written.
void check_memory(const StructuredMatmulShapes& shapes, const Operands& names) {
  const DenseShape& D = shapes.D;
  const StructuredShape& S = shapes.structured;
  if (D.batch == 0 || D.rows == 0 || D.cols == 0) return;
  check_entries_apart(operation, "D", D);
  const auto apart = [&](std::string_view argument, const void* data, std::int64_t bytes) {
    check_overlap(operation, argument, data, std::size_t(bytes), "D", D.data, D.span_bytes, false);
  };
  apart(names.structured_name, S.bytes, S.batch * S.bytes_of_a_matrix);
  apart(names.dense_name, shapes.dense.data, std::int64_t(shapes.dense.span_bytes));
  if (shapes.has_c && shapes.C.data != D.data)
    apart("C", shapes.C.data, std::int64_t(shapes.C.span_bytes));
  for_each_epilogue_array(shapes, apart);
}

std::string mode_text(ScaleMode mode) {
  switch (mode) {
    case ScaleMode::none:
      return "ScaleMode::none";
    case ScaleMode::scalar:
      return "ScaleMode::scalar";
    case ScaleMode::vec32_ue4m3:
      return "ScaleMode::vec32_ue4m3";
    case ScaleMode::vec64_ue8m0:
      return "ScaleMode::vec64_ue8m0";
  }
  return "no ScaleMode";
}

/// An operand with its factors, as they were passed. Its lines are cut into blocks.
struct ScaledArgument {
  ScaledOperand operand;
  std::string_view name;
  ScaleMode mode;
  std::int64_t lines, length, batches;
  std::int64_t scalar_length, factor_length;

  std::string argument(const char* part = "") const {
    return "epilogue.scales." + std::string(name) + part;
  }
  std::int64_t bytes() const { return scale_bytes(mode, lines, length); }
};

void check_scale(const ScaledArgument& scaled, bool narrow_in, bool narrow_out) {
  if (!takes_scale(scaled.operand, scaled.mode, narrow_in, narrow_out)) {
    const bool is_result = scaled.operand == ScaledOperand::d;
    throw_error(
        Status::not_supported,
        {operation, scaled.argument(".mode"), mode_text(scaled.mode),
         scaled.operand == ScaledOperand::d_out
             ? "ScaleMode::none, or blocks of a D of float8_e4m3 or float4_e2m1"
         : is_result ? "ScaleMode::none or scalar, and A and B of float8_e4m3 or float4_e2m1"
                     : "a mode that structured_supports_scale says is there for these types",
         is_result ? "let scales.d_out find factors of blocks"
                   : "multiply alpha, beta or scale by factors of other types"});
  }
  if (scaled.mode == ScaleMode::scalar)
    check_length(operation, scaled.argument(".scalar"), scaled.scalar_length, 1, "the factor");
  else if (scaled.scalar_length != 0)
    refuse(operation, scaled.argument(".scalar"), "a factor with " + mode_text(scaled.mode),
           "none, or ScaleMode::scalar", "set the mode, or leave the factor out");
  if (scale_block_size(scaled.mode) != 0)
    check_length(
        operation, scaled.argument(".factors"), scaled.factor_length,
        checked_product(operation, scaled.argument(".factors"), scaled.bytes(), scaled.batches),
        "scale_bytes of each matrix");
  else if (scaled.factor_length != 0)
    refuse(operation, scaled.argument(".factors"), "factors with " + mode_text(scaled.mode),
           "none, or a mode with blocks", "set the mode, or leave the factors out");
}

}  // namespace

structured::MatmulArguments structured_arguments(const StructuredMatmulShapes& shapes) {
  const Operands names(shapes);
  structured::MatmulArguments arguments{};
  check_direction(shapes, names);
  set_sizes(shapes, names, arguments);
  set_batches(shapes, names, arguments);
  check_c(shapes);
  check_epilogue(shapes);
  check_memory(shapes, names);
  arguments.kind = shapes.structured.kind;
  arguments.a = shapes.structured.bytes;
  arguments.b = shapes.dense.data;
  arguments.c = shapes.has_c ? shapes.C.data : nullptr;
  arguments.d = const_cast<void*>(shapes.D.data);
  arguments.epilogue = shapes.epilogue;
  return arguments;
}

structured::Scales structured_scales(const StructuredMatmulShapes& shapes, bool narrow_in,
                                     bool narrow_out) {
  const bool left = shapes.side == Side::left;
  const DenseShape& D = shapes.D;
  const StructuredShape& S = shapes.structured;
  const bool lines_are_rows = shapes.scale_direction == GroupDirection::along_rows;
  const std::int64_t k = S.direction == GroupDirection::along_rows ? S.cols : S.rows;
  const std::int64_t lines = lines_are_rows ? D.rows : D.cols;
  const std::int64_t length = lines_are_rows ? D.cols : D.rows;
  const bool is_batch[2] = {left ? S.batch != 1 : shapes.dense.is_batch,
                            left ? shapes.dense.is_batch : S.batch != 1};
  structured::Scales scales = shapes.scales;
  const std::int64_t *const scalar = shapes.scalar_lengths, *const factors = shapes.factor_lengths;
  using Operand = ScaledOperand;
  const ScaledArgument all[5] = {
      {Operand::a, "a", scales.a.mode, D.rows, k, is_batch[0] ? D.batch : 1, scalar[0], factors[0]},
      {Operand::b, "b", scales.b.mode, D.cols, k, is_batch[1] ? D.batch : 1, scalar[1], factors[1]},
      {Operand::c, "c", scales.c.mode, lines, length, D.batch, scalar[2], factors[2]},
      {Operand::d, "d", shapes.d_mode, lines, length, D.batch, scalar[3], factors[3]},
      {Operand::d_out, "d_out", scales.d_out_mode, lines, length, D.batch, 0, factors[4]}};
  for (const ScaledArgument& scaled : all) check_scale(scaled, narrow_in, narrow_out);
  if (scales.c.mode != ScaleMode::none && !shapes.has_c)
    refuse(operation, "epilogue.scales.c", "factors, but no C", "a C",
           "pass C, or leave the factors out");
  if (shapes.d_mode == ScaleMode::none) scales.d_scalar = nullptr;

  // Nothing that is read, or stored elsewhere, may change while D and its factors are written.
  if (D.batch > 0 && D.rows > 0 && D.cols > 0) {
    const auto apart = [&](const std::string& argument, const void* data, std::int64_t bytes) {
      check_overlap(operation, argument, data, std::size_t(bytes), "D", D.data, D.span_bytes,
                    false);
      if (factors[4] > 0)
        check_overlap(operation, argument, data, std::size_t(bytes),
                      "epilogue.scales.d_out.factors", scales.d_out, std::size_t(factors[4]),
                      false);
    };
    const structured::Scale* const read[3] = {&scales.a, &scales.b, &scales.c};
    for (int i = 0; i < 3; ++i) {
      apart(all[i].argument(".scalar"), read[i]->scalar, 4 * scalar[i]);
      apart(all[i].argument(".factors"), read[i]->factors, factors[i]);
    }
    apart("epilogue.scales.d.scalar", scales.d_scalar, 4 * scalar[3]);
    const auto apart_from_factors = [&](std::string_view argument, const void* data,
                                        std::int64_t bytes) {
      check_overlap(operation, argument, data, std::size_t(bytes), "epilogue.scales.d_out.factors",
                    scales.d_out, std::size_t(factors[4]), false);
    };
    apart_from_factors("D", D.data, std::int64_t(D.span_bytes));
    apart_from_factors(left ? "A" : "B", S.bytes, S.batch * S.bytes_of_a_matrix);
    apart_from_factors(left ? "B" : "A", shapes.dense.data, std::int64_t(shapes.dense.span_bytes));
    if (shapes.has_c) apart_from_factors("C", shapes.C.data, std::int64_t(shapes.C.span_bytes));
    for_each_epilogue_array(shapes, apart_from_factors);
  }

  const auto batch_stride = [&](const ScaledArgument& scaled, bool each) {
    return each ? scaled.bytes() : 0;
  };
  scales.a.batch_stride = batch_stride(all[0], is_batch[0]);
  scales.b.batch_stride = batch_stride(all[1], is_batch[1]);
  scales.c.batch_stride = batch_stride(all[2], true);
  scales.d_out_batch_stride = batch_stride(all[4], true);
  // The product that has the structured matrix on the left decides from here on.
  scales.along_n = lines_are_rows == left;
  if (!left) std::swap(scales.a, scales.b);
  return scales;
}

void check_structured_plan(const StructuredPlanState& plan, Side side,
                           const structured::MatmulArguments& arguments) {
  const auto& planned = plan.arguments;
  const auto refuse_unless = [](bool same, std::string_view argument) {
    if (!same)
      throw_error(Status::stale_plan,
                  {operation, argument, "other sizes, strides, batches or kind than the plan's",
                   "those that the plan was made for", "make a new plan"});
  };
  const std::string_view structured_name = plan.side == Side::left ? "A" : "B";
  const std::string_view dense_name = plan.side == Side::left ? "B" : "A";
  refuse_unless(side == plan.side && arguments.m == planned.m && arguments.k == planned.k &&
                    arguments.kind == planned.kind &&
                    arguments.a_batch_bytes == planned.a_batch_bytes,
                structured_name);
  refuse_unless(arguments.n == planned.n && arguments.b_stride_k == planned.b_stride_k &&
                    arguments.b_stride_n == planned.b_stride_n &&
                    arguments.b_batch_stride == planned.b_batch_stride,
                dense_name);
  refuse_unless(arguments.batches == planned.batches &&
                    arguments.d_stride_m == planned.d_stride_m &&
                    arguments.d_stride_n == planned.d_stride_n &&
                    arguments.d_batch_stride == planned.d_batch_stride,
                "D");
}

std::string structured_problem_text(const structured::MatmulArguments& arguments) {
  const auto strides = [](const char* label, std::int64_t a, std::int64_t b, std::int64_t batch) {
    return std::string(", ") + label + " " + std::to_string(a) + " " + std::to_string(b) + " " +
           std::to_string(batch);
  };
  return std::to_string(arguments.m) + " x " + std::to_string(arguments.n) + " x " +
         std::to_string(arguments.k) + ", " + structured_kind_text(arguments.kind) + ", batch of " +
         std::to_string(arguments.batches) +
         (arguments.a_batch_bytes != 0 ? " structured" : " of one structured") +
         strides("strides of the dense operand", arguments.b_stride_k, arguments.b_stride_n,
                 arguments.b_batch_stride) +
         strides("of D", arguments.d_stride_m, arguments.d_stride_n, arguments.d_batch_stride);
}

}  // namespace filigree::detail
