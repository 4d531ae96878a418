// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <rsb.h>

#include <memory>
#include <string>
#include <vector>

#include "contender.hpp"

namespace perf::librsb {

/// The library's own start and end, once a process.
inline void initialise() {
  struct Library {
    Library() {
      if (rsb_lib_init(RSB_NULL_INIT_OPTIONS) != RSB_ERR_NO_ERROR)
        throw std::runtime_error("librsb does not start");
    }
    ~Library() { rsb_lib_exit(RSB_NULL_EXIT_OPTIONS); }
  };
  static const Library library;
}

/// The header's text is "librsb version 1.3.0.2 - date".
inline Peer description() {
  const std::string text = RSB_HEADER_VERSION_STRING;
  return {"librsb", text.substr(text.find_first_of("0123456789")), ""};
}

inline void check(rsb_err_t status) {
  if (status != RSB_ERR_NO_ERROR)
    throw std::runtime_error("librsb: error " + std::to_string(int(status)));
}

template <class Scalar>
Contender prepare(const Product<Scalar>& product) {
  initialise();
  const auto& A = product.A;
  const rsb_type_t type =
      std::is_same_v<Scalar, double> ? RSB_NUMERICAL_TYPE_DOUBLE : RSB_NUMERICAL_TYPE_FLOAT;
  std::shared_ptr<rsb_mtx_t> matrix;
  Contender contender;
  contender.setup_seconds = setup_seconds(product.exec, [&] {
    rsb_err_t status = RSB_ERR_NO_ERROR;
    matrix.reset(rsb_mtx_alloc_from_csr_const(
                     A.values().data(), A.row_offsets().data(), A.col_indices().data(),
                     rsb_nnz_idx_t(A.nnz()), type, rsb_coo_idx_t(A.num_rows()),
                     rsb_coo_idx_t(A.num_cols()), 1, 1, RSB_FLAG_NOFLAGS, &status),
                 [](rsb_mtx_t* mtx) { rsb_mtx_free(mtx); });
    check(status);
  });
  const auto op = product.transposed() ? RSB_TRANSPOSITION_T : RSB_TRANSPOSITION_N;
  contender.kernel = "recursive sparse blocks";
  contender.run = [matrix, product, op] {
    const Scalar one = 1, zero = 0;
    check(rsb_spmv(op, &one, matrix.get(), product.x.data(), 1, &zero, product.y.data(), 1));
  };
  return contender;
}

template <class Scalar>
void add(std::vector<Entrant<Scalar>>& entrants) {
  for (const auto op : {filigree::Op::none, filigree::Op::transpose})
    entrants.push_back({"librsb", "rsb", op, prepare<Scalar>});
}

}  // namespace perf::librsb
