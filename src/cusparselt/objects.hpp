// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <limits>
#include <new>
#include <string_view>

#include <cusparseLt.h>
#include <cusparselt/guard.hpp>

/// What lies in the caller's objects. All of it is plain: objects may be copied, and forgotten.

namespace filigree::cusparselt {

/// The first member says that an object was initialised, and which one it is.
enum class Mark : std::uint64_t {
  none = 0,
  handle = 0x46494c49474c5431,
  matrix,
  product,
  selection,
  plan,
};

struct Handle {
  Mark mark = Mark::handle;
};

struct Matrix {
  Mark mark = Mark::matrix;
  bool is_structured = false;
  cudaDataType type = CUDA_R_16F;
  cusparseOrder_t order = CUSPARSE_ORDER_ROW;
  std::int32_t batch_count = 1;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t ld = 0;
  std::int64_t batch_stride = 0;
};

/// The factors of A, B, C, D, D_out.
inline constexpr int num_scales = 5;

struct Product {
  Mark mark = Mark::product;
  cusparseOperation_t op_a = CUSPARSE_OPERATION_NON_TRANSPOSE;
  cusparseOperation_t op_b = CUSPARSE_OPERATION_NON_TRANSPOSE;
  Matrix A, B, C, D;
  std::int32_t relu = 0;
  float relu_bound = std::numeric_limits<float>::infinity();
  float relu_threshold = 0;
  std::int32_t gelu = 0;
  float gelu_scale = 1;
  std::int32_t alpha_vector = 0;
  std::int32_t beta_vector = 0;
  std::int32_t scale_modes[num_scales] = {};
  const void* scales[num_scales] = {};
  std::int64_t bias_stride = 0;
  const void* bias = nullptr;
  const void* sparse_matrix = nullptr;

  bool structured_is_a() const { return A.is_structured; }
  const Matrix& structured() const { return structured_is_a() ? A : B; }
  cusparseOperation_t structured_op() const { return structured_is_a() ? op_a : op_b; }
};

/// The kernel is one of those that take the product, by its place in their list; 0 is the
/// library's choice.
struct Selection {
  Mark mark = Mark::selection;
  std::int32_t config = 0;
  std::int32_t num_configs = 1;
  std::int32_t iterations = 5;
  std::int32_t split_k = 1;
  std::int32_t split_k_mode = CUSPARSELT_SPLIT_K_MODE_TWO_KERNELS;
  std::int32_t split_k_buffers = 0;
};

struct Plan {
  Mark mark = Mark::plan;
  Product product;
  Selection* selection = nullptr;  ///< the caller's
  /// The library's own memory; null: its choice.
  const char* kernel = nullptr;
  std::uint64_t kernel_length = 0;
  std::uint64_t kernel_workspace = 0;  ///< bytes that it needs

  std::string_view kernel_name() const { return {kernel, std::size_t(kernel_length)}; }
};

template <class Object>
inline constexpr Mark mark_of = Object{}.mark;

/// The contents of an object of the caller's.
template <class Object, class Opaque>
Object* contents(Opaque* object) {
  static_assert(sizeof(Object) <= sizeof object->data && alignof(Object) <= alignof(Opaque));
  return std::launder(reinterpret_cast<Object*>(object->data));
}
template <class Object, class Opaque>
const Object* contents(const Opaque* object) {
  static_assert(sizeof(Object) <= sizeof object->data && alignof(Object) <= alignof(Opaque));
  return std::launder(reinterpret_cast<const Object*>(object->data));
}

///@{
/// The contents of an object that was initialised; throw invalid_value of another, of a handle
/// not_initialized.
template <class Object, class Opaque>
auto& read(const char* call, const char* argument, Opaque* object) {
  check(object != nullptr, call, argument, "null pointer", "an object");
  auto* const found = contents<Object>(object);
  check(found->mark == mark_of<Object>, call, argument, "an object that was not initialised",
        "one of the call that is named after it");
  return *found;
}
inline void check_handle(const char* call, const cusparseLtHandle_t* handle) {
  if (handle == nullptr || contents<Handle>(handle)->mark != Mark::handle) refuse_handle(call);
}
///@}

/// Starts the life of an object.
template <class Object, class Opaque>
void write(const char* call, const char* argument, Opaque* object, const Object& value) {
  check(object != nullptr, call, argument, "null pointer", "memory for an object");
  new (object->data) Object(value);
}

/// Ends it: another call with the object is refused.
template <class Object, class Opaque>
void end(const char* call, const char* argument, const Opaque* object) {
  read<Object>(call, argument, object);
  contents<Object>(const_cast<Opaque*>(object))->mark = Mark::none;
}

}  // namespace filigree::cusparselt
