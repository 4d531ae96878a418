// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/version.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

TEST(Version, LinkedLibraryIsTheOneOfTheHeaders) {
  EXPECT_EQ(filigree::version().number(), FILIGREE_VERSION);
  EXPECT_STREQ(filigree::version_string(), FILIGREE_VERSION_STRING);
}

TEST(BuildOptions, AgreeWithKokkosAndCompiler) {
  const filigree::BuildOptions options = filigree::build_options();
  EXPECT_EQ(options.kokkos_version.number(), KOKKOS_VERSION);
  EXPECT_EQ(options.default_execution_space, Kokkos::DefaultExecutionSpace::name());
  EXPECT_FALSE(options.compiler.empty());
#ifdef KOKKOS_ENABLE_CUDA
  EXPECT_TRUE(options.cuda);
#else
  EXPECT_FALSE(options.cuda);
#endif
}

TEST(BuildOptions, TextNamesEveryOption) {
  const std::string text = filigree::build_options().to_string();
  for (const char* name :
       {"filigree: ", "git hash: ", "kokkos: ", "kokkos devices: ", "kokkos architecture: ",
        "default execution space: ", "compiler: ", "flags: ", "build type: ", "library: ", "cuda: ",
        "zlib: ", "sanitizers: "}) {
    EXPECT_NE(text.find(name), std::string::npos) << name << " is missing in:\n" << text;
  }
}

}  // namespace
