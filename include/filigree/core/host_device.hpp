// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <filigree/core/error.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/allocate.hpp>

namespace filigree {

/// Copies between the two sides of a HostDevice so far.
struct TransferCount {
  std::int64_t uploads = 0;           ///< host to device
  std::int64_t downloads = 0;         ///< device to host
  std::int64_t bytes_uploaded = 0;    ///< by uploads
  std::int64_t bytes_downloaded = 0;  ///< by downloads

  /// Whether all members are equal.
  friend bool operator==(const TransferCount&, const TransferCount&) = default;
};

/// An array with a host side and a device side of which one may be out of date: the dual memory of
/// PSBLAS-EXT (guide, section 2.2). A side is brought up to date when it is asked for and only
/// then, so data goes to the device once and results stay there until the host wants them.
///
/// Each access says what it will do:
/// - read: the side is brought up to date; the other side stays as it is;
/// - update: the side is brought up to date and will be changed, so the other is out of date;
/// - overwrite: nothing is copied, all of the side will be written, the other is out of date.
/// A View that an access returned may be used for that purpose until the next access.
///
/// Where the device's memory is the host's (a host-only build, unified memory), both sides are one
/// allocation and nothing is ever copied. Shallow: copies share both sides and what is known of
/// them. Accesses by several threads at once are for the caller to order, as with any View that is
/// written.
template <storage_scalar T>
class HostDevice {
 public:
  ///@{
  /// The execution space that accesses wait for or run on, and what they return: Views of rank 1 of
  /// size() entries, const from read. Host Views lie in the device's memory where that is shared.
  using value_type = T;
  using device_space = Kokkos::DefaultExecutionSpace;
  using device_view = Kokkos::View<T*, DefaultMemorySpace>;
  using const_device_view = Kokkos::View<const T*, DefaultMemorySpace>;
  using host_view = Kokkos::View<
      T*, std::conditional_t<is_accessible_v<Kokkos::DefaultHostExecutionSpace, DefaultMemorySpace>,
                             DefaultMemorySpace, Kokkos::HostSpace>>;
  using const_host_view = typename host_view::const_type;
  ///@}

  /// Whether both sides are one allocation.
  static constexpr bool is_shared =
      is_accessible_v<Kokkos::DefaultHostExecutionSpace, DefaultMemorySpace>;

  /// No entries.
  HostDevice() : HostDevice(0) {}

  /// `size` zeros on both sides; a side is allocated when it is first asked for.
  /// \throws Error invalid_value for a negative size, alloc_failed
  explicit HostDevice(std::int64_t size, std::string_view label = "filigree::HostDevice") try
      : state_(std::make_shared<State>()) {
    if (size < 0)
      detail::throw_error(Status::invalid_value,
                          {"HostDevice", "size", std::to_string(size), "0 or more", "pass a size"});
    state_->size = size;
    state_->label = label;
    state_->host_is_current = true;
  } catch (...) {
    detail::rethrow_as_error("HostDevice");
  }

  /// Takes the host's entries as they are, sharing them; the device side is out of date.
  explicit HostDevice(host_view host) requires(!is_shared) try
      : HostDevice(std::int64_t(host.extent(0)), host.label()) {
    state_->host = std::move(host);
  } catch (...) {
    detail::rethrow_as_error("HostDevice");
  }
  /// Takes the device's entries as they are, sharing them; the host side is out of date.
  explicit HostDevice(device_view device) try
      : HostDevice(std::int64_t(device.extent(0)), device.label()) {
    state_->device = std::move(device);
    state_->device_is_current = true;
    state_->host_is_current = is_shared;
  } catch (...) {
    detail::rethrow_as_error("HostDevice");
  }

  /// Entries of each side.
  std::int64_t size() const noexcept { return state_->size; }
  ///@{
  /// Whether a side has the latest values, so that reading it copies nothing. Both have, always,
  /// where is_shared.
  bool host_is_current() const noexcept { return is_shared || state_->host_is_current; }
  bool device_is_current() const noexcept { return is_shared || state_->device_is_current; }
  ///@}
  /// Copies made so far, of all objects that share these sides.
  const TransferCount& transfers() const noexcept { return state_->transfers; }

