// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <cusparse/objects.hpp>

/// Functions of a caller's, compiled to LTO-IR by NVRTC, in kernels of this library. The compiler,
/// the linker and the driver are loaded when a program comes with such code; it needs NVRTC for its
/// own part, too.

namespace filigree::cusparse {

struct CodeBytes {
  const void* data;
  std::size_t size;
};

/// What CUDA C++ calls the scalars of a product. Throws not_supported for others than the four real
/// and complex ones.
const char* scalar_in_cuda(const char* call, cudaDataType type);

/// A kernel `filigree_kernel` with blocks of any number of threads, linked with functions that it
/// declares. For the device of the handle.
class UserCode {
 public:
  /// Throws not_supported on a host, or where one of the libraries is not there; invalid_value
  /// where the code has not the functions.
  UserCode(const char* call, const cusparseContext& handle, const std::string& source,
           const std::vector<CodeBytes>& code);
  UserCode(const UserCode&) = delete;
  UserCode& operator=(const UserCode&) = delete;
  ~UserCode();

  /// Writes a variable of the caller's code, in stream order. Throws invalid_value where it has
  /// none of that name and size.
  void set_variable(const char* call, const cusparseContext& handle, const char* name,
                    const void* data, std::size_t bytes) const;
  void launch(const char* call, const cusparseContext& handle, std::int64_t threads,
              void** arguments) const;

 private:
  void* module_ = nullptr;
  void* kernel_ = nullptr;
};

/// The machine code of a kernel that is compiled from `source` and linked with `code`, for compute
/// capability `arch`, as 90.
std::vector<char> link_user_code(const char* call, int arch, const std::string& source,
                                 const std::vector<CodeBytes>& code);

}  // namespace filigree::cusparse
