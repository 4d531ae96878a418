// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <memory>
#include <mutex>
#include <type_traits>
#include <variant>
#include <vector>

#include <core/allow_allocation.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>

/// Where an operation runs, as a value of a program.

namespace filigree::runtime {

/// Starts Kokkos where nobody has, without a word, and sees to it that it ends with the program.
/// `device`: which one to start it on; -1: Kokkos' own choice, or that of set_device.
/// \throws Error not_initialized where Kokkos has been finalised; arch_mismatch where the library
///   was built for a device and there is none; as set_device where Kokkos runs on another device
FILIGREE_EXPORT void start(int device = -1);

/// Whether objects that hold memory of Kokkos may still be destroyed.
FILIGREE_EXPORT bool is_running();

/// Whether the library was built for a device that is not the host.
inline constexpr bool has_device =
    !std::is_same_v<Kokkos::DefaultExecutionSpace, Kokkos::DefaultHostExecutionSpace>;

/// Destroys what holds memory of Kokkos. Where Kokkos has ended, that memory went with it, and
/// Kokkos would end the program if it were freed now.
template <class T>
void destroy(const T* object) {
  const detail::AllowAllocation allowed;
  if (is_running()) delete object;
}

/// The host, or the library's device and one of its streams.
class FILIGREE_EXPORT Target {
 public:
  /// The host, by an instance of its own: kernels of several targets run at the same time, those of
  /// one take turns. Kokkos must run.
  static Target host();
  /// The device and a stream of it, in the device's own terms (a cudaStream_t); null: its default
  /// stream. \throws Error not_supported in a library that was built for the host alone
  static Target device(void* stream);

  bool is_host() const noexcept { return is_host_; }
  /// What device() was given; null of the host.
  void* stream() const noexcept { return stream_; }

  /// f(the execution space's instance). One thread at a time on a device, of all that have this
  /// target or a copy: Kokkos keeps the results of reductions in memory of the instance, and takes
  /// no turns there by itself, as it does on a host.
  template <class F>
  decltype(auto) visit(const F& f) const {
    const auto turn =
        is_host_ ? std::unique_lock<std::recursive_mutex>() : std::unique_lock(state_->turn);
    return std::visit(f, state_->exec);
  }

  /// Waits for all that was started there.
  void fence() const;

 private:
  using Exec = std::conditional_t<
      has_device, std::variant<Kokkos::DefaultHostExecutionSpace, Kokkos::DefaultExecutionSpace>,
      std::variant<Kokkos::DefaultHostExecutionSpace>>;

  struct State {
    const Exec exec;
    std::recursive_mutex turn;
    State* next = nullptr;  ///< of those that wait for the end of a parallel region
  };

  /// Deletes a state. In a parallel region Kokkos would end the program for one of a host: it waits
  /// until another one ends outside.
  static void end(State* state);

  explicit Target(const Exec& exec, bool is_host, void* stream);

  // Behind a pointer, so that who copies and destroys targets calls nothing of Kokkos: a shared
  // library beside this one must not bring a second, static Kokkos.
  std::shared_ptr<State> state_;
  bool is_host_;
  void* stream_;
};

/// The targets of those streams of the device that were asked for last. To make one allocates, and
/// its end waits for the device: programs that set a stream before each call pay for that once.
/// Kokkos holds one or two megabytes of the device for each.
class FILIGREE_EXPORT StreamTargets {
 public:
  explicit StreamTargets(std::size_t most = 16) : most_(most) {}

  /// \throws Error as Target::device
  Target of(void* stream);

 private:
  std::size_t most_;
  std::vector<Target> recent_;  ///< the last one first
};

}  // namespace filigree::runtime
