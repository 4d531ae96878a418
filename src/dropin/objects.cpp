// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <dropin/objects.hpp>

#include <atomic>
#include <mutex>
#include <unordered_map>
#include <utility>

#include <dropin/twins.hpp>

namespace filigree::dropin {
namespace {

enum class Begun { not_yet, here, by_vendor };

/// What is known of an object besides what it points to.
struct Record {
  bool is_adopted = false;
  Begun begun = Begun::not_yet;
  Twin twin;
};

/// Held during the vendor's calls that make, renew and destroy twins, not during others.
std::mutex mutex;
/// Never destroyed: objects may end after this library's other data.
std::unordered_map<const void*, Record>& records() {
  static auto* const all = new std::unordered_map<const void*, Record>;
  return *all;
}
/// How many objects are adopted and how many operations the vendor has begun; while there are none,
/// most calls need not look.
std::atomic<int> num_vendors{0};

/// What can throw here is memory that has run out, where nothing can be remembered: a call would
/// then go to the wrong library with the wrong objects.
template <class F>
auto locked(const F& f) noexcept {
  const std::lock_guard lock(mutex);
  return f(records());
}

bool is_of_vendor(const Record& record) {
  return record.is_adopted || record.begun == Begun::by_vendor;
}

template <class F>
bool find(const void* object, const F& condition) noexcept {
  return locked([&](const auto& all) {
    const auto found = all.find(object);
    return found != all.end() && condition(found->second);
  });
}

}  // namespace

bool is_adopted(const void* object) noexcept {
  return num_vendors.load() != 0 &&
         find(object, [](const Record& record) { return record.is_adopted; });
}

bool is_vendors(const void* object) noexcept {
  return num_vendors.load() != 0 && find(object, is_of_vendor);
}

bool is_begun_here(const void* operation) noexcept {
  return find(operation, [](const Record& record) { return record.begun == Begun::here; });
}

void begin_operation(const void* operation, bool here) noexcept {
  locked([&](auto& all) {
    Record& record = all[operation];
    if (record.is_adopted || record.begun != Begun::not_yet) return;
    record.begun = here ? Begun::here : Begun::by_vendor;
    if (!here) ++num_vendors;
  });
}

void adopt(const void* object) noexcept {
  locked([&](auto& all) {
    Record& record = all[object];
    if (!record.is_adopted) ++num_vendors;
    record.is_adopted = true;
  });
}

const void* twin_of(const ObjectType& type, const void* object) noexcept {
  return locked([&](auto& all) -> const void* {
    Record& record = all[object];
    if (record.is_adopted) return object;
    renew(type, object, record.twin);
    return record.twin.object;
  });
}

void take_over_size(cusparseSpMatDescr* matrix) noexcept {
  locked([&](auto& all) {
    const auto found = all.find(matrix);
    if (found != all.end() && !found->second.is_adopted)
      take_over_size(*matrix, found->second.twin);
  });
}

void forget(const void* object) noexcept {
  locked([&](auto& all) {
    const auto found = all.find(object);
    if (found == all.end()) return;
    if (is_of_vendor(found->second)) --num_vendors;
    end(found->second.twin);
    all.erase(found);
  });
}

}  // namespace filigree::dropin
