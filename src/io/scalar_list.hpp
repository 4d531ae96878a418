// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/core/types.hpp>

/// FILIGREE_FOR_EACH_IO_SCALAR(apply) expands apply(Scalar); for each scalar that files are read
/// into (io_scalar), FILIGREE_FOR_EACH_IO_TYPE(apply) apply(Scalar, Index); for each pair with an
/// index type.
#define FILIGREE_FOR_EACH_IO_SCALAR(apply) \
  apply(float);                            \
  apply(double);                           \
  apply(complex_float);                    \
  apply(complex_double);                   \
  apply(std::int64_t);                     \
  apply(std::uint64_t)
#define FILIGREE_FOR_EACH_IO_TYPE(apply) \
  apply(float, std::int32_t);            \
  apply(float, std::int64_t);            \
  apply(double, std::int32_t);           \
  apply(double, std::int64_t);           \
  apply(complex_float, std::int32_t);    \
  apply(complex_float, std::int64_t);    \
  apply(complex_double, std::int32_t);   \
  apply(complex_double, std::int64_t);   \
  apply(std::int64_t, std::int32_t);     \
  apply(std::int64_t, std::int64_t);     \
  apply(std::uint64_t, std::int32_t);    \
  apply(std::uint64_t, std::int64_t)
