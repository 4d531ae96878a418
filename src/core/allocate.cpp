// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/detail/allocate.hpp>

#include <exception>
#include <stdexcept>

#include <core/no_memory.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <cuda_runtime_api.h>
#endif

namespace filigree::detail {

void throw_device_failure(std::string_view operation, const std::string& label,
                          const std::string& reported) {
  const std::string found =
      "the device reports '" + reported + "' where memory for '" + label + "' was asked for";
  if (operation.empty()) throw std::runtime_error(found);
  throw_error(Status::execution_failed,
              {operation, "", found, "a device that works", "look for what failed on it before"});
}

void throw_alloc_failed(std::string_view operation, const std::string& label, std::int64_t length,
                        std::size_t entry_bytes) {
  const std::string found = "no memory for '" + label + "', " + std::to_string(length) +
                            " entries of " + std::to_string(entry_bytes) + " bytes";
  if (operation.empty()) throw NoMemory(found);
  throw_error(Status::alloc_failed, {operation, "", found, "an allocation that succeeds",
                                     "free memory or use a smaller matrix"});
}

/// What a kernel has done to the device before is often reported by the allocation after it.
void rethrow_alloc_failed(std::string_view operation, const std::string& label, std::int64_t length,
                          std::size_t entry_bytes) {
  try {
    throw;
  } catch (const NoMemory&) {
  } catch (const std::runtime_error& error) {
    if (!is_about_allocation(error)) throw;
#if defined(KOKKOS_ENABLE_CUDA)
    // Kokkos says so whatever the error was, and has cleared it: one that is still there is an
    // earlier one that ended the context.
    const cudaError_t earlier = cudaPeekAtLastError();
    if (earlier != cudaSuccess && earlier != cudaErrorMemoryAllocation)
      throw_device_failure(operation, label, cudaGetErrorString(earlier));
#endif
  } catch (const std::exception&) {  // bad_alloc, length_error
  }
  throw_alloc_failed(operation, label, length, entry_bytes);
}

}  // namespace filigree::detail
