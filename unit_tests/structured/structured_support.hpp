// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstring>
#include <random>
#include <type_traits>

#include <gtest/gtest.h>

#include <filigree/format/packed_matrix.hpp>
#include <filigree/format/structured.hpp>

/// Batches of dense matrices with gaps between their lines, on the device and as they are on the
/// host.

namespace filigree::test {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using std::int64_t;

constexpr Op N = Op::none, T = Op::transpose;
constexpr auto along_rows = GroupDirection::along_rows;
constexpr auto along_columns = GroupDirection::along_columns;

enum class Order { row_major, column_major };

template <class Scalar>
class Dense {
 public:
  using Batch = Kokkos::View<Scalar***, Kokkos::LayoutStride, Space>;
  using Matrix = Kokkos::View<Scalar**, Kokkos::LayoutStride, Space>;

  /// Every byte is 0xff: NaN, or -1.
  Dense(int64_t batches, int64_t rows, int64_t cols, Order order)
      : layout_(batches, batch_stride(rows, cols), rows, row_stride(rows, cols, order), cols,
                col_stride(rows, cols, order)),
        memory_("test", batches * batch_stride(rows, cols)),
        host_(Kokkos::create_mirror_view(memory_)) {
    poison();
  }

  int64_t batches() const { return int64_t(layout_.dimension[0]); }
  int64_t rows() const { return int64_t(layout_.dimension[1]); }
  int64_t cols() const { return int64_t(layout_.dimension[2]); }

  void poison() {
    if (host_.extent(0) > 0)
      std::memset(static_cast<void*>(host_.data()), 0xff, host_.extent(0) * sizeof(Scalar));
    upload();
  }
  /// Small values, in magnitude often equal.
  void randomise(unsigned seed) {
    std::mt19937 random(seed);
    for_each([&](int64_t, int64_t, int64_t, Scalar& value) {
      if constexpr (std::is_integral_v<Scalar>)
        value = Scalar(int(random() % 256) - 128);
      else
        value = Scalar((float(random() % 2001) - 1000.0f) / 512.0f);
    });
    upload();
  }

  /// f(batch, row, col, entry) on the host.
  template <class Function>
  void for_each(const Function& f) {
    for (int64_t b = 0; b < batches(); ++b)
      for (int64_t i = 0; i < rows(); ++i)
        for (int64_t j = 0; j < cols(); ++j) f(b, i, j, (*this)(b, i, j));
  }

  void upload() { Kokkos::deep_copy(memory_, host_); }
  void download() { Kokkos::deep_copy(host_, memory_); }

  Scalar& operator()(int64_t b, int64_t i, int64_t j) { return host_(place(b, i, j)); }
  double value(int64_t b, int64_t i, int64_t j) const {
    return double(float(host_(place(b, i, j))));
  }

  Batch batch() const { return Batch(memory_.data(), layout_); }
  Matrix matrix(int64_t b = 0) const {
    return Matrix(memory_.data() + b * int64_t(layout_.stride[0]),
                  Kokkos::LayoutStride(layout_.dimension[1], layout_.stride[1],
                                       layout_.dimension[2], layout_.stride[2]));
  }

  /// What lies between the lines is as poison() left it.
  void expect_gaps_untouched() {
    Dense expected(*this);
    expected.memory_ = {"test", memory_.extent(0)};
    expected.host_ = Kokkos::create_mirror_view(expected.memory_);
    expected.poison();
    for_each([&](int64_t b, int64_t i, int64_t j, Scalar& value) { expected(b, i, j) = value; });
    EXPECT_EQ(std::memcmp(host_.data(), expected.host_.data(), host_.extent(0) * sizeof(Scalar)),
              0);
  }

 private:
  using Memory = Kokkos::View<Scalar*, Space>;

  static constexpr int64_t gap = 3;
  static int64_t row_stride(int64_t, int64_t cols, Order order) {
    return order == Order::row_major ? cols + gap : 1;
  }
  static int64_t col_stride(int64_t rows, int64_t, Order order) {
    return order == Order::row_major ? 1 : rows + gap;
  }
  static int64_t batch_stride(int64_t rows, int64_t cols) { return (rows + gap) * (cols + gap); }

