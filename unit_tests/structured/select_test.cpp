// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structured/select.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <filigree/core/error.hpp>

#include "structured/messages.hpp"

namespace filigree::structured {
namespace {

using Names = std::vector<std::string_view>;

constexpr Machine hopper{.is_cuda = true, .has_wgmma = true};

/// 512 x 512 x n with B along k; addresses that are multiples of 128.
MatmulArguments product(std::int64_t n) {
  MatmulArguments arguments{};
  arguments.m = arguments.k = 512;
  arguments.n = n;
  arguments.b_stride_k = 1;
  arguments.b_stride_n = 512;
  arguments.d_stride_m = 1;
  arguments.d_stride_n = 512;
  return arguments;
}

template <class In>
Names names(MatmulArguments arguments, const Machine& machine = hopper,
            const StructuredKind& kind = OwnKind<In>::value()) {
  arguments.kind = kind;
  Names result;
  double cost = 0;
  const Candidates candidates = tuned_candidates<In, In>(machine, arguments);
  for (const auto& candidate : candidates.span()) {
    EXPECT_GT(candidate.cost, cost) << "the best one first";
    cost = candidate.cost;
    result.push_back(candidate.name);
  }
  return result;
}

TEST(StructuredSelect, ByMachine) {
  EXPECT_EQ(names<half>(product(64), {}), Names{});
  EXPECT_EQ(names<half>(product(64), {.is_host = true}), Names{"structured_matmul_host"});
  EXPECT_EQ(names<half>(product(64), {.is_cuda = true}), Names{tiled_name});
}

TEST(StructuredSelect, ByColumns) {
  const Names few{small_n_name, wgmma_name, tiled_name}, many{wgmma_name, tiled_name};
  for (const int n : {1, 16, 32}) {
    EXPECT_EQ(names<half>(product(n)), few);
    EXPECT_EQ(names<float>(product(n)), few);
    EXPECT_EQ(names<std::int8_t>(product(n)), few);
  }
  for (const int n : {33, 4096}) EXPECT_EQ(names<float8_e4m3>(product(n)), many);
  MatmulArguments batch = product(16);
  batch.batches = 65536;
  EXPECT_EQ(names<half>(batch), many);
}

TEST(StructuredSelect, ByKind) {
  for (const StructuredKind& kind :
       {structured_1_2, structured_1_4, structured_2_8, structured_paired_4_8}) {
    EXPECT_EQ(names<half>(product(16), hopper, kind), Names{});
    EXPECT_EQ(names<half>(product(16), {.is_host = true}, kind), Names{"structured_matmul_host"});
    EXPECT_THROW(detail::check_tuned_kind(kind, structured_2_4), Error);
  }
  EXPECT_EQ(names<float>(product(16), hopper, structured_2_4), Names{});
  EXPECT_NO_THROW(detail::check_tuned_kind(structured_2_4, structured_2_4));
  try {
    detail::check_tuned_kind(structured_paired_4_8, structured_1_2);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::not_supported);
    EXPECT_NE(std::string(error.what()).find("of kind paired 4:8"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("expected 1:2"), std::string::npos) << error.what();
  }
}

TEST(StructuredSelect, WithoutRowsOrTerms) {
  for (const auto size : {&MatmulArguments::m, &MatmulArguments::k}) {
    MatmulArguments empty = product(64);
    empty.*size = 0;
    EXPECT_EQ(names<half>(empty), Names{tiled_name});
  }
  MatmulArguments huge = product(std::int64_t(1) << 31);
  EXPECT_EQ(names<half>(huge), Names{tiled_name});
  huge.n = huge.m = std::int64_t(1) << 40;
  EXPECT_EQ(names<half>(huge), Names{});
}

/// What the copy engine cannot read goes to the kernel that takes all.
TEST(StructuredSelect, ByAlignment) {
  const auto changed = [](const auto& change) {
    MatmulArguments arguments = product(64);
    change(arguments);
    return arguments;
  };
  const auto is_tiled = [&](const auto& change) {
    return names<half>(changed(change)) == Names{tiled_name};
  };
  EXPECT_TRUE(is_tiled([](auto& a) { a.b_stride_n = 513; }));
  EXPECT_TRUE(is_tiled([](auto& a) { a.b_stride_n = 0; }));
  EXPECT_TRUE(is_tiled([](auto& a) { a.b_batch_stride = 4; }));
  EXPECT_TRUE(is_tiled([](auto& a) { a.b_stride_k = 2; }));
  EXPECT_TRUE(is_tiled([](auto& a) { a.b = reinterpret_cast<const void*>(8); }));
  EXPECT_TRUE(is_tiled([](auto& a) { a.a = reinterpret_cast<const void*>(64); }));
  EXPECT_FALSE(is_tiled([](auto& a) { a.d_stride_m = a.d_stride_n = 3; }));
  const auto along_n = changed([](auto& a) { std::swap(a.b_stride_k, a.b_stride_n); });
  EXPECT_EQ(names<bfloat16>(along_n), (Names{wgmma_name, tiled_name}));
  EXPECT_EQ(names<float>(along_n), Names{tiled_name});
  EXPECT_EQ(names<std::int8_t>(along_n), Names{tiled_name});
}

}  // namespace
}  // namespace filigree::structured
