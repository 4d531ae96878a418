/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_HIP_RUNTIME_API_H
#define FILIGREE_HIP_RUNTIME_API_H

/** \file
 * What programs that call hipSPARSE need of HIP's runtime, by the CUDA runtime's calls that are
 * there: on a CUDA build the toolkit's, on a host build those of cuSPARSE's interface, with which
 * memory of the "device" is memory of the host.
 */

#include <stddef.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "library_types.h"

/** How the functions are declared: whoever makes a library of them says otherwise. */
#ifndef FILIGREE_HIP_FUNCTION
#define FILIGREE_HIP_FUNCTION static inline
#endif

/** What a call returns; the numbers are CUDA's, and so is any other one. */
typedef enum hipError_t {
  hipSuccess = 0,
  hipErrorInvalidValue = 1,
  hipErrorOutOfMemory = 2,
  hipErrorNoDevice = 100,
  hipErrorInvalidDevice = 101,
  hipErrorNotSupported = 801,
  hipErrorUnknown = 999
} hipError_t;

/** Which way a copy goes. */
typedef enum hipMemcpyKind {
  hipMemcpyHostToHost = 0,
  hipMemcpyHostToDevice = 1,
  hipMemcpyDeviceToHost = 2,
  hipMemcpyDeviceToDevice = 3,
  hipMemcpyDefault = 4
} hipMemcpyKind;

/** An order of work. */
typedef cudaStream_t hipStream_t;
/** A point of time. */
typedef cudaEvent_t hipEvent_t;

/** What programs ask about a device, laid out as in HIP 6; what is not named is 0. */
typedef struct hipDeviceProp_t {
  char name[256];
  char uuid[16];
  char luid[8];
  unsigned int luidDeviceNodeMask;
  size_t totalGlobalMem;
  size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate;
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment;
  int deviceOverlap;
  int multiProcessorCount;
  int unnamed[192];
  char gcnArchName[256];
  int unnamed_either[14];
} hipDeviceProp_t;

/** \name Errors. */
/**@{*/
FILIGREE_HIP_FUNCTION hipError_t hipGetLastError(void) { return (hipError_t)cudaGetLastError(); }
FILIGREE_HIP_FUNCTION const char* hipGetErrorName(hipError_t error) {
  return cudaGetErrorName((cudaError_t)error);
}
FILIGREE_HIP_FUNCTION const char* hipGetErrorString(hipError_t error) {
  return cudaGetErrorString((cudaError_t)error);
}
/**@}*/

/** \name Memory. */
/**@{*/
FILIGREE_HIP_FUNCTION hipError_t hipMalloc(void** memory, size_t bytes) {
  return (hipError_t)cudaMalloc(memory, bytes);
}
FILIGREE_HIP_FUNCTION hipError_t hipFree(void* memory) { return (hipError_t)cudaFree(memory); }
FILIGREE_HIP_FUNCTION hipError_t hipMemcpy(void* to, const void* from, size_t bytes,
                                           hipMemcpyKind kind) {
  return (hipError_t)cudaMemcpy(to, from, bytes, (enum cudaMemcpyKind)kind);
}
FILIGREE_HIP_FUNCTION hipError_t hipMemcpyAsync(void* to, const void* from, size_t bytes,
                                                hipMemcpyKind kind, hipStream_t stream) {
  return (hipError_t)cudaMemcpyAsync(to, from, bytes, (enum cudaMemcpyKind)kind, stream);
}
FILIGREE_HIP_FUNCTION hipError_t hipMemset(void* memory, int value, size_t bytes) {
  return (hipError_t)cudaMemset(memory, value, bytes);
}
FILIGREE_HIP_FUNCTION hipError_t hipMemsetAsync(void* memory, int value, size_t bytes,
                                                hipStream_t stream) {
  return (hipError_t)cudaMemsetAsync(memory, value, bytes, stream);
}
/**@}*/

/** \name Devices. */
/**@{*/
FILIGREE_HIP_FUNCTION hipError_t hipGetDeviceCount(int* count) {
  return (hipError_t)cudaGetDeviceCount(count);
}
FILIGREE_HIP_FUNCTION hipError_t hipGetDevice(int* device) {
  return (hipError_t)cudaGetDevice(device);
}
FILIGREE_HIP_FUNCTION hipError_t hipSetDevice(int device) {
  return (hipError_t)cudaSetDevice(device);
}
FILIGREE_HIP_FUNCTION hipError_t hipDeviceSynchronize(void) {
  return (hipError_t)cudaDeviceSynchronize();
}
FILIGREE_HIP_FUNCTION hipError_t hipDeviceReset(void) { return (hipError_t)cudaDeviceReset(); }
/** HIP 6 gives this one's symbol its release's name. */
#define hipGetDeviceProperties hipGetDevicePropertiesR0600
FILIGREE_HIP_FUNCTION hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_t* properties,
                                                             int device) {
  struct cudaDeviceProp found;
  const cudaError_t error = cudaGetDeviceProperties(&found, device);
  if (error != cudaSuccess) return (hipError_t)error;
  memset(properties, 0, sizeof *properties);
  memcpy(properties->name, found.name, sizeof properties->name);
  memcpy(properties->gcnArchName, found.name, sizeof properties->gcnArchName);
  properties->totalGlobalMem = found.totalGlobalMem;
  properties->major = found.major;
  properties->minor = found.minor;
  properties->multiProcessorCount = found.multiProcessorCount;
  properties->warpSize = 32;
  return hipSuccess;
}
/**@}*/

/** \name Streams and events. */
/**@{*/
FILIGREE_HIP_FUNCTION hipError_t hipStreamCreate(hipStream_t* stream) {
  return (hipError_t)cudaStreamCreate(stream);
}
FILIGREE_HIP_FUNCTION hipError_t hipStreamDestroy(hipStream_t stream) {
  return (hipError_t)cudaStreamDestroy(stream);
}
FILIGREE_HIP_FUNCTION hipError_t hipStreamSynchronize(hipStream_t stream) {
  return (hipError_t)cudaStreamSynchronize(stream);
}
FILIGREE_HIP_FUNCTION hipError_t hipEventCreate(hipEvent_t* event) {
  return (hipError_t)cudaEventCreate(event);
}
FILIGREE_HIP_FUNCTION hipError_t hipEventDestroy(hipEvent_t event) {
  return (hipError_t)cudaEventDestroy(event);
}
FILIGREE_HIP_FUNCTION hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  return (hipError_t)cudaEventRecord(event, stream);
}
FILIGREE_HIP_FUNCTION hipError_t hipEventSynchronize(hipEvent_t event) {
  return (hipError_t)cudaEventSynchronize(event);
}
FILIGREE_HIP_FUNCTION hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start,
                                                     hipEvent_t end) {
  return (hipError_t)cudaEventElapsedTime(milliseconds, start, end);
}
/**@}*/

#endif
