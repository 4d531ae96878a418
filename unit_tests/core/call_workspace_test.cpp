// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/detail/call_workspace.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>

#include <filigree/core/error.hpp>

#include "spmv/expect_error.hpp"

/// The workspace of a call: what the caller gave, or the call's own.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using Workspace = detail::CallWorkspace<Exec>;

struct Call {
  void* workspace = nullptr;
  std::size_t workspace_bytes = 0;
};

Workspace workspace_of(const Call& call, std::size_t needed) {
  return {"test", "TestPlan", "filigree::test::workspace", Exec(), call, needed};
}

TEST(CallWorkspace, the_callers_is_used_where_it_is_enough) {
  alignas(16) std::array<std::byte, 64> given;
  Call call{given.data(), given.size()};
  const Workspace workspace = workspace_of(call, given.size());
  EXPECT_EQ(workspace.data(), given.data());
  Call lent;
  workspace.lend_to(lent);
  EXPECT_EQ(lent.workspace, given.data());
  EXPECT_EQ(lent.workspace_bytes, given.size());
}

TEST(CallWorkspace, without_one_the_call_has_its_own) {
  Call call;
  const Workspace workspace = workspace_of(call, 100);
  ASSERT_NE(workspace.data(), nullptr);
  workspace.lend_to(call);
  EXPECT_EQ(call.workspace, workspace.data());
  EXPECT_EQ(call.workspace_bytes, 100u);
}

TEST(CallWorkspace, what_the_caller_gave_is_checked) {
  alignas(16) std::array<std::byte, 64> given;
  expect_error(Status::invalid_value, "63 bytes, expected 64 bytes", [&] {
    workspace_of({given.data(), 63}, 64);
  });
  expect_error(Status::invalid_value, "TestPlan::workspace_bytes", [&] {
    workspace_of({given.data(), 63}, 64);
  });
  expect_error(Status::invalid_value, "not a multiple of 16", [&] {
    workspace_of({given.data() + 8, 32}, 32);
  });
}

TEST(CallWorkspace, where_none_is_needed_nothing_is_checked_or_allocated) {
  EXPECT_EQ(workspace_of({}, 0).data(), nullptr);
  alignas(16) std::array<std::byte, 16> given;
  EXPECT_EQ(workspace_of({given.data() + 1, 3}, 0).data(), given.data() + 1);
}

}  // namespace
}  // namespace filigree::test
