/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_HOST_CUDA_RUNTIME_API_H
#define FILIGREE_HOST_CUDA_RUNTIME_API_H

/** \file
 * What programs that call cuSPARSE need of the CUDA runtime, for a build without CUDA: there is one
 * "device", the host, its memory is the host's, and every call has ended when it returns. Streams
 * and events are there to be passed on.
 */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "library_types.h"
#include "vector_types.h"

/** By this name of the toolkit's headers others tell that they are there, as NVIDIA's helper_cuda.h
 *  does. */
#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__
#endif

/** What a call returns. */
typedef enum cudaError {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidDevice = 101,
  cudaErrorNotReady = 600,
  cudaErrorNotSupported = 801
} cudaError_t;

/** Which way a copy goes; here all of them are the same. */
typedef enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
} cudaMemcpyKind;

/** What can be asked of a device. */
typedef enum cudaDeviceAttr {
  cudaDevAttrClockRate = 13,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrIntegrated = 18,
  cudaDevAttrComputeMode = 20,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76
} cudaDeviceAttr;

/** Who may use a device. */
typedef enum cudaComputeMode {
  cudaComputeModeDefault = 0,
  cudaComputeModeExclusive = 1,
  cudaComputeModeProhibited = 2,
  cudaComputeModeExclusiveProcess = 3
} cudaComputeMode;

/** What programs ask about a device. */
typedef struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem;
  int major, minor;
  int multiProcessorCount;
  int integrated, managedMemory, concurrentManagedAccess;
} cudaDeviceProp;

/** An order of work; on a host all work is done at once. */
typedef struct CUstream_st* cudaStream_t;
/** A point of time. */
typedef struct CUevent_st* cudaEvent_t;

/** The compute capability that the host gives itself, so that programs do not turn it down. */
enum { filigree_host_capability_major = 9, filigree_host_capability_minor = 0 };

/** \name Options of streams, events and memory; without effect. */
/**@{*/
#define cudaStreamDefault 0x00
#define cudaStreamNonBlocking 0x01
#define cudaEventDefault 0x00
#define cudaEventDisableTiming 0x02
#define cudaMemAttachGlobal 0x01
/**@}*/

/** \name Errors: the calls have told them already. */
/**@{*/
static inline cudaError_t cudaGetLastError(void) { return cudaSuccess; }
static inline cudaError_t cudaPeekAtLastError(void) { return cudaSuccess; }
static inline const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "cudaSuccess";
    case cudaErrorInvalidValue:
      return "cudaErrorInvalidValue";
    case cudaErrorMemoryAllocation:
      return "cudaErrorMemoryAllocation";
    case cudaErrorInvalidDevice:
      return "cudaErrorInvalidDevice";
    case cudaErrorNotReady:
      return "cudaErrorNotReady";
    case cudaErrorNotSupported:
      return "cudaErrorNotSupported";
  }
  return "unknown error";
}
static inline const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "no error";
    case cudaErrorInvalidValue:
      return "an argument has a wrong value";
    case cudaErrorMemoryAllocation:
      return "no memory left";
    case cudaErrorInvalidDevice:
      return "there is no such device";
    case cudaErrorNotReady:
      return "the device is not done yet";
    case cudaErrorNotSupported:
      return "not supported on a host";
  }
  return "unknown error";
}
/**@}*/

/** \name Memory. */
/**@{*/
static inline cudaError_t cudaMalloc(void** memory, size_t bytes) {
  if (memory == NULL) return cudaErrorInvalidValue;
  *memory = NULL;
  if (bytes == 0) return cudaSuccess;
  /* as far apart as on a device, in whole units */
  *memory = aligned_alloc(256, (bytes + 255) / 256 * 256);
  return *memory == NULL ? cudaErrorMemoryAllocation : cudaSuccess;
}
static inline cudaError_t cudaMallocManaged(void** memory, size_t bytes, unsigned int flags) {
  (void)flags;
  return cudaMalloc(memory, bytes);
}
static inline cudaError_t cudaMallocHost(void** memory, size_t bytes) {
  return cudaMalloc(memory, bytes);
}
static inline cudaError_t cudaFree(void* memory) {
  free(memory);
  return cudaSuccess;
}
static inline cudaError_t cudaFreeHost(void* memory) { return cudaFree(memory); }
static inline cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes,
                                     cudaMemcpyKind kind) {
  (void)kind;
  if (bytes == 0) return cudaSuccess;
  if (to == NULL || from == NULL) return cudaErrorInvalidValue;
  memmove(to, from, bytes);
  return cudaSuccess;
}
static inline cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes,
                                          cudaMemcpyKind kind, cudaStream_t stream) {
  (void)stream;
  return cudaMemcpy(to, from, bytes, kind);
}
static inline cudaError_t cudaMemset(void* memory, int value, size_t bytes) {
  if (bytes == 0) return cudaSuccess;
  if (memory == NULL) return cudaErrorInvalidValue;
  memset(memory, value, bytes);
  return cudaSuccess;
}
static inline cudaError_t cudaMemsetAsync(void* memory, int value, size_t bytes,
                                          cudaStream_t stream) {
  (void)stream;
  return cudaMemset(memory, value, bytes);
}
/**@}*/

