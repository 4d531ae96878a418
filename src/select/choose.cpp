// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <select/choose.hpp>

#include <filigree/core/error.hpp>

namespace filigree::detail {
namespace {

std::string_view named_kernel(std::string_view operation, std::string_view asked,
                              std::string_view generic,
                              std::span<const KernelCandidate> candidates) {
  std::string there(generic);
  if (asked == generic) return generic;
  for (const KernelCandidate& candidate : candidates) {
    if (candidate.name == asked) return candidate.name;
    there.append(", ").append(candidate.name);
  }
  throw_error(Status::not_supported,
              {operation, "options.kernel", "'" + std::string(asked) + "'",
               "a kernel that takes this product: " + there, "name one of these, or none"});
}

}  // namespace

std::string_view choose_kernel(std::string_view operation, Backend backend, std::string_view asked,
                               std::string_view generic,
                               std::span<const KernelCandidate> candidates) {
  if (!asked.empty()) return named_kernel(operation, asked, generic, candidates);
  if (backend == Backend::generic) return generic;
  const KernelCandidate* best = nullptr;
  for (const KernelCandidate& candidate : candidates)
    if (best == nullptr || candidate.seconds < best->seconds) best = &candidate;
  if (best != nullptr) return best->name;
  if (backend == Backend::tuned)
    throw_error(Status::not_supported,
                {operation, "options.backend",
                 "Backend::tuned, but no tuned kernel takes this matrix, these layouts and scalar "
                 "types here",
                 "a product that a tuned kernel takes", "use Backend::automatic"});
  return generic;
}

std::string choice_reason(Backend backend, std::string_view asked, std::size_t candidates) {
  if (!asked.empty()) return "asked for by name";
  if (backend == Backend::generic) return "asked for";
  if (candidates == 0) return "no tuned kernel takes this product here";
  if (candidates == 1) return "the tuned kernel that takes this product";
  return "expected to be the fastest of " + std::to_string(candidates) +
         " tuned kernels that take this product";
}

}  // namespace filigree::detail
