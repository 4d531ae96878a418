// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <filigree/io/matrix_market.hpp>

#include "bicgstab.hpp"
#include "gmres.hpp"
#include "matrix_report.hpp"
#include "matrix_source.hpp"
#include "preconditioned_cg.hpp"
#include "preconditioners.hpp"
#include "solve.hpp"

/// What `filigree solve` does with a matrix of a type.

namespace filigree::tool {

using SolveExec = Kokkos::DefaultExecutionSpace;

template <class Scalar>
using SolveVector = Kokkos::View<Scalar*, SolveExec::memory_space>;

/// \throws InputError where b has another length than A has rows
inline void check_length(const SolveRequest& request, std::int64_t length, std::int64_t num_rows) {
  if (length != num_rows)
    throw InputError("'" + request.right_hand_side + "' has " + std::to_string(length) +
                     " entries, but '" + request.file + "' has " + std::to_string(num_rows) +
                     " rows");
}

/// A dense or sparse vector from a Matrix Market file.
template <class Scalar>
HostDenseVector<Scalar> read_vector(const SolveRequest& request, std::int64_t num_rows) {
  const std::string& path = request.right_hand_side;
  return read_input([&]() -> HostDenseVector<Scalar> {
    const MatrixMarketHeader header = read_matrix_market_header(path, read_options(false));
    if (header.format == MatrixMarketFormat::array)
      return read_matrix_market_vector<Scalar>(path, read_options(true));
    const auto entries =
        read_matrix_market_sparse_vector<Scalar, std::int64_t>(path, read_options(true));
    check_length(request, entries.size(), num_rows);  // which may be any number in a file
    const HostDenseVector<Scalar> result("right_hand_side", entries.size());
    for (std::int64_t k = 0; k < entries.nnz(); ++k)
      result(entries.indices()(k)) += entries.values()(k);
    return result;
  });
}

/// \throws InputError where the file's vector does not fit A
template <class Scalar, class Matrix>
SolveVector<Scalar> right_hand_side(const SolveExec& exec, const SolveRequest& request,
                                    const Matrix& A) {
  const SolveVector<Scalar> b("b", A.num_rows());
  if (request.right_hand_side.empty()) {
    const SolveVector<Scalar> ones("ones", A.num_rows());
    Kokkos::deep_copy(exec, ones, Scalar(1));
    spmv(exec, Op::none, Scalar(1), A, ones, Scalar(0), b);
    return b;
  }
  const auto read = read_vector<Scalar>(request, A.num_rows());
  check_length(request, std::int64_t(read.extent(0)), A.num_rows());
  const std::string name = "'" + request.right_hand_side + "'";
  for (std::size_t i = 0; i < read.extent(0); ++i)
    if (!example::is_finite_number(read(i)))
      throw InputError(name + ": entry " + std::to_string(i + 1) + " is infinite or not a number");
  Kokkos::deep_copy(exec, b, read);
  exec.fence();
  return b;
}

/// What the methods need of a matrix. \throws InputError
template <class Matrix>
void check_matrix(const SolveExec& exec, const SolveRequest& request, const Matrix& A) {
  const auto report = example::report_matrix(exec, A);
  if (report.infinite_entries > 0)
    throw InputError("'" + request.file + "' has entries that are infinite or not a number: " +
                     std::to_string(report.infinite_entries));
  const bool needs_hermitian = request.method == "cg" || request.preconditioner == "ic0";
  if (needs_hermitian && !report.hermitian_values())
    throw InputError("'" + request.file + "' is not " +
                     (is_complex_v<typename Matrix::scalar_type> ? "Hermitian" : "symmetric") +
                     ", as " +
                     (request.method == "cg" ? "cg needs it (bicgstab and gmres do not)"
                                             : "ic0 needs it (ilu0 does not)"));
}

template <class Matrix>
using SolveSystem = example::LinearSystem<SolveExec, Matrix>;

/// Makes the preconditioner; where that is not possible the report says why.
template <class Matrix>
typename SolveSystem<Matrix>::Preconditioner make_preconditioner(const SolveExec& exec,
                                                                 const SolveRequest& request,
                                                                 const Matrix& A,
                                                                 SolveReport& report) {
  const std::string& name = request.preconditioner;
  if (name == "none") return {};
  const auto break_down = [&](std::int64_t row, const std::string& what) {
    report.breakdown_row = row + request.index_base;
    report.breakdown = name + ": row " + std::to_string(report.breakdown_row) + " (the first is " +
                       std::to_string(request.index_base) + ") has " + what;
  };
  const auto checked = [&](auto made, const char* what) {
    if (made.first_zero_pivot() >= 0) break_down(made.first_zero_pivot(), what);
    return typename SolveSystem<Matrix>::Preconditioner(std::move(made));
  };
  if (name == "ilut")
    return checked(example::Ilut(exec, A, request.drop_tolerance, request.fill), "a pivot of zero");
  const std::int64_t missing =
      triangular_solve_plan(exec, Op::none, A,
                            {.fill = FillMode::lower, .on_zero_pivot = ZeroPivot::skip_row})
          .missing_pivot();
  if (missing >= 0) {
    break_down(missing, "no entry on the diagonal");
    return {};
  }
  if (name == "jacobi") return checked(example::Jacobi(exec, A), "a zero on the diagonal");
  if (name == "sgs")
    return checked(example::SymmetricGaussSeidel(exec, A), "a zero on the diagonal");
  if (name == "sgs_color")
    return checked(example::ColoredGaussSeidel(exec, A), "a zero on the diagonal");
  if (name == "ic0") return checked(example::Ic0(exec, A), "a pivot that is not positive");
  return checked(example::Ilu0(exec, A), "a pivot of zero");
}

/// Runs the method from x = 0.
template <class System, class Vector>
void run_method(const SolveRequest& request, const System& system, const Vector& b, const Vector& x,
                SolveReport& report) {
  const Kokkos::Timer clock;
  double shown = 0;
  report.residuals.push_back(1);
  const auto progress = [&](int iteration, double residual) {
    report.residuals.push_back(residual);
    if (clock.seconds() < shown + 0.1) return;
    shown = clock.seconds();
    request.progress(method_text(request) + ": iteration " + std::to_string(iteration) +
                     ", residual " + significant(residual));
  };
  const auto run = [&](auto method) {
    return example::solve(method, system, b, x, request.options, progress);
  };
  if (request.method == "cg")
    report.result = run(example::PreconditionedCg(system));
  else if (request.method == "bicgstab")
    report.result = run(example::Bicgstab(system));
  else
    report.result = run(example::Gmres(system, request.restart));
  report.solve_seconds = clock.seconds();
}

/// All of the command but what it prints and draws. x is written unless something broke down.
template <class Scalar>
SolveReport solve_matrix(const SolveRequest& request) {
  const SolveExec exec;
  const auto A = load_matrix<Scalar, std::int32_t, std::int64_t>(request.file).matrix;
  SolveReport report;
  report.num_rows = A.num_rows();
  report.num_entries = A.nnz();
  report.complex = is_complex_v<Scalar>;
  check_matrix(exec, request, A);
  const auto b = right_hand_side<Scalar>(exec, request, A);

  request.progress("preparing " + method_text(request));
  const Kokkos::Timer timer;
  const auto preconditioner = make_preconditioner(exec, request, A, report);
  if (!report.factored()) return report;
  const SolveSystem<decltype(A)> system(exec, A, preconditioner);
  exec.fence();
  report.setup_seconds = timer.seconds();

  const SolveVector<Scalar> x("x", A.num_rows());
  run_method(request, system, b, x, report);
  const auto result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, x);
  for (std::size_t i = 0; i < result.extent(0); ++i)
    report.largest_error = std::max(report.largest_error, Kokkos::abs(result(i) - Scalar(1)));
  if (!request.output.empty() && report.result.outcome != example::Outcome::breakdown)
    write_output([&] { write_matrix_market(request.output, result); });
  return report;
}

}  // namespace filigree::tool
