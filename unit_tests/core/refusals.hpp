// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <filigree/core/error.hpp>

/// Tables of calls that must fail, and what they must say.

namespace filigree::test {

struct Refusal {
  const char* what;
  Status status;
  const char* argument;
  const char* part;  ///< of the message
  std::function<void()> call;
};

inline void expect_refusals(const std::vector<Refusal>& cases) {
  for (const Refusal& c : cases) {
    SCOPED_TRACE(c.what);
    try {
      c.call();
      ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), c.status) << error.what();
      EXPECT_EQ(error.argument(), c.argument) << error.what();
      EXPECT_NE(std::string(error.what()).find(c.part), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("expected"), std::string::npos) << error.what();
    }
  }
}

}  // namespace filigree::test
