// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>

#include <filigree/core/error.hpp>
#include <filigree/core/types.hpp>

namespace filigree {

namespace detail {

/// What converts to every compute type.
template <class T>
concept real_number = std::is_arithmetic_v<T> ||(is_storage_only_v<T> && !is_complex_v<T>);

}  // namespace detail

/// alpha or beta of an operation: a value that the host passes (arithmetic types and 16-bit floats
/// convert), or one in memory, of the type T itself, that the kernel's execution space reads when
/// it runs (so a captured graph sees its current value). A View of memory that only the host
/// reaches is read by the call.
template <class T>
class ScalarArgument {
 public:
  /// A value, copied.
  ScalarArgument(const T& value) : value_(value) {}

  /// A real number, converted to T.
  template <detail::real_number U>
  requires(!std::same_as<U, T>) ScalarArgument(U value) : value_(detail::convert<T>(value)) {}

  /// A value in memory. Memory that only the host reaches is read at once; other memory when the
  /// kernel runs, which it must outlive.
  /// \throws Error invalid_value for a View without memory
  template <class U, class... Properties>
  requires(std::same_as<std::remove_const_t<U>, T>)
      ScalarArgument(const Kokkos::View<U, Properties...>& value)
      : pointer_(value.data()) {
    static_assert(Kokkos::View<U, Properties...>::rank() == 0,
                  "a scalar in memory is a View of rank 0");
    if (pointer_ == nullptr)
      detail::throw_error(
          Status::invalid_value,
          {"ScalarArgument", "alpha or beta", "an empty View",
           "a View of rank 0 that holds a value", "allocate the View, or pass a value"});
    using Space = typename Kokkos::View<U, Properties...>::memory_space;
    if constexpr (!Kokkos::SpaceAccessibility<Kokkos::DefaultExecutionSpace, Space>::accessible) {
      value_ = *pointer_;
      pointer_ = nullptr;
    }
  }

  /// For kernels: the value, read from memory where it lies there.
  KOKKOS_INLINE_FUNCTION T get() const { return pointer_ != nullptr ? *pointer_ : value_; }

  /// Where kernels read the value; null where host_value() is it.
  const T* device_pointer() const noexcept { return pointer_; }
  /// The value where device_pointer() is null, and else T{}.
  const T& host_value() const noexcept { return value_; }

 private:
  T value_{};
  const T* pointer_ = nullptr;
};

}  // namespace filigree