  int64_t place(int64_t b, int64_t i, int64_t j) const {
    return b * int64_t(layout_.stride[0]) + i * int64_t(layout_.stride[1]) +
           j * int64_t(layout_.stride[2]);
  }

  Kokkos::LayoutStride layout_;
  Memory memory_;
  typename Memory::host_mirror_type host_;
};

/// A dense matrix of packed entries.
template <>
class Dense<float4_e2m1> {
 public:
  using Scalar = float4_e2m1;
  using Batch = PackedMatrix<Scalar, Space>;
  using HostBatch = PackedMatrix<Scalar, Kokkos::HostSpace>;

  /// Every byte is 0xff: -6 twice.
  Dense(int64_t batches, int64_t rows, int64_t cols, Order order)
      : order_(order == Order::row_major ? PackedOrder::row_major : PackedOrder::column_major),
        line_stride_(((order == Order::row_major ? cols : rows) + 4) / 2 * 2),
        batch_stride_(line_stride_ * ((order == Order::row_major ? rows : cols) + 2)),
        memory_("test", Batch::num_bytes(rows, cols, order_, batches, line_stride_, batch_stride_)),
        host_(Kokkos::create_mirror_view(memory_)),
        batch_(rows, cols, memory_, order_, batches, line_stride_, batch_stride_),
        host_batch_(rows, cols, host_, order_, batches, line_stride_, batch_stride_) {
    poison();
  }

  int64_t batches() const { return batch_.batch_count(); }
  int64_t rows() const { return batch_.num_rows(); }
  int64_t cols() const { return batch_.num_cols(); }

  void poison() {
    if (host_.extent(0) > 0) std::memset(host_.data(), 0xff, host_.extent(0));
    upload();
  }
  /// All values, but few zeros.
  void randomise(unsigned seed) {
    std::mt19937 random(seed);
    for_each([&](int64_t, int64_t, int64_t, Scalar& value) {
      value = Scalar::from_bits(std::uint8_t(random() % 16));
      if (float(value) == 0 && random() % 4 != 0) value = Scalar(0.5f);
    });
    upload();
  }

  /// f(batch, row, col, entry) on the host.
  template <class Function>
  void for_each(const Function& f) {
    for (int64_t b = 0; b < batches(); ++b)
      for (int64_t i = 0; i < rows(); ++i)
        for (int64_t j = 0; j < cols(); ++j) {
          Scalar entry = host_batch_(b, i, j);
          f(b, i, j, entry);
          host_batch_.set(b, i, j, entry);
        }
  }

  void upload() { Kokkos::deep_copy(memory_, host_); }
  void download() { Kokkos::deep_copy(host_, memory_); }

  double value(int64_t b, int64_t i, int64_t j) const {
    return double(float(host_batch_(b, i, j)));
  }
  void set(int64_t b, int64_t i, int64_t j, Scalar value) { host_batch_.set(b, i, j, value); }

  const Batch& batch() const { return batch_; }
  const Kokkos::View<std::uint8_t*, Space>& memory() const { return memory_; }

  /// What lies between the lines is as poison() left it, half bytes too.
  void expect_gaps_untouched() {
    Dense expected(batches(), rows(), cols(),
                   order_ == PackedOrder::row_major ? Order::row_major : Order::column_major);
    for_each([&](int64_t b, int64_t i, int64_t j, Scalar& value) { expected.set(b, i, j, value); });
    EXPECT_EQ(std::memcmp(host_.data(), expected.host_.data(), host_.extent(0)), 0);
  }

 private:
  using Memory = Kokkos::View<std::uint8_t*, Space>;

  PackedOrder order_;
  int64_t line_stride_;
  int64_t batch_stride_;
  Memory memory_;
  typename Memory::host_mirror_type host_;
  Batch batch_;
  HostBatch host_batch_;
};

}  // namespace filigree::test
