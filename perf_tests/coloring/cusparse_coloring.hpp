// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "contender.hpp"
#include "peers/cusparse.hpp"

/// cuSPARSE's csrcolor. It allocates by itself.

namespace perf::cusparse {

class Coloring {
 public:
  Coloring(const Library& library, const Exec& exec, const Matrix<double>& A)
      : handle_(library, exec), A_(A), order_("order", A.num_rows()) {
    check(library.create_description(&description_));
    check(function_of<decltype(&cusparseCreateColorInfo)>(library,
                                                          "cusparseCreateColorInfo")(&info_));
    color_ = function_of<decltype(&cusparseDcsrcolor)>(library, "cusparseDcsrcolor");
  }
  ~Coloring() {
    function_of<decltype(&cusparseDestroyColorInfo)>(handle_.library,
                                                     "cusparseDestroyColorInfo")(info_);
    handle_.library.destroy_description(description_);
  }
  Coloring(const Coloring&) = delete;
  Coloring& operator=(const Coloring&) = delete;

  std::int64_t run(double fraction, std::int32_t* colors) {
    int count = 0;
    check(color_(handle_.handle, int(A_.num_rows()), int(A_.nnz()), description_,
                 A_.values().data(), A_.row_offsets().data(), A_.col_indices().data(), &fraction,
                 &count, colors, order_.data(), info_));
    return count;
  }

 private:
  Handle handle_;
  Matrix<double> A_;
  Kokkos::View<int*, Space> order_;
  cusparseMatDescr_t description_ = nullptr;
  cusparseColorInfo_t info_ = nullptr;
  decltype(&cusparseDcsrcolor) color_ = nullptr;
};

}  // namespace perf::cusparse
