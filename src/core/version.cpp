// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/version.hpp>

#include <build_info.hpp>

#include <Kokkos_Core.hpp>

#include <sstream>

namespace filigree {

namespace {

std::string version_text(const Version& v) {
  return std::to_string(v.major) + '.' + std::to_string(v.minor) + '.' + std::to_string(v.patch);
}

const char* yes_no(bool value) { return value ? "yes" : "no"; }

}  // namespace

Version version() noexcept {
  return {FILIGREE_VERSION_MAJOR, FILIGREE_VERSION_MINOR, FILIGREE_VERSION_PATCH};
}

const char* version_string() noexcept { return FILIGREE_VERSION_STRING; }

BuildOptions build_options() {
  BuildOptions options;
  options.version = version();
  options.git_hash = FILIGREE_BUILD_GIT_HASH;
  options.kokkos_version = {KOKKOS_VERSION_MAJOR, KOKKOS_VERSION_MINOR, KOKKOS_VERSION_PATCH};
  options.kokkos_devices = FILIGREE_BUILD_KOKKOS_DEVICES;
  options.kokkos_arch = FILIGREE_BUILD_KOKKOS_ARCH;
  options.default_execution_space = Kokkos::DefaultExecutionSpace::name();
  options.compiler = FILIGREE_BUILD_COMPILER;
  options.cxx_flags = FILIGREE_BUILD_CXX_FLAGS;
  options.build_type = FILIGREE_BUILD_TYPE;
  options.shared_library = BUILD_SHARED_LIBS;
#ifdef KOKKOS_ENABLE_CUDA
  options.cuda = true;
#endif
#ifdef FILIGREE_HAVE_ZLIB
  options.zlib = true;
#endif
  options.sanitize = FILIGREE_BUILD_SANITIZE;
  return options;
}

std::string BuildOptions::to_string() const {
  std::ostringstream out;
  out << "filigree: " << version_text(version) << '\n'
      << "git hash: " << (git_hash.empty() ? "unknown" : git_hash) << '\n'
      << "kokkos: " << version_text(kokkos_version) << '\n'
      << "kokkos devices: " << kokkos_devices << '\n'
      << "kokkos architecture: " << (kokkos_arch.empty() ? "none chosen" : kokkos_arch) << '\n'
      << "default execution space: " << default_execution_space << '\n'
      << "compiler: " << compiler << '\n'
      << "flags: " << cxx_flags << '\n'
      << "build type: " << build_type << '\n'
      << "library: " << (shared_library ? "shared" : "static") << '\n'
      << "cuda: " << yes_no(cuda) << '\n'
      << "zlib: " << yes_no(zlib) << '\n'
      << "sanitizers: " << (sanitize.empty() ? "none" : sanitize) << '\n';
  return out.str();
}

}  // namespace filigree
