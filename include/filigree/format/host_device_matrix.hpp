// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <filigree/convert.hpp>
#include <filigree/core/host_device.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/ell.hpp>
#include <filigree/format/hyb.hpp>

namespace filigree {

/// A matrix with a host side and a device side: the dual memory of PSBLAS-EXT (guide, section 2.2),
/// as HostDevice is for arrays. Matrix is the container on the device, of any format
/// that owns its pattern (not BsrxView): HostDeviceMatrix<CsrMatrix<double>>.
///
/// The pattern never changes: it goes to the other side once, when that side is first asked for.
/// The values are a HostDevice, with its read, update and overwrite, its flags and its counts. Each
/// access returns a container over the arrays of one side.
///
/// Where the device's memory is the host's, both sides are one. Shallow: copies share both sides.
template <class Matrix>
class HostDeviceMatrix {
 public:
  ///@{
  /// The scalar, what holds the values, the execution space that accesses name, and the memory of
  /// the host side.
  using scalar_type = typename Matrix::scalar_type;
  using value_type = scalar_type;
  using values_type = HostDevice<scalar_type>;
  using device_space = typename values_type::device_space;
  using host_memory_space = typename values_type::host_view::memory_space;
  ///@}

 private:
  /// A container whose values say nothing.
  template <class Container>
  using PatternOf = decltype(std::declval<Container>().with_values(
      std::declval<Kokkos::View<std::int8_t*, typename Container::memory_space>>()));
  using DevicePattern = PatternOf<Matrix>;
  using HostPattern = decltype(copy_to<host_memory_space>(std::declval<DevicePattern>()));

 public:
  ///@{
  /// What accesses return: the container with arrays of one side, of const values from read.
  using device_matrix = Matrix;
  using host_matrix = decltype(std::declval<HostPattern>().with_values(
      std::declval<Kokkos::View<scalar_type*, host_memory_space>>()));
  using const_device_matrix = decltype(std::declval<DevicePattern>().with_values(
      std::declval<typename values_type::const_device_view>()));
  using const_host_matrix = decltype(std::declval<HostPattern>().with_values(
      std::declval<Kokkos::View<const scalar_type*, host_memory_space>>()));
  ///@}

  /// Whether both sides are one allocation.
  static constexpr bool is_shared = values_type::is_shared;
  static_assert(std::is_same_v<typename Matrix::memory_space, DefaultMemorySpace> &&
                    !std::is_const_v<typename Matrix::value_type>,
                "Matrix is the container on the device, and its values may change");

  /// Takes the arrays of the device as they are, sharing them; the host side is out of date.
  explicit HostDeviceMatrix(const Matrix& A) try
      : state_(std::make_shared<State>(State{pattern_of(A), {}, values_type(A.values())})) {
  } catch (...) {
    detail::rethrow_as_error("HostDeviceMatrix");
  }
  /// Takes the arrays of the host as they are, sharing them; the device side is out of date.
  explicit HostDeviceMatrix(const host_matrix& A) requires(!is_shared) try
      : state_(std::make_shared<State>(State{{}, pattern_of(A), values_type(A.values())})) {
  } catch (...) {
    detail::rethrow_as_error("HostDeviceMatrix");
  }

  ///@{
  /// Whether a side has its pattern and the latest values, so that reading it copies nothing. Both
  /// have, always, where is_shared.
  bool host_is_current() const noexcept {
    return is_shared || (state_->host && state_->values.host_is_current());
  }
  bool device_is_current() const noexcept {
    return is_shared || (state_->device && state_->values.device_is_current());
  }
  ///@}
  /// Copies of the values; the pattern's one copy does not count.
  const TransferCount& transfers() const noexcept { return state_->values.transfers(); }

  ///@{
  /// The device side for kernels on `exec`, as HostDevice has it. \throws Error alloc_failed
  const_device_matrix device_read(const device_space& exec) const {
    return device_pattern().with_values(state_->values.device_read(exec));
  }
  device_matrix device_update(const device_space& exec) {
    return device_pattern().with_values(state_->values.device_update(exec));
  }
  device_matrix device_overwrite(const device_space& exec) {
    return device_pattern().with_values(state_->values.device_overwrite(exec));
  }
  ///@}

