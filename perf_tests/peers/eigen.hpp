// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Eigen/SparseCore>

#include <memory>
#include <string>
#include <vector>

#include "contender.hpp"

namespace perf::eigen {

inline Peer description() {
  return {"Eigen",
          std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
              std::to_string(EIGEN_MINOR_VERSION) + ", " + std::to_string(Eigen::nbThreads()) +
              " threads",
          ""};
}

template <class Scalar>
Contender prepare(const Product<Scalar>& product) {
  using Sparse = Eigen::SparseMatrix<Scalar, Eigen::RowMajor, int>;
  using Dense = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
  const auto& A = product.A;
  const auto matrix = std::make_shared<Eigen::Map<const Sparse>>(
      A.num_rows(), A.num_cols(), A.nnz(), A.row_offsets().data(), A.col_indices().data(),
      A.values().data());
  Contender contender;
  contender.kernel = product.transposed() ? "transpose view, one thread" : "row-major product";
  contender.run = [matrix, product] {
    const Eigen::Map<const Dense> x(product.x.data(), Eigen::Index(product.x.extent(0)));
    Eigen::Map<Dense> y(product.y.data(), Eigen::Index(product.y.extent(0)));
    if (product.transposed())
      y.noalias() = matrix->transpose() * x;
    else
      y.noalias() = *matrix * x;
  };
  return contender;
}

template <class Scalar>
void add(std::vector<Entrant<Scalar>>& entrants) {
  for (const auto op : {filigree::Op::none, filigree::Op::transpose})
    entrants.push_back({"Eigen", "csr", op, prepare<Scalar>});
}

}  // namespace perf::eigen
