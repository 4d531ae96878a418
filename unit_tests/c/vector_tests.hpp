// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <c/operands.hpp>

/// Sparse with dense vectors by the C API against plain loops.

namespace c_tests {

template <class Space>
class VectorTest {
 public:
  VectorTest(filigree_handle_t handle, filigree_scalar_type_t type, filigree_index_type_t index,
             filigree_index_base_t base)
      : handle_(handle), type_(type), with_imaginary_(is_complex(type)) {
    for (std::int64_t i = size - 1; i >= 0; i -= 3) places_.push_back(i);
    x_ = random_paper(1, std::int64_t(places_.size()), 1, with_imaginary_, 41).entries;
    y_ = random_paper(1, size, 1, with_imaginary_, 42).entries;
    indices_ = Array<Space>::of_indices(places_, index, base);
    C_EXPECT_OK(filigree_sparse_vector_create(&sparse_, size, std::int64_t(places_.size()),
                                              indices_.data(), nullptr, index, base, type));
    C_EXPECT_OK(filigree_dense_vector_create(&dense_, size, nullptr, type));
    pack(two_, Number(2), type);
    pack(three_, Number(3), type);
  }
  ~VectorTest() {
    filigree_sparse_vector_destroy(sparse_);
    filigree_dense_vector_destroy(dense_);
  }
  VectorTest(const VectorTest&) = delete;
  VectorTest& operator=(const VectorTest&) = delete;

  void run() {
    auto expected = y_;
    for (Number& number : expected) number *= 3;
    for (std::size_t k = 0; k < x_.size(); ++k) at(expected, k) += 2.0 * x_[k];
    C_OK(filigree_axpby(reset(), two_, sparse_, three_, dense_));
    expect(x_, expected);

    auto gathered = x_;
    for (std::size_t k = 0; k < x_.size(); ++k) gathered[k] = at(y_, k);
    C_OK(filigree_gather(reset(), dense_, sparse_));
    expect(gathered, y_);

    expected = y_;
    for (std::size_t k = 0; k < x_.size(); ++k) at(expected, k) = x_[k];
    C_OK(filigree_scatter(reset(), sparse_, dense_));
    expect(x_, expected);

    auto rotated = x_;
    expected = y_;
    for (std::size_t k = 0; k < x_.size(); ++k) {
      rotated[k] = 2.0 * x_[k] + 3.0 * at(y_, k);
      at(expected, k) = 2.0 * at(y_, k) - 3.0 * x_[k];
    }
    C_OK(filigree_rotate(reset(), two_, three_, sparse_, dense_));
    expect(rotated, expected);
    products();
    dense_products();
  }

 private:
  static constexpr std::int64_t size = 1001;

  Number& at(std::vector<Number>& numbers, std::size_t k) const {
    return numbers[std::size_t(places_[k])];
  }
  filigree_handle_t reset() {
    x_array_ = Array<Space>::of_numbers(x_, type_);
    y_array_ = Array<Space>::of_numbers(y_, type_);
    C_EXPECT_OK(filigree_sparse_vector_set_values(sparse_, x_array_.data()));
    C_EXPECT_OK(filigree_dense_vector_set_values(dense_, y_array_.data()));
    return handle_;
  }
  void expect(const std::vector<Number>& x_numbers, const std::vector<Number>& y_numbers) const {
    C_OK(filigree_synchronize(handle_));
    ASSERT_EQ(x_array_.numbers(type_), x_numbers);
    ASSERT_EQ(y_array_.numbers(type_), y_numbers);
  }
  void products() {
    for (const auto op : {FILIGREE_OP_NONE, FILIGREE_OP_CONJUGATE_TRANSPOSE}) {
      Number sum = 0;
      for (std::size_t k = 0; k < x_.size(); ++k)
        sum += (op == FILIGREE_OP_NONE ? x_[k] : std::conj(x_[k])) * at(y_, k);
      const auto result = Array<Space>::of_numbers({Number(7)}, type_);
      C_OK(filigree_spvv(reset(), op, sparse_, dense_, type_, result.data()));
      expect(x_, y_);
      ASSERT_EQ(result.numbers(type_)[0], sum);
    }
  }

  /// Products with x, which is as long as a dense matrix has columns.
  void dense_products() {
    static constexpr std::int64_t rows = 23;
    const Paper a = random_paper(rows, size, 1, with_imaginary_, 43);
    const Paper before = random_paper(rows, 1, 1, with_imaginary_, 44);
    Paper x(size, 1);
    for (std::size_t k = 0; k < x_.size(); ++k) x.at(places_[k], 0) = x_[k];
    for (const auto op : all_ops)
      for (const auto layout : {FILIGREE_LAYOUT_ROW_MAJOR, FILIGREE_LAYOUT_COLUMN_MAJOR}) {
        const Dense<Space> A(a.op(op), layout, type_);
        const Array<Space> result = Array<Space>::of_numbers(before.entries, type_);
        filigree_dense_vector_t y = nullptr;
        C_OK(filigree_dense_vector_create(&y, rows, result.data(), type_));
        C_OK(filigree_gemvi(reset(), op, two_, A.matrix, sparse_, three_, y));
        C_OK(filigree_synchronize(handle_));
        ASSERT_EQ(result.numbers(type_), product(2, a, x, 3, before).entries);
        C_OK(filigree_dense_vector_destroy(y));
      }
  }

  filigree_handle_t handle_;
  filigree_scalar_type_t type_;
  bool with_imaginary_;
  std::vector<std::int64_t> places_;
  std::vector<Number> x_, y_;
  Array<Space> indices_, x_array_, y_array_;
  filigree_sparse_vector_t sparse_ = nullptr;
  filigree_dense_vector_t dense_ = nullptr;
  char two_[16], three_[16];
};

template <class Space>
void vectors_all(filigree_handle_t handle) {
  for (const auto type : {FILIGREE_SCALAR_FLOAT, FILIGREE_SCALAR_DOUBLE,
                          FILIGREE_SCALAR_COMPLEX_FLOAT, FILIGREE_SCALAR_COMPLEX_DOUBLE})
    for (const auto index : {FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT64})
      for (const auto base : all_bases) {
        SCOPED_TRACE(testing::Message() << "type " << type << ", index " << index);
        VectorTest<Space>(handle, type, index, base).run();
        if (testing::Test::HasFatalFailure()) return;
      }
}

}  // namespace c_tests