  ///@{
  /// The device side for kernels on `exec`. An upload is made on `exec` and not waited for.
  /// \throws Error alloc_failed
  const_device_view device_read(const device_space& exec) const {
    sync_device(exec);
    return state_->device;
  }
  device_view device_update(const device_space& exec) {
    sync_device(exec);
    state_->host_is_current = is_shared;
    return state_->device;
  }
  device_view device_overwrite(const device_space& exec) {
    allocate_device(exec);
    device_written();
    return state_->device;
  }
  ///@}

  /// For calls that may fail: the device side, current or not, with no change to the flags. A call
  /// that has overwritten all of it says so with device_written() once it has succeeded; one that
  /// reads it, too, calls sync_device first.
  device_view device_storage(const device_space& exec) {
    allocate_device(exec);
    return state_->device;
  }
  /// See device_storage(): the host side is out of date now.
  void device_written() {
    state_->device_is_current = true;
    state_->host_is_current = is_shared;
  }

  ///@{
  /// The host side. Waits for everything on `exec`, which must be the instance that the device side
  /// was last written on.
  const_host_view host_read(const device_space& exec) const {
    sync_host(exec);
    return host_side();
  }
  host_view host_update(const device_space& exec) {
    sync_host(exec);
    state_->device_is_current = is_shared;
    return host_side();
  }
  host_view host_overwrite(const device_space& exec) try {
    allocate_host(exec);
    // An upload may still be reading this side.
    exec.fence("filigree::HostDevice::host_overwrite");
    state_->host_is_current = true;
    state_->device_is_current = is_shared;
    return host_side();
  } catch (...) {
    detail::rethrow_as_error("HostDevice");
  }
  ///@}

  ///@{
  /// Brings a side up to date without asking for it. sync_host waits for everything on `exec`.
  void sync_device(const device_space& exec) const try {
    allocate_device(exec);
    if (device_is_current()) return;
    if (state_->host.data() == nullptr) {
      Kokkos::deep_copy(exec, state_->device, T{});  // neither side was ever written
    } else {
      Kokkos::deep_copy(exec, state_->device, state_->host);
      ++state_->transfers.uploads;
      state_->transfers.bytes_uploaded += byte_size();
    }
    state_->device_is_current = true;
  } catch (...) {
    detail::rethrow_as_error("HostDevice");
  }
  void sync_host(const device_space& exec) const try {
    allocate_host(exec);
    exec.fence("filigree::HostDevice::sync_host");
    if (host_is_current()) return;
    Kokkos::deep_copy(exec, state_->host, state_->device);
    exec.fence("filigree::HostDevice::sync_host");
    ++state_->transfers.downloads;
    state_->transfers.bytes_downloaded += byte_size();
    state_->host_is_current = true;
  } catch (...) {
    detail::rethrow_as_error("HostDevice");
  }
  ///@}

 private:
  struct State {
    std::int64_t size = 0;
    std::string label;
    device_view device;
    host_view host;  ///< not used where both are one
    bool device_is_current = false;
    bool host_is_current = false;
    TransferCount transfers;
  };

  std::int64_t byte_size() const { return size() * std::int64_t(sizeof(T)); }

  host_view host_side() const {
    if constexpr (is_shared)
      return state_->device;
    else
      return state_->host;
  }

  // A side is there once it is filled: what fails in between leaves it to be asked for again.
  void allocate_device(const device_space& exec) const try {
    if (state_->device.data() != nullptr || size() == 0) return;
    const auto device =
        detail::allocate<T, DefaultMemorySpace>("HostDevice", exec, state_->label, size());
    if (is_shared) Kokkos::deep_copy(exec, device, T{});
    state_->device = device;
  } catch (...) {
    detail::rethrow_as_error("HostDevice");
  }
  void allocate_host(const device_space& exec) const try {
    if constexpr (is_shared) {
      allocate_device(exec);
    } else {
      if (state_->host.data() != nullptr || size() == 0) return;
      const auto host = detail::allocate<T, Kokkos::HostSpace>(
          "HostDevice", Kokkos::DefaultHostExecutionSpace{}, state_->label, size());
      Kokkos::deep_copy(host, T{});
      state_->host = host;
    }
  } catch (...) {
    detail::rethrow_as_error("HostDevice");
  }

  std::shared_ptr<State> state_;
};

}  // namespace filigree
