// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/environment.hpp>

#include <Kokkos_Core.hpp>

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include <filigree/core/error.hpp>

namespace filigree {
namespace {

/// The device of set_device, for initialize().
std::optional<int> chosen_device;

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  file.exceptions(std::ios::badbit);  // a line that finds no memory is not the end of the file
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

void check_device(const char* operation, int device) {
  const int count = device_count();
  if (device >= 0 && device < count) return;
  detail::throw_error(Status::invalid_value, {operation, "device", std::to_string(device),
                                              count == 0 ? "no device: there is none"
                                                         : "0 to " + std::to_string(count - 1),
                                              "choose a device that device_count() counts"});
}

}  // namespace

int device_count() { return std::max(Kokkos::num_devices(), 0); }

int current_device() { return Kokkos::device_id(); }

int device_of_rank(int rank) {
  if (rank < 0)
    detail::throw_error(Status::invalid_value, {"device_of_rank", "rank", std::to_string(rank),
                                                "0 or more", "pass the rank of the process"});
  const int count = device_count();
  return count == 0 ? -1 : rank % count;
}

int set_device(int device) {
  check_device("set_device", device);
  if (Kokkos::is_initialized() && Kokkos::device_id() != device)
    detail::throw_error(Status::not_supported, {"set_device", "device", std::to_string(device),
                                                "device " + std::to_string(Kokkos::device_id()) +
                                                    ", on which Kokkos was initialised",
                                                "choose the device before Kokkos is initialised"});
  chosen_device = device;
  return device;
}

int set_device_by_rank(int rank) {
  const int device = device_of_rank(rank);
  return device < 0 ? device : set_device(device);
}

namespace {

void initialize_with(Kokkos::InitializationSettings settings) {
  if (Kokkos::is_initialized()) return;
  if (chosen_device) settings.set_device_id(*chosen_device);
  Kokkos::initialize(settings);
}

}  // namespace

void initialize() { initialize_with({}); }

void detail::initialize_quietly() {
  initialize_with(Kokkos::InitializationSettings().set_disable_warnings(true));
}

DeviceProperties host_properties() {
  DeviceProperties result;
  result.name = processor_name();
  result.multiprocessors = Kokkos::is_initialized()
                               ? Kokkos::DefaultHostExecutionSpace().concurrency()
                               : int(sysconf(_SC_NPROCESSORS_ONLN));
  result.memory_bytes = std::int64_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
#if defined(_SC_LEVEL3_CACHE_SIZE)
  result.cache_bytes = std::max<std::int64_t>(0, sysconf(_SC_LEVEL3_CACHE_SIZE));
#endif
  return result;
}

DeviceProperties device_properties() {
  const int device = current_device();
  return device < 0 ? host_properties() : device_properties(device);
}

#if defined(KOKKOS_ENABLE_CUDA)

DeviceProperties device_properties(int device) {
  check_device("device_properties", device);
  const auto attribute = [device](cudaDeviceAttr which) {
    int value = 0;
    return cudaDeviceGetAttribute(&value, which, device) == cudaSuccess ? value : 0;
  };
  cudaDeviceProp properties{};
  if (const cudaError_t error = cudaGetDeviceProperties(&properties, device); error != cudaSuccess)
    detail::throw_error(
        Status::execution_failed,
        {"device_properties", "device", std::to_string(device),
         std::string("a device that answers; CUDA says: ") + cudaGetErrorString(error),
         "check the driver"});
  DeviceProperties result;
  result.name = properties.name;
  result.is_host = false;
  result.multiprocessors = properties.multiProcessorCount;
  result.warp_size = properties.warpSize;
  result.max_threads_per_multiprocessor = properties.maxThreadsPerMultiProcessor;
  result.max_registers_per_block = properties.regsPerBlock;
  result.memory_clock_khz = attribute(cudaDevAttrMemoryClockRate);
  result.memory_bus_bits = attribute(cudaDevAttrGlobalMemoryBusWidth);
  // Double data rate: two words a clock.
  result.peak_bandwidth_mb_per_s =
      2e-3 * double(result.memory_clock_khz) * double(result.memory_bus_bits) / 8;
  result.unified_addressing = properties.unifiedAddressing != 0;
  result.memory_bytes = std::int64_t(properties.totalGlobalMem);
  result.cache_bytes = properties.l2CacheSize;
  return result;
}

void detail::bind_thread_to_device() {
  const int device = current_device();
  if (const cudaError_t error = cudaSetDevice(device); error != cudaSuccess)
    throw_error(Status::execution_failed,
                {"start", "device", std::to_string(device),
                 std::string("a device that answers; CUDA says: ") + cudaGetErrorString(error),
                 "check the driver"});
}

#else

DeviceProperties device_properties(int device) {
  check_device("device_properties", device);
  return host_properties();
}

void detail::bind_thread_to_device() {}

#endif

std::string DeviceProperties::to_string() const {
  std::ostringstream out;
  out << "name: " << name << "\nhost: " << (is_host ? "yes" : "no")
      << "\nmultiprocessors: " << multiprocessors << "\nwarp size: " << warp_size
      << "\nthreads per multiprocessor: " << max_threads_per_multiprocessor
      << "\nregisters per block: " << max_registers_per_block
      << "\nmemory clock (kHz): " << memory_clock_khz
      << "\nmemory bus width (bits): " << memory_bus_bits
      << "\npeak bandwidth (MB/s): " << peak_bandwidth_mb_per_s
      << "\nunified addressing: " << (unified_addressing ? "yes" : "no")
      << "\nmemory (bytes): " << memory_bytes << "\nlast-level cache (bytes): " << cache_bytes
      << '\n';
  return out.str();
}

}  // namespace filigree
