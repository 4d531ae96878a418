// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "peers/peers.hpp"
#include "product.hpp"

#ifdef FILIGREE_PEER_CUSPARSE
#include "peers/cusparse_dense.hpp"
#endif

/// The peers' products of a sparse with a dense matrix, on handles that peers/ makes.

namespace perf {

#ifdef FILIGREE_PEER_MKL
namespace mkl {

template <class Scalar, class Layout>
Contender prepare_dense(const DenseProduct<Scalar, Layout>& product, bool optimized) {
  const auto handle = std::make_shared<Handle<Scalar>>(product.A);
  const sparse_layout_t layout =
      product.row_major ? SPARSE_LAYOUT_ROW_MAJOR : SPARSE_LAYOUT_COLUMN_MAJOR;
  Contender contender;
  contender.kernel = optimized ? "after mkl_sparse_optimize" : "mkl_sparse_mm";
  if (optimized)
    contender.setup_seconds =
        setup_seconds(product.exec, [&] { handle->optimize_dense(layout, product.num_columns()); });
  contender.run = [handle, product, layout] {
    handle->multiply_dense(layout, product.num_columns(), product.B.data(), product.ld_b(),
                           product.C.data(), product.ld_c());
  };
  return contender;
}

template <class Scalar, class Layout>
void add_dense(std::vector<DenseEntrant<Scalar, Layout>>& entrants) {
  using Product = DenseProduct<Scalar, Layout>;
  entrants.push_back({"oneMKL", "csr", [](const Product& p) { return prepare_dense(p, false); }});
  entrants.push_back(
      {"oneMKL", "optimized", [](const Product& p) { return prepare_dense(p, true); }});
}

}  // namespace mkl
#endif

#ifdef FILIGREE_PEER_EIGEN
namespace eigen {

template <class Scalar, class Layout>
Contender prepare_dense(const DenseProduct<Scalar, Layout>& product) {
  constexpr int order = DenseProduct<Scalar, Layout>::row_major ? Eigen::RowMajor : Eigen::ColMajor;
  using Sparse = Eigen::SparseMatrix<Scalar, Eigen::RowMajor, int>;
  using Dense = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, order>;
  const auto& A = product.A;
  const auto matrix = std::make_shared<Eigen::Map<const Sparse>>(
      A.num_rows(), A.num_cols(), A.nnz(), A.row_offsets().data(), A.col_indices().data(),
      A.values().data());
  Contender contender;
  contender.kernel = "row-major sparse times dense";
  contender.run = [matrix, product] {
    const Eigen::Map<const Dense> B(product.B.data(), Eigen::Index(product.B.extent(0)),
                                    Eigen::Index(product.B.extent(1)));
    Eigen::Map<Dense> C(product.C.data(), Eigen::Index(product.C.extent(0)),
                        Eigen::Index(product.C.extent(1)));
    C.noalias() = *matrix * B;
  };
  return contender;
}

}  // namespace eigen
#endif

#ifdef FILIGREE_PEER_KOKKOS_KERNELS
namespace kokkos_kernels {

template <class Scalar, class Layout>
Contender prepare_dense(const DenseProduct<Scalar, Layout>& product) {
  using Dense = typename DenseProduct<Scalar, Layout>::Dense;
  using Handle = KokkosSparse::SPMVHandle<Exec, Sparse<Scalar>, Dense, Dense>;
  struct State {
    Sparse<Scalar> matrix;
    Handle handle;
  };
  const auto state =
      std::shared_ptr<State>(new State{wrap(product.A), Handle(KokkosSparse::SPMV_DEFAULT)});
  Contender contender;
  contender.kernel = "spmv of a multivector";
  contender.run = [state, product] {
    KokkosSparse::spmv(product.exec, &state->handle, "N", Scalar(1), state->matrix, product.B,
                       Scalar(0), product.C);
  };
  return contender;
}

}  // namespace kokkos_kernels
#endif

#ifdef FILIGREE_PEER_CUSPARSE
namespace cusparse {

/// C = A B by cusparseSpMM.
template <class Scalar, class Layout>
class DenseCall {
 public:
  using Product = DenseProduct<Scalar, Layout>;

