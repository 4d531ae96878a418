// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/error.hpp>
#include <filigree/core/operation.hpp>

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace filigree {
namespace {

TEST(Status, EveryOneHasANameAndADescriptionOfItsOwn) {
  std::set<std::string> names, descriptions;
  for (int status = int(Status::success); status <= int(Status::stale_plan); ++status) {
    names.emplace(status_name(Status(status)));
    descriptions.emplace(status_description(Status(status)));
  }
  EXPECT_EQ(names.size(), 13u);
  EXPECT_EQ(descriptions.size(), 13u);
  EXPECT_EQ(status_name(Status::zero_pivot), "zero_pivot");
  EXPECT_EQ(status_name(Status::success), "success");
  EXPECT_EQ(status_name(Status::stale_plan), "stale_plan");
}

TEST(Error, SaysEverythingInOneLine) {
  const Error error(Status::invalid_value,
                    {"spmv", "x", "length 7", "length 10", "pass a longer vector"});
  EXPECT_STREQ(
      error.what(),
      "spmv: argument 'x': length 7, expected length 10; pass a longer vector [invalid_value]");
  EXPECT_EQ(error.status(), Status::invalid_value);
  EXPECT_EQ(error.argument(), "x");
}

TEST(Error, LeavesOutWhatIsNotThere) {
  const Error error(Status::alloc_failed, {"spmv", "", "no memory", "", ""});
  EXPECT_STREQ(error.what(), "spmv: no memory [alloc_failed]");
  EXPECT_EQ(error.argument(), "");
}

TEST(Error, PlainMessage) {
  const Error error(Status::not_supported, "no such thing");
  EXPECT_STREQ(error.what(), "no such thing [not_supported]");
  EXPECT_EQ(error.status(), Status::not_supported);
}

TEST(Error, IsARuntimeError) {
  EXPECT_THROW(detail::throw_error(Status::internal_error, {"a", "b", "c", "d", "e"}),
               std::runtime_error);
}

TEST(Names, OfOperationsAndProperties) {
  EXPECT_EQ(name(Op::none), "none");
  EXPECT_EQ(name(Op::transpose), "transpose");
  EXPECT_EQ(name(Op::conjugate_transpose), "conjugate_transpose");
  EXPECT_EQ(name(MatrixType::general), "general");
  EXPECT_EQ(name(MatrixType::symmetric), "symmetric");
  EXPECT_EQ(name(MatrixType::hermitian), "hermitian");
  EXPECT_EQ(name(MatrixType::triangular), "triangular");
  EXPECT_EQ(name(FillMode::lower), "lower");
  EXPECT_EQ(name(FillMode::upper), "upper");
  EXPECT_EQ(name(DiagonalType::unit), "unit");
  EXPECT_EQ(name(DiagonalType::non_unit), "non_unit");
}

}  // namespace
}  // namespace filigree
