// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <string>
#include <type_traits>

#include "peers/cusparse.hpp"

/// cuSPARSE's tridiagonal and pentadiagonal solvers, each with its workspace. B becomes X; those of
/// interleaved batches overwrite the diagonals, too.

namespace perf::cusparse {

enum class BandedRoutine { gtsv2, gtsv2_nopivot, strided, interleaved, pentadiagonal };

/// The arrays of a solve: the diagonals, the lowest first, and B.
template <class Scalar>
struct BandedArrays {
  std::array<Scalar*, 5> diagonals{};
  Scalar* b = nullptr;
  int num_rows = 0;
  int num_systems = 1;
  int num_columns = 1;
};

template <class Scalar>
class Banded {
 public:
  Banded(const Library& library, const Exec& exec, BandedRoutine routine, int algorithm,
         const BandedArrays<Scalar>& arrays)
      : handle_(library, exec), routine_(routine), algorithm_(algorithm), arrays_(arrays) {
    std::size_t bytes = 0;
    check(call<std::size_t*>("_bufferSizeExt", &bytes));
    buffer_ = Kokkos::View<std::byte*, Space>("buffer", bytes);
  }

  void solve() { check(call<void*>("", buffer_.data())); }

 private:
  using S = Scalar;

  template <class... Parameters, class... Values>
  cusparseStatus_t call_function(const std::string& name, Values... values) {
    using Function = cusparseStatus_t (*)(cusparseHandle_t, Parameters...);
    const std::string symbol = (std::is_same_v<S, double> ? "cusparseD" : "cusparseS") + name;
    return function_of<Function>(handle_.library, symbol.c_str())(handle_.handle, values...);
  }

  /// The solve, or the question for its workspace, which differ in the last parameter.
  template <class Last>
  cusparseStatus_t call(const std::string& suffix, Last last) {
    const auto& a = arrays_;
    const auto& d = a.diagonals;
    const int m = a.num_rows;
    switch (routine_) {
      case BandedRoutine::gtsv2:
      case BandedRoutine::gtsv2_nopivot:
        return call_function<int, int, const S*, const S*, const S*, S*, int, Last>(
            (routine_ == BandedRoutine::gtsv2 ? "gtsv2" : "gtsv2_nopivot") + suffix, m,
            a.num_columns, d[0], d[1], d[2], a.b, m, last);
      case BandedRoutine::strided:
        return call_function<int, const S*, const S*, const S*, S*, int, int, Last>(
            "gtsv2StridedBatch" + suffix, m, d[0], d[1], d[2], a.b, a.num_systems, m, last);
      case BandedRoutine::interleaved:
        return call_function<int, int, S*, S*, S*, S*, int, Last>("gtsvInterleavedBatch" + suffix,
                                                                  algorithm_, m, d[0], d[1], d[2],
                                                                  a.b, a.num_systems, last);
      case BandedRoutine::pentadiagonal:
        break;
    }
    return call_function<int, int, S*, S*, S*, S*, S*, S*, int, Last>(
        "gpsvInterleavedBatch" + suffix, algorithm_, m, d[0], d[1], d[2], d[3], d[4], a.b,
        a.num_systems, last);
  }

  Handle handle_;
  BandedRoutine routine_;
  int algorithm_;
  BandedArrays<Scalar> arrays_;
  Kokkos::View<std::byte*, Space> buffer_;
};

}  // namespace perf::cusparse