  DenseCall(const Library& library, const Product& product, cusparseSpMMAlg_t algorithm)
      : operands_(library, product.exec),
        product_(product),
        algorithm_(algorithm),
        multiply_(operands_.function<decltype(multiply_)>("cusparseSpMM")) {
    constexpr cusparseOrder_t order = Product::row_major ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
    operands_.describe_sparse(describe_csr(product.A), type);
    operands_.describe_dense(0, product.B, product.ld_b(), type, order);
    operands_.describe_dense(1, product.C, product.ld_c(), type, order);
  }

  void prepare(bool preprocess) {
    std::size_t bytes = 0;
    call(operands_.function<decltype(&cusparseSpMM_bufferSize)>("cusparseSpMM_bufferSize"), &bytes);
    operands_.reserve(bytes);
    if (preprocess)
      call(operands_.function<decltype(&cusparseSpMM_preprocess)>("cusparseSpMM_preprocess"),
           operands_.buffer());
    else
      for (int i = 0; i < calls_before; ++i) run();
  }
  void run() { call(multiply_, operands_.buffer()); }

 private:
  static constexpr cudaDataType type = Descriptors<Scalar>::type;

  template <class Function, class Last>
  void call(const Function& function, Last last) {
    const Scalar one = 1, zero = 0;
    constexpr cusparseOperation_t none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    check(function(operands_.handle(), none, none, &one, operands_.sparse(), operands_.dense(0),
                   &zero, operands_.dense(1), type, algorithm_, last));
  }

  SparseDenseOperands operands_;
  Product product_;
  cusparseSpMMAlg_t algorithm_;
  decltype(&cusparseSpMM) multiply_;
};

template <class Scalar, class Layout>
Contender prepare_dense(const Library& library, const DenseProduct<Scalar, Layout>& product,
                        cusparseSpMMAlg_t algorithm, bool preprocess) {
  const auto call = std::make_shared<DenseCall<Scalar, Layout>>(library, product, algorithm);
  Contender contender;
  contender.kernel = preprocess ? "cusparseSpMM, preprocessed" : "cusparseSpMM";
  contender.setup_seconds = setup_seconds(product.exec, [&] { call->prepare(preprocess); });
  contender.run = [call] { call->run(); };
  return contender;
}

template <class Scalar, class Layout>
void add_dense(std::vector<DenseEntrant<Scalar, Layout>>& entrants) {
  for (const Library& library : libraries()) {
    if (library.version.empty()) continue;
    const auto add = [&](const char* name, cusparseSpMMAlg_t algorithm, bool preprocess = true) {
      entrants.push_back(
          {library.name(), library.way(name),
           [&library, algorithm, preprocess](const DenseProduct<Scalar, Layout>& product) {
             return prepare_dense(library, product, algorithm, preprocess);
           }});
    };
    add("spmm_default", CUSPARSE_SPMM_ALG_DEFAULT);
    add("spmm_unprepared", CUSPARSE_SPMM_ALG_DEFAULT, false);
    if (library.is_filigree) continue;
    add("spmm_alg1", CUSPARSE_SPMM_CSR_ALG1);
    add("spmm_alg2", CUSPARSE_SPMM_CSR_ALG2);
    add("spmm_alg3", CUSPARSE_SPMM_CSR_ALG3);
  }
}

}  // namespace cusparse
#endif

/// All peers that this build and this machine have.
template <class Scalar, class Layout>
void add_dense_peers([[maybe_unused]] std::vector<DenseEntrant<Scalar, Layout>>& entrants) {
#ifdef FILIGREE_PEER_MKL
  mkl::add_dense(entrants);
#endif
#ifdef FILIGREE_PEER_KOKKOS_KERNELS
  entrants.push_back({"Kokkos Kernels", "default", kokkos_kernels::prepare_dense<Scalar, Layout>});
#endif
#ifdef FILIGREE_PEER_EIGEN
  entrants.push_back({"Eigen", "csr", eigen::prepare_dense<Scalar, Layout>});
#endif
#ifdef FILIGREE_PEER_CUSPARSE
  cusparse::add_dense(entrants);
#endif
}

}  // namespace perf
