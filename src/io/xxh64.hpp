// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

namespace filigree::detail {

/// XXH64 with seed 0 (Y. Collet, "xxHash fast digest algorithm", 2014; specification 0.1.1).
std::uint64_t xxh64(const void* data, std::size_t size);

}  // namespace filigree::detail
