// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <filigree/core/environment.hpp>
#include <filigree/core/error.hpp>
#include <filigree/core/version.hpp>

#include <c/objects.hpp>

/// Handles and what is asked of the library itself.

namespace filigree::c {

void get_property(filigree_property_t property, int* value) {
  switch (property) {
    case FILIGREE_PROPERTY_VERSION_MAJOR:
      *value = version().major;
      break;
    case FILIGREE_PROPERTY_VERSION_MINOR:
      *value = version().minor;
      break;
    case FILIGREE_PROPERTY_VERSION_PATCH:
      *value = version().patch;
      break;
    case FILIGREE_PROPERTY_HAS_DEVICE:
      *value = runtime::has_device ? 1 : 0;
      break;
    case FILIGREE_PROPERTY_DEVICE_COUNT:
      *value = device_count();
      break;
  }
}

void handle_create(filigree_handle_t* handle, filigree_target_t target, int device) {
  const bool on_device = target == FILIGREE_TARGET_DEVICE;
  const bool may_be_there = device == -1 || (device >= 0 && device < device_count());
  if (!may_be_there && !(target == FILIGREE_TARGET_HOST && device == 0))
    detail::throw_error(Status::invalid_value,
                        {"filigree_handle_create", "device", std::to_string(device),
                         "-1, or a device of the " + std::to_string(device_count()) + " there are",
                         "pass -1 for the one that Kokkos runs on"});
  runtime::start(on_device ? device : -1);
  *handle =
      new filigree_handle{on_device ? runtime::Target::device(nullptr) : runtime::Target::host()};
}

void handle_destroy(filigree_handle_t handle) { destroy(handle); }

void set_stream(filigree_handle_t handle, void* stream) {
  if (stream == handle->target.stream()) return;
  if (!handle->target.is_host()) {
    handle->target = handle->targets.of(stream);
  } else {
    detail::throw_error(Status::not_supported,
                        {"filigree_set_stream", "stream", "a stream for a handle on the host",
                         "a null pointer", "make a handle with FILIGREE_TARGET_DEVICE"});
  }
}

void get_stream(filigree_handle_t handle, void** stream) { *stream = handle->target.stream(); }

void set_pointer_mode(filigree_handle_t handle, filigree_pointer_mode_t mode) {
  handle->pointer_mode = mode;
}

void get_pointer_mode(filigree_handle_t handle, filigree_pointer_mode_t* mode) {
  *mode = handle->pointer_mode;
}

void get_target(filigree_handle_t handle, filigree_target_t* target) {
  *target = handle->target.is_host() ? FILIGREE_TARGET_HOST : FILIGREE_TARGET_DEVICE;
}

void synchronize(filigree_handle_t handle) { handle->target.fence(); }

void get_last_kernel(filigree_handle_t handle, const char** name) { *name = handle->last_kernel; }

}  // namespace filigree::c
