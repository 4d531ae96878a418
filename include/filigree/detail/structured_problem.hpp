// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <filigree/core/activation.hpp>
#include <filigree/core/block_scale.hpp>
#include <filigree/core/float4.hpp>
#include <filigree/core/macros.hpp>
#include <filigree/core/structured_kind.hpp>

/// What the kernels of structured matrices take: plain structs of pointers, sizes and strides.
/// Without Kokkos, which tuned CUDA kernels do not include.

namespace filigree::structured {

using filigree::Activation;

/// Dense matrices in any order: entry (r, c) of matrix b is
/// data[b * batch_stride + r * row_stride + c * col_stride], of packed ones the 4 bits at this
/// place.
template <class T>
struct DenseView {
  detail::storage_t<T>* data;
  std::int64_t rows;
  std::int64_t cols;
  std::int64_t row_stride;
  std::int64_t col_stride;
  std::int64_t batches = 1;
  std::int64_t batch_stride = 0;

  FILIGREE_FUNCTION T& operator()(std::int64_t batch, std::int64_t row, std::int64_t col) const {
    return data[batch * batch_stride + row * row_stride + col * col_stride];
  }
  FILIGREE_FUNCTION std::remove_const_t<T> load(std::int64_t batch, std::int64_t row,
                                                std::int64_t col) const {
    return detail::load_entry<std::remove_const_t<T>>(
        data, batch * batch_stride + row * row_stride + col * col_stride);
  }
  /// Two threads must not store packed entries of one byte.
  FILIGREE_FUNCTION void store(std::int64_t batch, std::int64_t row, std::int64_t col,
                               T value) const {
    detail::store_entry<T>(data, batch * batch_stride + row * row_stride + col * col_stride, value);
  }
};

/// d = scale * act(alpha * sum + beta * c + bias). A *channel* is a row of the product, or a column
/// where channel_is_col is set (the structured operand stands on the right: the product is computed
/// as its transpose).
struct Epilogue {
  float alpha = 1;                          ///< 0: the sum does not count, not even where it is NaN
  float beta = 0;                           ///< 0: c is not read
  const float* alpha_of_channel = nullptr;  ///< one a channel instead of alpha, or one for all
  const float* beta_of_channel = nullptr;   ///< the same instead of beta
  bool one_alpha = false;                   ///< alpha_of_channel has one entry
  bool one_beta = false;                    ///< beta_of_channel has one entry
  const float* bias = nullptr;              ///< one a channel
  std::int64_t bias_stride = 0;             ///< between batches
  Activation activation = Activation::none;
  float relu_threshold = 0;             ///< at most this: 0
  float relu_bound = __builtin_inff();  ///< above this: this
  float gelu_scale = 1;
  float scale = 1;  ///< of D
  bool channel_is_col = false;

  FILIGREE_FUNCTION float alpha_at(std::int64_t channel) const {
    return alpha_of_channel != nullptr ? alpha_of_channel[one_alpha ? 0 : channel] : alpha;
  }
  FILIGREE_FUNCTION float beta_at(std::int64_t channel) const {
    return beta_of_channel != nullptr ? beta_of_channel[one_beta ? 0 : channel] : beta;
  }
  /// Where channels have a beta each, those whose beta is 0 do not read it after all.
  FILIGREE_FUNCTION bool reads_c() const { return beta != 0 || beta_of_channel != nullptr; }
};

/// What the entries of an operand are multiplied by.
struct Scale {
  ScaleMode mode = ScaleMode::none;
  const float* scalar = nullptr;
  const std::uint8_t* factors = nullptr;  ///< of blocks, as scale_offset places them
  std::int64_t batch_stride = 0;          ///< bytes between batches
};

/// Scales of the operands of MatmulArguments. Blocks of a and b lie along k.
struct Scales {
  Scale a, b, c;
  const float* d_scalar = nullptr;  ///< D is multiplied by it before its factors are found
  ScaleMode d_out_mode = ScaleMode::none;
  std::uint8_t* d_out = nullptr;  ///< the factors of D's blocks, written
  std::int64_t d_out_batch_stride = 0;
  bool along_n = true;  ///< blocks of C and D: consecutive j; else consecutive i

  FILIGREE_FUNCTION bool any() const {
    return a.mode != ScaleMode::none || b.mode != ScaleMode::none || c.mode != ScaleMode::none ||
           d_scalar != nullptr || d_out_mode != ScaleMode::none;
  }
};

/// D = epilogue(A B, C) for `batches` products, with A structured, m x k, in the layout of
/// src/structured/layout.hpp, and B dense, k x n. Strides are in entries; a batch stride of 0
/// shares an operand. C and D have the same strides and may be the same array. Where the structured
/// operand stands on the right, this is the transposed product: strides swap.
struct MatmulArguments {
  std::int64_t m;
  std::int64_t n;
  std::int64_t k;
  std::int64_t batches = 1;
  StructuredKind kind;             ///< of A
  const void* a;                   ///< aligned to 16 bytes
  std::int64_t a_batch_bytes = 0;  ///< compressed_bytes(), or 0
  const void* b;
  std::int64_t b_stride_k;
  std::int64_t b_stride_n;
  std::int64_t b_batch_stride = 0;
  const void* c = nullptr;
  void* d;
  std::int64_t d_stride_m;
  std::int64_t d_stride_n;
  std::int64_t d_batch_stride = 0;
  Epilogue epilogue;
};

}  // namespace filigree::structured
