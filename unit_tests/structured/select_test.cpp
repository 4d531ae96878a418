// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structured/select.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <filigree/core/error.hpp>

#include "structured/messages.hpp"

namespace filigree::structured {
namespace {

using Names = std::vector<std::string_view>;

constexpr Machine hopper{.is_cuda = true, .has_wgmma = true, .multiprocessors = 132};

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

/// Those that need no workspace.
template <class In>
Names names(MatmulArguments arguments, const Machine& machine = hopper,
            const StructuredKind& kind = OwnKind<In>::value()) {
  arguments.kind = kind;
  Names result;
  double cost = 0;
  const Candidates candidates = tuned_candidates<In, In>(machine, arguments);
  for (const auto& candidate : candidates.span()) {
    EXPECT_GE(candidate.seconds, cost) << "the best one first";
    cost = candidate.seconds;
    if (parts_of(candidate.name) == 1) result.push_back(candidate.name);
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

/// Names do not change, nor what they mean.
TEST(StructuredSelect, SplitNames) {
  std::vector<int> parts;
  for (const SplitKernel& split : split_kernels) {
    parts.push_back(split.parts);
    EXPECT_EQ(split.name, "structured_matmul_wgmma_split" + std::to_string(split.parts) + "_cuda");
    EXPECT_EQ(parts_of(split.name), split.parts);
  }
  EXPECT_EQ(parts, (std::vector<int>{2, 3, 4, 6, 8, 12, 16, 24, 32, 64}));
  for (const auto name : {small_n_name, wgmma_name, tiled_name}) EXPECT_EQ(parts_of(name), 1);
}

/// m x n x k with B along k.
MatmulArguments product(std::int64_t m, std::int64_t n, std::int64_t k) {
  MatmulArguments arguments = product(n);
  arguments.m = m;
  arguments.k = k;
  arguments.b_stride_n = (k + 15) / 16 * 16;
  return arguments;
}

template <class In>
std::vector<int> splits(MatmulArguments arguments, const Machine& machine = hopper) {
  arguments.kind = OwnKind<In>::value();
  std::vector<int> parts;
  const Candidates candidates = tuned_candidates<In, In>(machine, arguments);
  for (const auto& candidate : candidates.span())
    if (parts_of(candidate.name) > 1) parts.push_back(parts_of(candidate.name));
  std::sort(parts.begin(), parts.end());
  return parts;
}

TEST(StructuredSelect, PartsOfK) {
  using Parts = std::vector<int>;
  // Parts have 256 bytes of k at least, the last ones perhaps of padding.
  EXPECT_EQ(splits<half>(product(512, 512, 128)), Parts{});
  EXPECT_EQ(splits<half>(product(512, 512, 129)), Parts{2});
  EXPECT_EQ(splits<float>(product(512, 512, 64 * 6)), (Parts{2, 3, 4, 6}));
  EXPECT_EQ(splits<std::int8_t>(product(512, 512, 256 * 6)), (Parts{2, 3, 4, 6}));
  EXPECT_EQ(splits<half>(product(512, 512, 128 * 64)).size(), std::size(split_kernels));
  EXPECT_EQ(splits<half>(product(16, 16, 128 * 64)).size(), std::size(split_kernels));
  // Sums of at most 64 MiB.
  EXPECT_EQ(splits<half>(product(2048, 2048, 16384)), (Parts{2, 3, 4}));
  EXPECT_EQ(splits<half>(product(2049, 2048, 16384)), (Parts{2, 3}));
  EXPECT_EQ(splits<half>(product(4096, 4096, 16384)), Parts{});
  MatmulArguments batch = product(512, 512, 16384);
  batch.batches = 16;
  EXPECT_EQ(splits<half>(batch), (Parts{2, 3, 4}));
  batch.batches = (std::int64_t(1) << 31) - 1;
  EXPECT_EQ(splits<half>(batch), Parts{});
  EXPECT_EQ(splits<half>(product(1 << 30, 1 << 30, 1 << 30)), Parts{});
  // Only what the wgmma kernel takes.
  EXPECT_EQ(splits<half>(product(512, 512, 16384), {.is_cuda = true}), Parts{});
  EXPECT_EQ(splits<half>(product(512, 512, 16384), {.is_host = true}), Parts{});
  MatmulArguments odd = product(512, 512, 16384);
  odd.b_stride_n += 1;
  EXPECT_EQ(splits<half>(odd), Parts{});
}

TEST(StructuredSelect, WorkspaceOfParts) {
  // 2 of 64 rows, 4 of 8 columns, of floats.
  MatmulArguments arguments = product(65, 25, 16384);
  EXPECT_EQ(workspace_bytes("structured_matmul_wgmma_split2_cuda", arguments),
            2u * (2 * 64) * (4 * 8) * 4);
  arguments.batches = 3;
  EXPECT_EQ(workspace_bytes("structured_matmul_wgmma_split16_cuda", arguments),
            16u * 3 * (2 * 64) * (4 * 8) * 4);
  for (const auto name : {small_n_name, wgmma_name, tiled_name})
    EXPECT_EQ(workspace_bytes(name, arguments), 0u);
}

template <class In>
std::string_view first(MatmulArguments arguments) {
  arguments.kind = OwnKind<In>::value();
  return tuned_candidates<In, In>(hopper, arguments).kernels[0].name;
}

/// Parts for as many clusters as there are tiles too few, where k is long.
TEST(StructuredSelect, ChoosesParts) {
  EXPECT_EQ(first<half>(product(256, 256, 32768)), "structured_matmul_wgmma_split32_cuda");
  EXPECT_EQ(first<half>(product(512, 512, 16384)), "structured_matmul_wgmma_split12_cuda");
  EXPECT_EQ(first<half>(product(1024, 1024, 8192)), "structured_matmul_wgmma_split4_cuda");
  EXPECT_EQ(first<std::int8_t>(product(512, 512, 16384)), "structured_matmul_wgmma_split8_cuda");
  EXPECT_EQ(first<half>(product(512, 512, 512)), wgmma_name);
  EXPECT_EQ(first<half>(product(1024, 1024, 2048)), wgmma_name);
  EXPECT_EQ(first<half>(product(2048, 2048, 4096)), wgmma_name);
  EXPECT_EQ(first<half>(product(4096, 4096, 4096)), wgmma_name);
  EXPECT_EQ(first<half>(product(8192, 8192, 8192)), wgmma_name);
  EXPECT_EQ(first<half>(product(512, 16, 32768)), small_n_name);
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
