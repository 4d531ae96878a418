// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <filigree/core/error.hpp>
#include <filigree/core/host_device.hpp>
#include <filigree/format/matrix_base.hpp>

namespace filigree {

/// A dense matrix, column-major (LayoutLeft) or row-major (LayoutRight) without gaps, over the
/// entries of a HostDevice, which has its flags and its counts. Accesses are those of HostDevice
/// and return Views of rank 2 that live as long as the entries do.
template <storage_scalar T, class Layout = Kokkos::LayoutLeft>
class HostDeviceDense {
  static_assert(std::is_same_v<Layout, Kokkos::LayoutLeft> ||
                    std::is_same_v<Layout, Kokkos::LayoutRight>,
                "Layout is LayoutLeft or LayoutRight");

 public:
  ///@{
  /// The scalar, what holds the entries, the execution space that accesses name, and the memory of
  /// the host side.
  using value_type = T;
  using entries_type = HostDevice<T>;
  using device_space = typename entries_type::device_space;
  using host_memory_space = typename entries_type::host_view::memory_space;
  ///@}
  ///@{
  /// What accesses return: num_rows() x num_cols() Views of Layout that own no memory.
  template <class Value, class Space>
  using view_of = Kokkos::View<Value**, Layout, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using device_view = view_of<T, DefaultMemorySpace>;
  using const_device_view = view_of<const T, DefaultMemorySpace>;
  using host_view = view_of<T, host_memory_space>;
  using const_host_view = view_of<const T, host_memory_space>;
  ///@}

  /// 0 x 0.
  HostDeviceDense() = default;
  /// Zeros, as HostDevice has them. \throws Error invalid_value for a negative size
  HostDeviceDense(std::int64_t num_rows, std::int64_t num_cols,
                  std::string_view label = "filigree::HostDeviceDense")
      : HostDeviceDense(entries_type(checked_size(num_rows, num_cols), label), num_rows, num_cols) {
  }
  /// Over entries that are there, sharing them. \throws Error invalid_value where there are not
  ///   num_rows * num_cols
  HostDeviceDense(entries_type entries, std::int64_t num_rows, std::int64_t num_cols)
      : entries_(std::move(entries)), num_rows_(num_rows), num_cols_(num_cols) {
    const std::int64_t size = checked_size(num_rows, num_cols);
    if (entries_.size() != size)
      detail::throw_error(
          Status::invalid_value,
          {"HostDeviceDense", "entries", "length " + std::to_string(entries_.size()),
           "length " + std::to_string(size) + ", num_rows * num_cols", "pass as many entries"});
  }

  ///@{
  /// The size of the matrix, the same on both sides.
  std::int64_t num_rows() const noexcept { return num_rows_; }
  std::int64_t num_cols() const noexcept { return num_cols_; }
  ///@}
  ///@{
  /// The entries in the order of Layout: their flags and counts, and for calls that take arrays.
  entries_type& entries() noexcept { return entries_; }
  const entries_type& entries() const noexcept { return entries_; }
  ///@}

  ///@{
  /// The matrix as the access of this name of HostDevice gives its entries: the same copies, waits
  /// and errors.
  const_device_view device_read(const device_space& exec) const {
    return shaped<const_device_view>(entries_.device_read(exec));
  }
  device_view device_update(const device_space& exec) {
    return shaped<device_view>(entries_.device_update(exec));
  }
  device_view device_overwrite(const device_space& exec) {
    return shaped<device_view>(entries_.device_overwrite(exec));
  }
  device_view device_storage(const device_space& exec) {
    return shaped<device_view>(entries_.device_storage(exec));
  }
  const_host_view host_read(const device_space& exec) const {
    return shaped<const_host_view>(entries_.host_read(exec));
  }
  host_view host_update(const device_space& exec) {
    return shaped<host_view>(entries_.host_update(exec));
  }
  host_view host_overwrite(const device_space& exec) {
    return shaped<host_view>(entries_.host_overwrite(exec));
  }
  ///@}

 private:
  template <class View, class Entries>
  View shaped(const Entries& entries) const {
    return View(entries.data(), std::size_t(num_rows_), std::size_t(num_cols_));
  }
  static std::int64_t checked_size(std::int64_t num_rows, std::int64_t num_cols) {
    return detail::checked_product("HostDeviceDense", "num_rows and num_cols", num_rows, num_cols);
  }

  entries_type entries_;
  std::int64_t num_rows_ = 0;
  std::int64_t num_cols_ = 0;
};

}  // namespace filigree
