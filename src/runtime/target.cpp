// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/target.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <mutex>
#include <utility>

#include <core/own_instance.hpp>
#include <filigree/core/environment.hpp>
#include <filigree/core/error.hpp>

namespace filigree::runtime {
namespace {

/// An execution space that runs on streams which the user may pass.
template <class Exec>
concept has_stream = requires(const Exec& exec) {
  exec.cuda_stream();
};

template <class Exec>
Exec on_stream(void* stream) {
  if constexpr (has_stream<Exec>)
    return Exec(static_cast<decltype(std::declval<const Exec&>().cuda_stream())>(stream));
  else
    return Exec();
}

/// At the end of the program, before objects go that were made before Kokkos was started. A program
/// that has reset the device (cudaDeviceReset) took what Kokkos wants to free: that is no reason to
/// end with an error, nor to write one, as a static object of Kokkos does that goes next.
void finish() {
  try {
    if (is_running()) Kokkos::finalize();
  } catch (const std::exception&) {
    std::cerr.setstate(std::ios_base::failbit);
  }
}

/// To run after the static objects of Kokkos have gone.
void write_again() { std::cerr.clear(); }

void check_can_start() {
  if (Kokkos::is_finalized())
    detail::throw_error(Status::not_initialized,
                        {"start", "", "Kokkos was finalised", "a Kokkos that runs",
                         "call Filigree before Kokkos::finalize"});
  if (has_device && device_count() == 0)
    detail::throw_error(Status::arch_mismatch,
                        {"start", "", "no device", "a device that Kokkos can run on",
                         "run where there is one, or use a library that was built for the host"});
}

}  // namespace

void start(int device) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (device >= 0 && has_device) set_device(device);
  if (Kokkos::is_initialized()) return;
  check_can_start();
  std::atexit(write_again);  // what is registered first runs last
  detail::initialize_quietly();
  std::atexit(finish);
}

bool is_running() { return Kokkos::is_initialized() && !Kokkos::is_finalized(); }

void Target::end(State* state) {
  static std::atomic<State*> waiting = nullptr;
  const detail::AllowAllocation allowed;  // Kokkos ends the program where it cannot free
  const bool in_region = detail::is_in_region();
  if (in_region && std::holds_alternative<Kokkos::DefaultHostExecutionSpace>(state->exec)) {
    state->next = waiting.load();
    while (!waiting.compare_exchange_weak(state->next, state)) continue;
    return;
  }
  State* first = in_region ? nullptr : waiting.exchange(nullptr);
  while (first != nullptr) delete std::exchange(first, first->next);
  delete state;
}

Target::Target(const Exec& exec, bool is_host, void* stream)
    : state_(new State{exec, {}}, end), is_host_(is_host), stream_(stream) {}

Target Target::host() {
  return Target(detail::own_instance<Kokkos::DefaultHostExecutionSpace>(), true, nullptr);
}

Target Target::device(void* stream) {
  if constexpr (has_device) {
    detail::bind_thread_to_device();
    const detail::AllowAllocation allowed;
    return Target(on_stream<Kokkos::DefaultExecutionSpace>(stream), false, stream);
  } else {
    detail::throw_error(Status::not_supported,
                        {"Target::device", "target", "a device", "the host",
                         "use a library that was built on a Kokkos with a device"});
  }
}

Target StreamTargets::of(void* stream) {
  const auto found = std::find_if(recent_.begin(), recent_.end(),
                                  [&](const Target& target) { return target.stream() == stream; });
  if (found != recent_.end()) {
    std::rotate(recent_.begin(), found, found + 1);
  } else {
    recent_.insert(recent_.begin(), Target::device(stream));
    if (recent_.size() > most_) recent_.pop_back();
  }
  return recent_.front();
}

/// Not in turn: a wait for a stream needs nothing of the instance, and other threads may start work
/// meanwhile.
void Target::fence() const {
  std::visit([](const auto& exec) { exec.fence("filigree::runtime::fence"); }, state_->exec);
}

}  // namespace filigree::runtime
