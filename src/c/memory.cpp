// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <filigree/core/environment.hpp>
#include <filigree/core/error.hpp>

#include <c/objects.hpp>

/// Memory of targets, and what devices are.

namespace filigree::c {
namespace {

DeviceProperties properties_of(const char* call, int device) {
  if (device < -1 || (device > 0 && device >= device_count()))
    detail::throw_error(Status::invalid_value,
                        {call, "device", std::to_string(device),
                         "-1, or a device of the " + std::to_string(device_count()) + " there are",
                         "pass -1 for the one that calls run on"});
  if (device_count() == 0) return host_properties();
  runtime::start();
  return device == -1 ? device_properties() : device_properties(device);
}

}  // namespace

void get_device(int* device) {
  runtime::start();
  *device = current_device();
}

void device_get_property(int device, filigree_device_property_t property, std::int64_t* value) {
  const DeviceProperties properties = properties_of("filigree_device_get_property", device);
  switch (property) {
    case FILIGREE_DEVICE_PROPERTY_MULTIPROCESSORS:
      *value = properties.multiprocessors;
      break;
    case FILIGREE_DEVICE_PROPERTY_WARP_SIZE:
      *value = properties.warp_size;
      break;
    case FILIGREE_DEVICE_PROPERTY_MAX_THREADS_PER_MULTIPROCESSOR:
      *value = properties.max_threads_per_multiprocessor;
      break;
    case FILIGREE_DEVICE_PROPERTY_MAX_REGISTERS_PER_BLOCK:
      *value = properties.max_registers_per_block;
      break;
    case FILIGREE_DEVICE_PROPERTY_MEMORY_CLOCK_KHZ:
      *value = properties.memory_clock_khz;
      break;
    case FILIGREE_DEVICE_PROPERTY_MEMORY_BUS_BITS:
      *value = properties.memory_bus_bits;
      break;
    case FILIGREE_DEVICE_PROPERTY_PEAK_BANDWIDTH_MB_PER_S:
      *value = std::int64_t(properties.peak_bandwidth_mb_per_s);
      break;
    case FILIGREE_DEVICE_PROPERTY_UNIFIED_ADDRESSING:
      *value = properties.unified_addressing ? 1 : 0;
      break;
    case FILIGREE_DEVICE_PROPERTY_MEMORY_BYTES:
      *value = properties.memory_bytes;
      break;
    case FILIGREE_DEVICE_PROPERTY_CACHE_BYTES:
      *value = properties.cache_bytes;
      break;
  }
}

void device_get_name(int device, const char** name) {
  thread_local std::string kept;
  kept = properties_of("filigree_device_get_name", device).name;
  *name = kept.c_str();
}

void memory_allocate(filigree_handle_t handle, std::size_t bytes, void** memory) {
  *memory = runtime::allocate_memory(handle->target, bytes);
}

void memory_free(filigree_handle_t handle, void* memory) {
  runtime::free_memory(handle->target, memory);
}

void memory_copy(filigree_handle_t handle, filigree_copy_t kind, void* to, const void* from,
                 std::size_t bytes) {
  runtime::copy_memory(handle->target, runtime::CopyKind(kind), to, from, bytes);
}

void memory_fill(filigree_handle_t handle, void* memory, int byte, std::size_t bytes) {
  if (byte < 0 || byte > 255)
    detail::throw_error(Status::invalid_value, {"filigree_memory_fill", "byte",
                                                std::to_string(byte), "0 to 255", "pass one byte"});
  runtime::fill_memory(handle->target, memory, static_cast<unsigned char>(byte), bytes);
}

}  // namespace filigree::c