/** \name The one device. */
/**@{*/
static inline cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
static inline cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
static inline cudaError_t cudaSetDevice(int device) {
  return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}
static inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (device != 0) return cudaErrorInvalidDevice;
  memset(properties, 0, sizeof *properties);
  strcpy(properties->name, "host");
  properties->major = filigree_host_capability_major;
  properties->minor = filigree_host_capability_minor;
  properties->multiProcessorCount = 1;
  properties->integrated = properties->managedMemory = properties->concurrentManagedAccess = 1;
  return cudaSuccess;
}
static inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (device != 0) return cudaErrorInvalidDevice;
  *value = attribute == cudaDevAttrComputeCapabilityMajor   ? filigree_host_capability_major
           : attribute == cudaDevAttrComputeCapabilityMinor ? filigree_host_capability_minor
           : attribute == cudaDevAttrComputeMode            ? cudaComputeModeDefault
                                                            : 1;
  return cudaSuccess;
}
static inline cudaError_t cudaDeviceSynchronize(void) { return cudaSuccess; }
static inline cudaError_t cudaDeviceReset(void) { return cudaSuccess; }
/**@}*/

/** \name Streams. */
/**@{*/
static inline cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  *stream = (cudaStream_t)malloc(1);
  return *stream == NULL ? cudaErrorMemoryAllocation : cudaSuccess;
}
static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  (void)flags;
  return cudaStreamCreate(stream);
}
static inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  free(stream);
  return cudaSuccess;
}
static inline cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  (void)stream;
  return cudaSuccess;
}
static inline cudaError_t cudaStreamQuery(cudaStream_t stream) {
  (void)stream;
  return cudaSuccess;
}
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)

/** Whether a stream records a graph: here none does. */
typedef enum cudaStreamCaptureStatus {
  cudaStreamCaptureStatusNone = 0,
  cudaStreamCaptureStatusActive = 1,
  cudaStreamCaptureStatusInvalidated = 2
} cudaStreamCaptureStatus;
/** What else a thread may do meanwhile. */
typedef enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal = 0,
  cudaStreamCaptureModeThreadLocal = 1,
  cudaStreamCaptureModeRelaxed = 2
} cudaStreamCaptureMode;
static inline cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                                cudaStreamCaptureStatus* status) {
  (void)stream;
  *status = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
static inline cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  *mode = cudaStreamCaptureModeGlobal;
  return cudaSuccess;
}
/**@}*/

/** \name Events: the time of the calendar. */
/**@{*/
static inline cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = (cudaEvent_t)calloc(1, sizeof(struct timespec));
  return *event == NULL ? cudaErrorMemoryAllocation : cudaSuccess;
}
static inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  (void)flags;
  return cudaEventCreate(event);
}
static inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  free(event);
  return cudaSuccess;
}
static inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  (void)stream;
  return timespec_get((struct timespec*)event, TIME_UTC) == TIME_UTC ? cudaSuccess
                                                                     : cudaErrorNotSupported;
}
static inline cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  (void)event;
  return cudaSuccess;
}
static inline cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start,
                                               cudaEvent_t end) {
  const struct timespec* from = (const struct timespec*)start;
  const struct timespec* to = (const struct timespec*)end;
  *milliseconds = (float)(1e3 * (double)(to->tv_sec - from->tv_sec) +
                          1e-6 * (double)(to->tv_nsec - from->tv_nsec));
  return cudaSuccess;
}
/**@}*/

#ifdef __cplusplus
/** \name For pointers of any type. */
/**@{*/
template <class T>
inline cudaError_t cudaMalloc(T** memory, size_t bytes) {
  return ::cudaMalloc(reinterpret_cast<void**>(memory), bytes);
}
template <class T>
inline cudaError_t cudaMallocManaged(T** memory, size_t bytes,
                                     unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged(reinterpret_cast<void**>(memory), bytes, flags);
}
/**@}*/
#endif

#endif
