// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "linear_system.hpp"

namespace example {

namespace gmres_kernels {

/// Parts of V^H w: a team adds up a chunk of rows of a column of V. The chunks do not depend on the
/// number of threads, and neither does the sum.
template <class Exec, class Basis, class Vector>
struct ProjectChunk {
  using Scalar = typename Vector::non_const_value_type;
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;
  static constexpr std::int64_t num_chunks = 64;

  Basis basis;
  Vector w;
  Kokkos::View<Scalar**, typename Exec::memory_space> sums;  ///< column x chunk

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const std::int64_t column = team.league_rank() / num_chunks;
    const std::int64_t chunk = team.league_rank() % num_chunks;
    const std::int64_t rows = std::int64_t(w.extent(0));
    const std::int64_t begin = rows * chunk / num_chunks, end = rows * (chunk + 1) / num_chunks;
    Scalar sum(0);
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, begin, end),
        [&](const std::int64_t i, Scalar& part) { part += conjugate_of(basis(i, column)) * w(i); },
        sum);
    Kokkos::single(Kokkos::PerTeam(team), [&] { sums(column, chunk) = sum; });
  }
};

/// w += V factors
template <class Basis, class Vector>
struct AddCombination {
  Basis basis;
  Vector factors, w;
  int num_columns;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    typename Vector::non_const_value_type sum = w(i);
    for (int k = 0; k < num_columns; ++k) sum += basis(i, k) * factors(k);
    w(i) = sum;
  }
};

}  // namespace gmres_kernels

/// A rotation of two rows that makes the lower entry zero.
template <class Scalar>
struct GivensRotation {
  double c = 1;
  Scalar s = Scalar(0);

  /// The one that turns (a, b) with a real b >= 0 into (r, 0); a becomes r.
  static GivensRotation zeroing(Scalar& a, double b) {
    const double size = Kokkos::abs(a);
    if (b == 0) return {};
    const double r = std::hypot(size, b);
    const Scalar phase = size > 0 ? a / size : Scalar(1);
    a = phase * r;
    return {size / r, phase * (b / r)};
  }
  void apply(Scalar& upper, Scalar& lower) const {
    const Scalar old = upper;
    upper = c * old + s * lower;
    lower = c * lower - conjugate_of(s) * old;
  }
};

/// GMRES, started again every `restart` iterations, for any A: Y. Saad, M. H. Schultz, SIAM J. Sci.
/// Stat. Comput. 7 (1986), with the preconditioner on the right, so that the residual it carries is
/// that of x. Each new vector is made orthogonal to the former ones by two passes of classical
/// Gram-Schmidt (L. Giraud, J. Langou, M. Rozloznik, Comput. Math. Appl. 50 (2005)): as exact as
/// Householder's way, and a pass waits for the device once however many vectors there are. An
/// iteration is a product with A and one with M^-1.
template <class System>
class Gmres {
 public:
  using Scalar = typename System::Scalar;
  using Vector = typename System::Vector;
  using Space = typename Vector::memory_space;
  using Basis = Kokkos::View<Scalar**, Kokkos::LayoutLeft, Space>;

  Gmres(const System& system, int restart)
      : restart_(int(std::min<std::int64_t>(restart, system.size()))),
        basis_("basis", system.size(), restart_ + 1),
        z_("z", system.size()),
        factors_("factors", restart_ + 1),
        sums_("sums", restart_ + 1, Project::num_chunks),
        h_(std::size_t(restart_) * std::size_t(restart_ + 1)),
        rotations_(std::size_t(restart_)) {}

  /// Improves x, whose residual is r, by one cycle.
  RunEnd run(const System& system, const Vector& x, const Vector& r, double norm_r,
             const RunControl& control) {
    const auto& exec = system.exec();
    assign(exec, column(0), {{1 / norm_r, r}});
    std::vector<Scalar> g(std::size_t(restart_) + 1, Scalar(0));  // the right-hand side, rotated
    g[0] = norm_r;
    RunEnd end = RunEnd::done;
    int steps = 0;
    while (steps < restart_ && norm_r > control.target && !control.at_limit()) {
      const int j = steps;
      system.precondition(column(j), z_);
      const double norm_product = system.multiply(z_, column(j + 1), column(j)).second;
      double norm_next = orthogonalise(exec, j);
      if (!std::isfinite(norm_next)) {
        end = control.breakdown("a number is not finite");
        break;
      }
      // Then the space holds A times itself, and the solution if A is regular.
      const double rounding = 10 * std::numeric_limits<double>::epsilon() * norm_product;
      const bool complete = norm_next <= rounding;
      if (complete) norm_next = 0;
      rotate(j, norm_next, g);
      if (!(Kokkos::abs(h(j, j)) > rounding)) {
        end = control.breakdown("A M^-1 is singular on the Krylov space");
        break;
      }
      norm_r = Kokkos::abs(g[std::size_t(j) + 1]);
      ++steps;
      control.step_done(norm_r);
      if (complete) break;
      assign(exec, column(j + 1), {{1 / norm_next, column(j + 1)}});
    }
    update(system, x, steps, g);
    return end;
  }

