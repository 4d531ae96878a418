// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include <dropin/objects.hpp>
#include <dropin/report.hpp>
#include <dropin/vendor.hpp>

/// Which library a call runs in.

namespace filigree::dropin {

template <class Argument>
bool is_vendors_argument(Argument argument) {
  if constexpr (is_object<Argument>)
    return argument != nullptr && is_vendors(argument);
  else
    return false;
}

/// Whether all of a call's operation objects may go to the vendor's library.
template <class Argument>
bool may_be_forwarded(Argument argument) {
  if constexpr (is_object<Argument>)
    return argument == nullptr || object_type<pointee<Argument>>.kind != Kind::operation ||
           !is_begun_here(argument);
  else
    return true;
}

template <class Argument>
void begin_argument(Argument argument, bool here) {
  if constexpr (is_object<Argument>)
    if (object_type<pointee<Argument>>.kind == Kind::operation && argument != nullptr)
      begin_operation(argument, here);
}

template <class Argument>
Argument twin_of_argument(Argument argument, bool& has_all) {
  if constexpr (is_object<Argument>) {
    if (argument == nullptr) return argument;
    const void* const twin = twin_of(object_type<pointee<Argument>>, argument);
    has_all = has_all && twin != nullptr;
    return static_cast<Argument>(const_cast<void*>(twin));
  } else {
    return argument;
  }
}

/// What a call of the vendor's has made or written.
template <class Argument>
void take_over(Argument argument) {
  if constexpr (is_new_object<Argument>) {
    if (argument != nullptr) adopt(*argument);
  } else if constexpr (std::is_same_v<Argument, cusparseSpMatDescr_t>) {
    if (argument != nullptr) take_over_size(argument);
  } else {
    begin_argument(argument, false);
  }
}

template <class... Args>
cusparseStatus_t forward(int number, Args... args) {
  auto* const vendors = reinterpret_cast<cusparseStatus_t (*)(Args...)>(vendor_function(number));
  if (vendors == nullptr) return CUSPARSE_STATUS_NOT_SUPPORTED;
  bool has_all = true;
  const auto call = [&](auto... twins) {
    return has_all ? vendors(twins...) : CUSPARSE_STATUS_NOT_SUPPORTED;
  };
  const cusparseStatus_t status = call(twin_of_argument(args, has_all)...);
  if (status == CUSPARSE_STATUS_SUCCESS) (take_over(args), ...);
  return status;
}

/// Filigree's function; the vendor's where Filigree says NOT_SUPPORTED, or where an object is the
/// vendor's, and that library is there.
template <class... Args>
cusparseStatus_t route(int number, cusparseStatus_t (*here)(Args...),
                       std::type_identity_t<Args>... args) {
  const CallTimer timer(number);
  if (!has_vendor()) return timer.ended(here(args...), Outcome::here);
  if (!(is_vendors_argument(args) || ...)) {
    const cusparseStatus_t status = here(args...);
    if (status == CUSPARSE_STATUS_SUCCESS) (begin_argument(args, true), ...);
    if (status != CUSPARSE_STATUS_NOT_SUPPORTED || !(may_be_forwarded(args) && ...))
      return timer.ended(status, Outcome::here);
  }
  return timer.ended(forward(number, args...), Outcome::forwarded);
}

/// Calls a function that ends an object, here or the vendor's.
template <class Object>
cusparseStatus_t end_object(int number, cusparseStatus_t (*here)(Object),
                            std::type_identity_t<Object> object) {
  const CallTimer timer(number);
  if (!has_vendor() || object == nullptr) return timer.ended(here(object), Outcome::here);
  // What Filigree has made ends here, whoever has begun it.
  if (is_adopted(object)) {
    forget(object);
    auto* const vendors = reinterpret_cast<cusparseStatus_t (*)(Object)>(vendor_function(number));
    return timer.ended(vendors(object), Outcome::forwarded);
  }
  forget(object);
  return timer.ended(here(object), Outcome::here);
}

}  // namespace filigree::dropin
