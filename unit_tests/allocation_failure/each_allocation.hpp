// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <filigree/convert.hpp>
#include <filigree/core/error.hpp>
#include <filigree/core/operation.hpp>

#include "failing_allocations.hpp"
#include "format/test_matrix.hpp"

/// A call made again and again, each time with another one of its allocations failing.

namespace filigree::test {

using Exec = Kokkos::DefaultHostExecutionSpace;
using Space = Exec::memory_space;

// --- what a call gave, as bytes ------------------------------------------------------------------

/// What of a container is compared: all of its arrays.
template <class T>
void append(std::string& bytes, const T& result);

template <class T, class... Properties>
void append_view(std::string& bytes, const Kokkos::View<T, Properties...>& view) {
  if (view.data() != nullptr)
    bytes.append(reinterpret_cast<const char*>(view.data()), view.span() * sizeof(*view.data()));
}

template <class T>
void append_arrays(std::string& bytes, const T& A) {
  const auto take = [&](const auto&... views) { (append_view(bytes, views), ...); };
  if constexpr (requires { A.row_offsets(); }) take(A.row_offsets());
  if constexpr (requires { A.col_offsets(); }) take(A.col_offsets());
  if constexpr (requires { A.row_indices(); }) take(A.row_indices());
  if constexpr (requires { A.col_indices(); }) take(A.col_indices());
  if constexpr (requires { A.indices(); }) take(A.indices());
  if constexpr (requires { A.slice_offsets(); }) take(A.slice_offsets());
  if constexpr (requires { A.hack_offsets(); }) take(A.hack_offsets());
  if constexpr (requires { A.diagonal_offsets(); }) take(A.diagonal_offsets());
  if constexpr (requires { A.values(); }) take(A.values());
  if constexpr (requires { A.bytes(); }) take(A.bytes());
  if constexpr (requires { A.ell(); }) {
    append(bytes, A.ell());
    append(bytes, A.coo());
  }
}

template <class T>
void append(std::string& bytes, const T& result) {
  if constexpr (Kokkos::is_view_v<T>) {
    append_view(bytes, result);
  } else if constexpr (std::is_convertible_v<T, std::string_view>) {
    bytes += result;
  } else if constexpr (std::is_same_v<T, KernelId>) {
    bytes += result.name;
  } else if constexpr (std::is_arithmetic_v<T>) {
    bytes += std::to_string(result) + ";";
  } else if constexpr (requires { result.matrix; }) {  // Sorted, Pruned
    append(bytes, result.matrix);
  } else if constexpr (requires { result.visit([](const auto&) {}); }) {
    result.visit([&](const auto& A) { append(bytes, A); });
  } else {
    append_arrays(bytes, result);
  }
}

// --- the calls -----------------------------------------------------------------------------------

/// Arrays that a call may read, or write if it succeeds.
class Watched {
 public:
  Watched() = default;
  template <class... Containers>
  explicit Watched(const Containers&... containers) {
    (watch(containers), ...);
  }

  /// Results that are written by several kernels: a call that fails in between, over the string of
  /// a kernel's label, has begun them.
  template <class... Views>
  Watched with_results(const Views&... views) const {
    Watched all(*this);
    const std::size_t before = all.arrays_.size();
    (all.watch(views), ...);
    for (std::size_t i = before; i < all.arrays_.size(); ++i) all.arrays_[i].may_be_begun = true;
    return all;
  }

  bool unchanged() const {
    return std::all_of(arrays_.begin(), arrays_.end(), [](const Array& array) {
      return array.may_be_begun ||
             std::memcmp(array.data, array.copy.data(), array.copy.size()) == 0;
    });
  }
  void restore() const {
    for (const auto& array : arrays_)
      std::memcpy(const_cast<void*>(array.data), array.copy.data(), array.copy.size());
  }
  /// Their present contents.
  void append_to(std::string& bytes) const {
    for (const auto& array : arrays_)
      bytes.append(static_cast<const char*>(array.data), array.copy.size());
  }

 private:
  struct Array {
    const void* data;
    std::string copy;
    bool may_be_begun = false;
  };

  template <class T>
  void watch(const T& container) {
    const auto take = [this](const auto&... views) {
      (arrays_.push_back({views.data(), std::string(reinterpret_cast<const char*>(views.data()),
                                                    views.span() * sizeof(*views.data()))}),
       ...);
    };
    if constexpr (Kokkos::is_view_v<T>) {
      take(container);
    } else {
      if constexpr (requires { container.row_offsets(); }) take(container.row_offsets());
      if constexpr (requires { container.col_indices(); }) take(container.col_indices());
      take(container.values());
    }
  }

  std::vector<Array> arrays_;
};

/// What became of a call one of whose allocations was to fail.
struct Outcome {
  bool succeeded = false;
  bool reached = false;  ///< it made so many allocations
  /// The status of what it threw; none where that was no Error.
  std::optional<Status> status{};
  std::array<char, 400> message{};  ///< no string: those are allocations

