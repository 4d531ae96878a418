// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/memory.hpp>

#include <limits>
#include <string_view>
#include <type_traits>

#include <filigree/core/error.hpp>
#include <filigree/detail/allocate.hpp>

namespace filigree::runtime {
namespace {

template <class Byte, class Space>
using Bytes = Kokkos::View<Byte*, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

void check_place(std::string_view operation, std::string_view argument, const void* place,
                 std::size_t bytes) {
  if (place == nullptr && bytes > 0)
    detail::throw_error(Status::invalid_value,
                        {operation, argument, "null pointer", "memory", "allocate it first"});
}

/// Copies between memories of execution spaces.
template <class To, class From, class Exec>
void copy(const Exec& exec, void* to, const void* from, std::size_t bytes) {
  Kokkos::deep_copy(exec, Bytes<char, To>(static_cast<char*>(to), bytes),
                    Bytes<const char, From>(static_cast<const char*>(from), bytes));
}

}  // namespace

void* allocate_memory(const Target& target, std::size_t bytes) try {
  if (bytes == 0) return nullptr;
  constexpr std::string_view operation = "allocate_memory";
  return target.visit([&](const auto& exec) -> void* {
    using Space = typename std::remove_cvref_t<decltype(exec)>::memory_space;
    if (bytes > std::size_t(std::numeric_limits<std::int64_t>::max()) / 2)
      detail::throw_alloc_failed(operation, "filigree::memory", std::int64_t(bytes / 2), 2);
    try {
      return Kokkos::kokkos_malloc<Space>("filigree::memory", bytes);
    } catch (const std::exception&) {
      detail::rethrow_alloc_failed(operation, "filigree::memory", std::int64_t(bytes), 1);
    }
  });
} catch (...) {
  detail::rethrow_as_error("allocate_memory");
}

void free_memory(const Target& target, void* memory) {
  if (memory == nullptr || !is_running()) return;
  target.visit([&](const auto& exec) {
    exec.fence("filigree::free_memory");
    Kokkos::kokkos_free<typename std::remove_cvref_t<decltype(exec)>::memory_space>(memory);
  });
}

void copy_memory(const Target& target, CopyKind kind, void* to, const void* from,
                 std::size_t bytes) try {
  check_place("copy_memory", "to", to, bytes);
  check_place("copy_memory", "from", from, bytes);
  if (bytes == 0) return;
  target.visit([&](const auto& exec) {
    using Space = typename std::remove_cvref_t<decltype(exec)>::memory_space;
    if (kind == CopyKind::to_target)
      copy<Space, Kokkos::HostSpace>(exec, to, from, bytes);
    else if (kind == CopyKind::from_target)
      copy<Kokkos::HostSpace, Space>(exec, to, from, bytes);
    else
      copy<Space, Space>(exec, to, from, bytes);
    exec.fence("filigree::copy_memory");
  });
} catch (...) {
  detail::rethrow_as_error("copy_memory");
}

void fill_memory(const Target& target, void* memory, unsigned char byte, std::size_t bytes) try {
  check_place("fill_memory", "memory", memory, bytes);
  if (bytes == 0) return;
  target.visit([&](const auto& exec) {
    using Space = typename std::remove_cvref_t<decltype(exec)>::memory_space;
    Kokkos::deep_copy(exec, Bytes<unsigned char, Space>(static_cast<unsigned char*>(memory), bytes),
                      byte);
  });
} catch (...) {
  detail::rethrow_as_error("fill_memory");
}

}  // namespace filigree::runtime