 private:
  using Exec = std::decay_t<decltype(std::declval<const System&>().exec())>;
  using Project = gmres_kernels::ProjectChunk<Exec, Basis, Vector>;

  Vector column(int j) const { return Kokkos::subview(basis_, Kokkos::ALL, j); }
  Scalar& h(int i, int j) {
    return h_[std::size_t(j) * std::size_t(restart_ + 1) + std::size_t(i)];
  }

  /// V(:, 0 .. count - 1)^H w on the host.
  std::vector<Scalar> project(const Exec& exec, int count, const Vector& w) const {
    Kokkos::parallel_for(
        "example::project",
        Kokkos::TeamPolicy<Exec>(exec, count * int(Project::num_chunks), Kokkos::AUTO),
        Project{basis_, w, sums_});
    exec.fence("example::project");
    const auto sums = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, sums_);
    std::vector<Scalar> result(std::size_t(count), Scalar(0));
    for (int k = 0; k < count; ++k)
      for (int chunk = 0; chunk < Project::num_chunks; ++chunk)
        result[std::size_t(k)] += sums(k, chunk);
    return result;
  }

  /// w += V(:, 0 .. size - 1) factors
  void add_combination(const Exec& exec, const std::vector<Scalar>& factors,
                       const Vector& w) const {
    using Host = Kokkos::View<const Scalar*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
    const auto used =
        Kokkos::subview(factors_, std::pair<std::size_t, std::size_t>(0, factors.size()));
    Kokkos::deep_copy(exec, used, Host(factors.data(), factors.size()));
    exec.fence("example::add_combination");  // the factors may go
    Kokkos::parallel_for(
        "example::add_combination", entries_of(exec, w),
        gmres_kernels::AddCombination<Basis, Vector>{basis_, factors_, w, int(factors.size())});
  }

  /// Makes column j + 1 orthogonal to those before it, which is column j of h; returns its norm.
  double orthogonalise(const Exec& exec, int j) {
    for (int i = 0; i <= j; ++i) h(i, j) = Scalar(0);
    for (int pass = 0; pass < 2; ++pass) {
      std::vector<Scalar> parts = project(exec, j + 1, column(j + 1));
      for (int i = 0; i <= j; ++i) {
        h(i, j) += parts[std::size_t(i)];
        parts[std::size_t(i)] = -parts[std::size_t(i)];
      }
      add_combination(exec, parts, column(j + 1));
    }
    return norm(exec, column(j + 1));
  }

  /// Column j of the Hessenberg matrix becomes one of a triangle.
  void rotate(int j, double norm_next, std::vector<Scalar>& g) {
    for (int i = 0; i < j; ++i) rotations_[std::size_t(i)].apply(h(i, j), h(i + 1, j));
    auto& rotation = rotations_[std::size_t(j)];
    rotation = GivensRotation<Scalar>::zeroing(h(j, j), norm_next);
    rotation.apply(g[std::size_t(j)], g[std::size_t(j) + 1]);
  }

  /// x += M^-1 V y with the y that makes the residual smallest.
  void update(const System& system, const Vector& x, int steps, const std::vector<Scalar>& g) {
    if (steps == 0) return;
    std::vector<Scalar> y(g.begin(), g.begin() + steps);
    for (int i = steps - 1; i >= 0; --i) {
      for (int k = i + 1; k < steps; ++k) y[std::size_t(i)] -= h(i, k) * y[std::size_t(k)];
      y[std::size_t(i)] /= h(i, i);
    }
    const Vector sum("sum", system.size());
    add_combination(system.exec(), y, sum);
    system.precondition(sum, z_);
    assign(system.exec(), x, {{1.0, x}, {1.0, z_}});
  }

  int restart_;
  Basis basis_;
  Vector z_, factors_;
  Kokkos::View<Scalar**, Space> sums_;
  std::vector<Scalar> h_;  ///< column by column, `restart_ + 1` entries each
  std::vector<GivensRotation<Scalar>> rotations_;
};

}  // namespace example
