// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <type_traits>

#include "factor/system.hpp"
#include "peers/cusparse.hpp"

/// cuSPARSE's csrilu02 and csric02, by levels. They work in place, on the system's factors.

namespace perf::cusparse {

template <class Scalar, Factors kind>
class IncompleteFactor {
  using Info = std::conditional_t<kind == Factors::ilu0, csrilu02Info_t, csric02Info_t>;

 public:
  IncompleteFactor(const Library& library, const Exec& exec, const System<Scalar>& system)
      : handle_(library, exec), system_(system) {
    check(library.create_description(&description_));
  }
  ~IncompleteFactor() {
    end();
    handle_.library.destroy_description(description_);
  }
  IncompleteFactor(const IncompleteFactor&) = delete;
  IncompleteFactor& operator=(const IncompleteFactor&) = delete;

  void analyse() {
    end();
    using Create = cusparseStatus_t (*)(Info*);
    check(function_of<Create>(handle_.library,
                              ("cusparseCreateC" + name() + "Info").c_str())(&info_));
    int bytes = 0;
    call<int*>("_bufferSize", &bytes);
    if (buffer_.extent(0) < std::size_t(bytes))
      buffer_ = Kokkos::View<std::byte*, Space>("buffer", std::size_t(bytes));
    call<cusparseSolvePolicy_t, void*>("_analysis", policy, buffer_.data());
  }

  void factor() { call<cusparseSolvePolicy_t, void*>("", policy, buffer_.data()); }

 private:
  static constexpr auto policy = CUSPARSE_SOLVE_POLICY_USE_LEVEL;
  static std::string name() { return kind == Factors::ilu0 ? "srilu02" : "sric02"; }

  template <class... Last>
  void call(const std::string& suffix, Last... last) {
    using Function = cusparseStatus_t (*)(cusparseHandle_t, int, int, cusparseMatDescr_t, Scalar*,
                                          const int*, const int*, Info, Last...);
    const std::string symbol =
        (std::is_same_v<Scalar, double> ? "cusparseDc" : "cusparseSc") + name() + suffix;
    const auto& A = system_.A;
    check(function_of<Function>(handle_.library, symbol.c_str())(
        handle_.handle, int(A.num_rows()), int(A.nnz()), description_, system_.factors.data(),
        A.row_offsets().data(), A.col_indices().data(), info_, last...));
  }
  void end() {
    using Destroy = cusparseStatus_t (*)(Info);
    if (info_ != nullptr)
      function_of<Destroy>(handle_.library, ("cusparseDestroyC" + name() + "Info").c_str())(info_);
    info_ = nullptr;
  }

  Handle handle_;
  const System<Scalar>& system_;
  cusparseMatDescr_t description_ = nullptr;
  Info info_ = nullptr;
  Kokkos::View<std::byte*, Space> buffer_;
};

}  // namespace perf::cusparse
