// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/core/config.hpp>
#include <filigree/core/export.hpp>

#include <string>

namespace filigree {

/// Version of the library that is linked. Compare with FILIGREE_VERSION, the version of the
/// headers: a program that runs with another shared library than it was compiled with sees the
/// difference here.
struct Version {
  ///@{
  /// The three numbers of "major.minor.patch".
  int major = 0;
  int minor = 0;
  int patch = 0;
  ///@}

  /// 10000 major + 100 minor + patch, as FILIGREE_VERSION.
  constexpr int number() const noexcept { return major * 10000 + minor * 100 + patch; }
};

/// How the library that is linked was built.
struct BuildOptions {
  Version version;         ///< of the library that is linked
  std::string git_hash;    ///< short hash of the commit, empty when it was not built in a git tree
  Version kokkos_version;  ///< of the Kokkos that it was compiled against
  std::string kokkos_devices;  ///< e.g. "OPENMP SERIAL CUDA"
  std::string kokkos_arch;     ///< e.g. "HOPPER90", empty when none was chosen
  /// As Kokkos names it, e.g. "Cuda".
  std::string default_execution_space;
  std::string compiler;         ///< name and version
  std::string cxx_flags;        ///< flags of the build type included
  std::string build_type;       ///< e.g. "Release"
  bool shared_library = false;  ///< false: a static one
  bool cuda = false;            ///< CUDA back end and tuned CUDA kernels are in
  bool zlib = false;            ///< .gz files can be read
  std::string sanitize;         ///< sanitizers, empty for none

  /// All of the above, one "name: value" a line.
  FILIGREE_EXPORT std::string to_string() const;
};

/// Version of the library that is linked.
FILIGREE_EXPORT Version version() noexcept;

/// "major.minor.patch" of the library that is linked.
FILIGREE_EXPORT const char* version_string() noexcept;

/// Build options of the library that is linked. Kokkos need not be initialised.
FILIGREE_EXPORT BuildOptions build_options();

}  // namespace filigree
