// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <type_traits>

#include "factor/block_system.hpp"
#include "peers/cusparse.hpp"

/// cuSPARSE's csrilu02 and csric02, of blocks bsrilu02 and bsric02, by levels. They work in place,
/// on the system's factors.

namespace perf::cusparse {

template <class AnySystem, Factors kind>
class IncompleteFactor {
  using Scalar = typename AnySystem::scalar_type;
  static constexpr bool has_blocks = std::is_same_v<AnySystem, BlockSystem<Scalar>>;
  using OfEntries = std::conditional_t<kind == Factors::ilu0, csrilu02Info_t, csric02Info_t>;
  using OfBlocks = std::conditional_t<kind == Factors::ilu0, bsrilu02Info_t, bsric02Info_t>;
  using Info = std::conditional_t<has_blocks, OfBlocks, OfEntries>;

 public:
  IncompleteFactor(const Library& library, const Exec& exec, const AnySystem& system)
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
                              ("cusparseCreate" + name(true) + "Info").c_str())(&info_));
    int bytes = 0;
    call<int*>("_bufferSize", &bytes);
    if (buffer_.extent(0) < std::size_t(bytes))
      buffer_ = Kokkos::View<std::byte*, Space>("buffer", std::size_t(bytes));
    call<cusparseSolvePolicy_t, void*>("_analysis", policy, buffer_.data());
  }

  void factor() { call<cusparseSolvePolicy_t, void*>("", policy, buffer_.data()); }

 private:
  static constexpr auto policy = CUSPARSE_SOLVE_POLICY_USE_LEVEL;
  static std::string name(bool is_capital) {
    const std::string first = has_blocks ? (is_capital ? "B" : "b") : (is_capital ? "C" : "c");
    return first + (kind == Factors::ilu0 ? "srilu02" : "sric02");
  }

  template <class... Last>
  void call(const std::string& suffix, Last... last) {
    const std::string symbol =
        (std::is_same_v<Scalar, double> ? "cusparseD" : "cusparseS") + name(false) + suffix;
    const auto& A = system_.A;
    Scalar* const values = system_.factors.data();
    const int *const offsets = A.row_offsets().data(), *const columns = A.col_indices().data();
    const auto run = [&]<class... Arguments>(Arguments... arguments) {
      using Function = cusparseStatus_t (*)(cusparseHandle_t, Arguments...);
      check(function_of<Function>(handle_.library, symbol.c_str())(handle_.handle, arguments...));
    };
    if constexpr (has_blocks)
      run(CUSPARSE_DIRECTION_ROW, int(A.num_block_rows()), int(A.col_indices().extent(0)),
          description_, values, offsets, columns, int(system_.size), info_, last...);
    else
      run(int(A.num_rows()), int(A.nnz()), description_, values, offsets, columns, info_, last...);
  }
  void end() {
    using Destroy = cusparseStatus_t (*)(Info);
    if (info_ != nullptr)
      function_of<Destroy>(handle_.library,
                           ("cusparseDestroy" + name(true) + "Info").c_str())(info_);
    info_ = nullptr;
  }

  Handle handle_;
  const AnySystem& system_;
  cusparseMatDescr_t description_ = nullptr;
  Info info_ = nullptr;
  Kokkos::View<std::byte*, Space> buffer_;
};

}  // namespace perf::cusparse
