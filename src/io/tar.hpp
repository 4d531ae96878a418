// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "text_source.hpp"

namespace filigree::detail {

/// Whether bytes begin a tar archive (POSIX.1-1988 or later, and GNU's).
bool is_tar(std::string_view bytes);

/// Makes a feed of the bytes of an archive, from its beginning.
using ArchiveBytes = std::function<std::unique_ptr<ByteFeed>()>;

/// The content of the member `wanted`. Where that is empty: of the only member whose name ends as
/// that of a matrix file; of several the one that is named as its folder, as NAME/NAME.mtx in the
/// archives of the SuiteSparse collection, which have right-hand sides beside it. Reads the archive
/// from its beginning up to there, through a buffer of bounded size.
/// \throws Error invalid_value where there is no such member, there are several, or the archive is
/// damaged.
std::unique_ptr<ByteFeed> tar_member(const ReadContext& context, const ArchiveBytes& archive,
                                     std::string_view wanted);

/// An archive's name and that of a member in it: `a.tar.gz:b/c.mtx` (.tar, .tgz), else `path` and
/// nothing.
std::pair<std::filesystem::path, std::string> split_member(const std::filesystem::path& path);

}  // namespace filigree::detail
