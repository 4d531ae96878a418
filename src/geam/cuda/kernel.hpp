// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <cuda/check_launch.hpp>
#include <cuda/launch_device.hpp>
#include <geam/cuda/launch.hpp>
#include <geam/generic.hpp>
#include <geam/messages.hpp>
#include <geam/select.hpp>
#include <spmv/cuda/call_arguments.hpp>

/// The tuned CUDA kernels as tuned.hpp lists them: the step from Kokkos types to the kernels' own.

namespace filigree::detail {

/// Equal parts of the merged entries for the pattern, a pass over words for the values.
struct GeamMergeCuda {
  static constexpr std::string_view name = "geam_merge_cuda";

  template <class Exec, class Problem>
  static constexpr bool takes = std::is_same_v<Exec, Kokkos::Cuda>;
  static bool can_implement(const GeamInput& input) {
    return input.device.compute_capability >= 80 && input.num_rows > 0;
  }
  static double seconds(const GeamInput&) { return 1; }
  static std::size_t workspace_bytes(const GeamInput&) { return 0; }

  /// As GenericUnion.
  template <class Exec, class Index, class Offset>
  class Union {
   public:
    using Pattern = CompressedPattern<Index, Offset>;
    using Merge = cuda::GeamMerge<Index>;

    Union(const Exec& exec, const Pattern& a, const Pattern& b) : exec_(exec) {
      merge_.num_rows = a.num_major;
      merge_.a = rows(a);
      merge_.b = rows(b);
      merge_.parts = std::max<std::int64_t>(1, groups_of(merge_.total(), Merge::part_entries));
      parts_ = geam_scratch<cuda::GeamPart>(exec, "filigree::geam::parts", merge_.parts + 1);
      counts_ = geam_scratch<std::int64_t>(exec, "filigree::geam::counts", merge_.parts + 2);
      bits_ =
          geam_scratch<std::uint16_t>(exec, "filigree::geam::bits", merge_.parts * Merge::threads);
      merge_.part = parts_.data();
      merge_.counts = counts_.data();
      merge_.bits = bits_.data();
    }

    std::int64_t count(IndexBase, Offset*) const {
      check_launch("geam_plan", name.data(), cuda::launch_geam_count(merge_, launch_stream(exec_)));
      const std::int64_t nnz = read_entry(exec_, counts_.data(), merge_.parts);
      if (nnz < 0) throw_unsorted_geam();
      return nnz;
    }

    void fill(const GeamOutput<Index, Offset>& c) const {
      cuda::GeamPattern<Index> pattern;
      pattern.base = std::int64_t(c.base);
      pattern.row_offsets = c.row_offsets;
      pattern.wide_offsets = sizeof(Offset) == 8;
      pattern.columns = c.col_indices;
      pattern.words = reinterpret_cast<cuda::GeamBits*>(c.words);
      pattern.groups = reinterpret_cast<cuda::GeamGroup*>(c.groups);
      check_launch("geam_plan", name.data(),
                   cuda::launch_geam_fill(merge_, pattern, launch_stream(exec_)));
    }

   private:
    static cuda::GeamRows<Index> rows(const Pattern& pattern) {
      return {pattern.nnz, std::int64_t(pattern.base), cuda::OffsetArray(pattern.offsets),
              pattern.indices};
    }

    Exec exec_;
    Merge merge_;
    GeamArray<Exec, cuda::GeamPart> parts_;
    GeamArray<Exec, std::int64_t> counts_;
    GeamArray<Exec, std::uint16_t> bits_;
  };

  template <class Exec, class Values>
  static void launch(const Exec& exec, const Values& values) {
    using A = cuda_scalar_t<typename Values::operand_scalar>;
    using Y = cuda_scalar_t<typename Values::c_scalar>;
    using C = cuda_scalar_t<typename Values::compute_type>;
    static_assert(sizeof(cuda::GeamBits) == sizeof(GeamWord) &&
                  sizeof(cuda::GeamGroup) == sizeof(GeamRanks) &&
                  cuda::GeamGroup::words == GeamRanks::words);
    cuda::GeamArguments<A, Y, C> arguments;
    arguments.nnz = values.nnz;
    arguments.words = reinterpret_cast<const cuda::GeamBits*>(values.words);
    arguments.groups = reinterpret_cast<const cuda::GeamGroup*>(values.groups);
    arguments.alpha = cuda_argument(values.alpha);
    arguments.beta = cuda_argument(values.beta);
    arguments.a_values = reinterpret_cast<const A*>(values.a_values);
    arguments.b_values = reinterpret_cast<const A*>(values.b_values);
    arguments.values = reinterpret_cast<Y*>(values.c_values);
    arguments.is_direct = values.a_source.is_direct() && values.b_source.is_direct();
    arguments.a_places = places(values.a_source);
    arguments.b_places = places(values.b_source);
    check_launch("geam", name.data(), cuda::launch_geam_values(arguments, launch_stream(exec)));
  }

 private:
  static cuda::GeamPlaces places(const GeamSource& source) {
    return {cuda_offsets(source.places), source.codes, source.segments, source.conjugate};
  }
};

}  // namespace filigree::detail