  void note(const std::exception& error) {
    reached = stop_failing();
    std::strncpy(message.data(), error.what(), message.size() - 1);
  }
};

/// Makes `call` with the `number`-th of its allocations failing; `finish` gets what it returns.
template <class Call, class Finish>
Outcome call_with_failure(std::int64_t number, const Call& call, const Finish& finish) {
  Outcome outcome;
  fail_allocation(number);
  try {
    const auto result = call();
    outcome.reached = stop_failing();
    outcome.succeeded = true;
    finish(result);
  } catch (const Error& error) {
    outcome.note(error);
    outcome.status = error.status();
  } catch (const std::exception& error) {
    outcome.note(error);
  }
  return outcome;
}

/// Whether the message begins with one of these operations, which stand apart by a space.
inline bool names_one_of(std::string_view operations, std::string_view message) {
  const std::string_view operation = message.substr(0, message.find(": "));
  return (" " + std::string(operations) + " ").find(" " + std::string(operation) + " ") !=
         std::string::npos;
}

/// Whether a call must be seen to allocate. Those that ask for no memory themselves are left to
/// what strings Kokkos makes of their kernels' names, which its version decides.
enum class Asks { for_memory, for_none };

/// `call` returns a container, a View, a number, or what `digest` appends to a string. Each of its
/// allocations fails once. Then the call throws alloc_failed and names itself, or one of the public
/// operations that it is made of, or it does without; nothing leaks, what is watched is as before,
/// and the next call gives what the first one gave.
template <class Call, class Digest>
void each_allocation_fails(std::string_view operations, const Watched& watched, const Call& call,
                           const Digest& digest, Asks asks = Asks::for_memory) {
  SCOPED_TRACE(operations);
  const auto digested = [&](const auto& result) {
    std::string bytes;
    digest(bytes, result);
    watched.append_to(bytes);
    return bytes;
  };
  watched.restore();
  const std::string expected = digested(call());
  watched.restore();
  digested(call());  // what the library keeps once for all is there now
  bool reached = true, failed = false;
  for (std::int64_t number = 1; reached; ++number) {
    SCOPED_TRACE("allocation " + std::to_string(number));
    watched.restore();
    const std::int64_t live = live_allocations();
    bool same = true;
    const Outcome outcome = call_with_failure(
        number, call, [&](const auto& result) { same = digested(result) == expected; });
    const std::int64_t leaked = live_allocations() - live;
    EXPECT_EQ(leaked, 0) << "allocations were not freed: " << outcome.message.data();
    EXPECT_TRUE(same) << "another result";
    if (!outcome.succeeded) {
      EXPECT_EQ(outcome.status, Status::alloc_failed) << outcome.message.data();
      EXPECT_TRUE(names_one_of(operations, outcome.message.data())) << outcome.message.data();
      EXPECT_TRUE(watched.unchanged()) << "an argument has changed";
    }
    failed = failed || !outcome.succeeded;
    reached = outcome.reached;
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_TRUE(failed || asks == Asks::for_none) << "the call allocates nothing";
}
template <class Call>
void each_allocation_fails(std::string_view operations, const Watched& watched, const Call& call,
                           Asks asks = Asks::for_memory) {
  each_allocation_fails(
      operations, watched, call,
      [](std::string& bytes, const auto& result) { append(bytes, result); }, asks);
}

// --- matrices ------------------------------------------------------------------------------------

using Csr = CsrMatrix<double, std::int32_t, std::int32_t, Space>;

/// n x n: near the diagonal and far from it, sorted and unique; rows of 4 to 6 entries.
inline Csr test_matrix(std::int32_t n = 60) {
  std::vector<std::int32_t> offsets{0}, columns;
  std::vector<double> values;
  for (std::int32_t row = 0; row < n; ++row) {
    std::set<std::int32_t> places{row, (row + 1) % n, (row + n - 1) % n, (7 * row + 3) % n};
    if (row % 3 == 0) places.insert({(row + n / 2) % n, (row * row) % n});
    for (const std::int32_t column : places) {
      columns.push_back(column);
      values.push_back(1 + 0.25 * ((3 * row + column) % 11));
    }
    offsets.push_back(std::int32_t(columns.size()));
  }
  return {n,
          n,
          array<Space>(offsets),
          array<Space>(columns),
          array<Space>(values),
          {.sorted = true, .unique = true}};
}

/// n entries that are none of them zero.
inline Kokkos::View<double*, Space> test_vector(std::int64_t n) {
  std::vector<double> entries(n);
  for (std::int64_t i = 0; i < n; ++i) entries[i] = 0.5 + double(i % 13);
  return array<Space>(entries);
}

/// rows x columns, column-major.
inline Kokkos::View<double**, Kokkos::LayoutLeft, Space> test_dense(int rows, int columns) {
  Kokkos::View<double**, Kokkos::LayoutLeft, Space> result("test", rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) result(i, j) = 0.25 + (i * 5 + j * 3) % 7;
  return result;
}

}  // namespace filigree::test