  ///@{
  /// The host side. Waits for everything on `exec`, which must be the instance that the values were
  /// last written on.
  const_host_matrix host_read(const device_space& exec) const {
    const Kokkos::View<const scalar_type*, host_memory_space> values =
        state_->values.host_read(exec);
    return host_pattern().with_values(values);
  }
  host_matrix host_update(const device_space& exec) {
    return host_pattern().with_values(state_->values.host_update(exec));
  }
  host_matrix host_overwrite(const device_space& exec) {
    return host_pattern().with_values(state_->values.host_overwrite(exec));
  }
  ///@}

 private:
  struct State {
    std::optional<DevicePattern> device;
    std::optional<HostPattern> host;  ///< not used where both are one
    values_type values;
  };

  template <class Container>
  static PatternOf<Container> pattern_of(const Container& A) {
    return A.with_values(Kokkos::View<std::int8_t*, typename Container::memory_space>(
        "filigree::HostDeviceMatrix", A.values().extent(0)));
  }

  const DevicePattern& device_pattern() const {
    if (!state_->device) state_->device = copy_to<DefaultMemorySpace>(*state_->host);
    return *state_->device;
  }
  const HostPattern& host_pattern() const {
    if constexpr (is_shared) {
      return *state_->device;
    } else {
      if (!state_->host) state_->host = copy_to<host_memory_space>(*state_->device);
      return *state_->host;
    }
  }

  std::shared_ptr<State> state_;
};

/// Hyb's two parts have values of their own: one HostDeviceMatrix each.
template <class Scalar, class Index, class MemorySpace>
class HostDeviceMatrix<HybMatrix<Scalar, Index, MemorySpace>> {
  using Ell = HostDeviceMatrix<EllMatrix<Scalar, Index, MemorySpace>>;
  using Coo = HostDeviceMatrix<CooMatrix<Scalar, Index, MemorySpace>>;

 public:
  ///@{
  /// The scalar, the execution space that accesses name, and the memory of the host side.
  using scalar_type = Scalar;
  using value_type = Scalar;
  using device_space = typename Ell::device_space;
  using host_memory_space = typename Ell::host_memory_space;
  ///@}
  ///@{
  /// What accesses return: the container with arrays of one side, of const values from read.
  using device_matrix = HybMatrix<Scalar, Index, MemorySpace>;
  using host_matrix = HybMatrix<Scalar, Index, host_memory_space>;
  using const_device_matrix = HybMatrix<const Scalar, Index, MemorySpace>;
  using const_host_matrix = HybMatrix<const Scalar, Index, host_memory_space>;
  ///@}

  /// Whether both sides are one allocation.
  static constexpr bool is_shared = Ell::is_shared;

  ///@{
  /// Takes the arrays of the device or of the host as they are, sharing them; the other side is out
  /// of date.
  explicit HostDeviceMatrix(const device_matrix& A) : ell_(A.ell()), coo_(A.coo()) {}
  explicit HostDeviceMatrix(const host_matrix& A) requires(!is_shared)
      : ell_(A.ell()), coo_(A.coo()) {}
  ///@}

  ///@{
  /// Whether both parts of a side are current.
  bool host_is_current() const noexcept { return ell_.host_is_current() && coo_.host_is_current(); }
  bool device_is_current() const noexcept {
    return ell_.device_is_current() && coo_.device_is_current();
  }
  ///@}
  /// How often either part has been copied.
  TransferCount transfers() const noexcept {
    const TransferCount &ell = ell_.transfers(), &coo = coo_.transfers();
    return {ell.uploads + coo.uploads, ell.downloads + coo.downloads,
            ell.bytes_uploaded + coo.bytes_uploaded, ell.bytes_downloaded + coo.bytes_downloaded};
  }

  ///@{
  /// Accesses of both parts at once, as HostDevice has them.
  const_device_matrix device_read(const device_space& exec) const {
    return {ell_.device_read(exec), coo_.device_read(exec)};
  }
  device_matrix device_update(const device_space& exec) {
    return {ell_.device_update(exec), coo_.device_update(exec)};
  }
  device_matrix device_overwrite(const device_space& exec) {
    return {ell_.device_overwrite(exec), coo_.device_overwrite(exec)};
  }
  const_host_matrix host_read(const device_space& exec) const {
    return {ell_.host_read(exec), coo_.host_read(exec)};
  }
  host_matrix host_update(const device_space& exec) {
    return {ell_.host_update(exec), coo_.host_update(exec)};
  }
  host_matrix host_overwrite(const device_space& exec) {
    return {ell_.host_overwrite(exec), coo_.host_overwrite(exec)};
  }
  ///@}

 private:
  Ell ell_;
  Coo coo_;
};

}  // namespace filigree
