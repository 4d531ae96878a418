// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// The words of lists of products.

namespace filigree::cuda {

template <class Word>
constexpr int half_bits = 4 * int(sizeof(Word));

/// \param a,b the product's entries of A and B as SpgemmProductList counts them
template <class Word>
__device__ inline Word listed_product(std::int64_t a, std::int64_t b) {
  return Word(a) << half_bits<Word> | Word(b);
}
template <class Word>
__device__ inline std::int64_t listed_a(Word product) {
  return std::int64_t(product >> half_bits<Word>);
}
template <class Word>
__device__ inline std::int64_t listed_b(Word product) {
  return std::int64_t(product & ((Word(1) << half_bits<Word>)-1));
}

}  // namespace filigree::cuda
