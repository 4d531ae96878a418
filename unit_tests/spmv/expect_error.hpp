// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <string>

#include <filigree/core/error.hpp>

namespace filigree::test {

/// Fails unless the call throws an Error of that status whose message has `part` in it.
template <class Call>
void expect_error(Status status, const std::string& part, const Call& call) {
  try {
    call();
    ADD_FAILURE() << "nothing was thrown: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), status) << error.what();
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

}  // namespace filigree::test
