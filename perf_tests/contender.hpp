// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <filigree/core/operation.hpp>
#include <filigree/format/csr.hpp>

/// What Filigree and its peers have in common for a benchmark of y = op(A) x.

namespace perf {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <class Scalar>
using Matrix = filigree::CsrMatrix<Scalar, std::int32_t, std::int32_t, Space>;
template <class Scalar>
using Vector = Kokkos::View<Scalar*, Space>;

/// y = op(A) x.
template <class Scalar>
struct Product {
  Exec exec;
  filigree::Op op = filigree::Op::none;
  Matrix<Scalar> A;
  Vector<Scalar> x;
  Vector<Scalar> y;

  bool transposed() const { return op != filigree::Op::none; }
};

/// A library's way of making one product, ready to run.
struct Contender {
  std::function<void()> run;
  std::string kernel;        ///< what ran, as far as the library tells
  double bytes = 0;          ///< that one product has to move; 0: those of plain CSR
  double setup_seconds = 0;  ///< plan, analysis, copy into a format of its own
};

/// Thrown where a library does not offer a product.
struct NotOffered : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class Scalar>
struct Entrant {
  std::string library;
  std::string name;
  filigree::Op op = filigree::Op::none;
  std::function<Contender(const Product<Scalar>&)> prepare;
};

/// Bytes of a product with plain CSR: everything once.
template <class Scalar>
double csr_bytes(const Matrix<Scalar>& A) {
  return double(A.nnz()) * (sizeof(Scalar) + sizeof(std::int32_t)) +
         double(A.num_rows() + 1) * sizeof(std::int32_t) +
         double(A.num_rows() + A.num_cols()) * sizeof(Scalar);
}

/// Runs `make` and adds what it took, on the host's clock, to the contender.
template <class Make>
double setup_seconds(const Exec& exec, const Make& make) {
  exec.fence();
  const Kokkos::Timer timer;
  make();
  exec.fence();
  return timer.seconds();
}

/// Whether `path` has the prefix that says that the library is Filigree's, which is then taken off.
inline bool take_filigree(std::string& path) {
  constexpr std::string_view prefix = "filigree=";
  const bool is_there = path.starts_with(prefix);
  if (is_there) path.erase(0, prefix.size());
  return is_there;
}

/// A library that takes part, or why it does not.
struct Peer {
  std::string library;
  std::string version;  ///< empty: it does not take part
  std::string absent;   ///< then why
};

}  // namespace perf
