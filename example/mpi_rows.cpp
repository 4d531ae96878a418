// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mpi_rows: y = A x with the rows of A, x and y dealt out to MPI ranks, one GPU a rank. A is
// tridiagonal, so that a rank needs one entry of x of each neighbour. Built where MPI is found.

#include <Kokkos_Core.hpp>

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <filigree/convert.hpp>
#include <filigree/spmv.hpp>

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Matrix = filigree::CsrMatrix<double>;
using Vector = Kokkos::View<double*>;

constexpr int n = 1000;  // rows of a rank

/// Entries (i, j) of value v, collected on the host.
struct Entries {
  std::vector<std::int32_t> rows, columns;
  std::vector<double> values;

  void add(int i, int j, double v) {
    rows.push_back(i);
    columns.push_back(j);
    values.push_back(v);
  }
  Matrix csr(const Exec& exec, int num_columns) {
    const auto coo = filigree::CooMatrix<double, std::int32_t, Kokkos::HostSpace>::wrap(
        n, num_columns, std::int64_t(values.size()), rows, columns, values);
    return filigree::coo_to_csr(exec, filigree::mirror_in<filigree::DefaultMemorySpace>(coo));
  }
};

/// The largest error of y = A x, where x(i) = (i + 1)^2 and A has the rows (-1 2 -1): each y is -2,
/// but the last one.
double largest_error(int rank, int num_ranks) {
  const Exec exec;
  const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int right = rank + 1 < num_ranks ? rank + 1 : MPI_PROC_NULL;

  // columns that are the rank's own, and those of the neighbours: 0 to the left, 1 to the right
  Entries own_entries, halo_entries;
  for (int i = 0; i < n; ++i) {
    if (i > 0) own_entries.add(i, i - 1, -1);
    own_entries.add(i, i, 2);
    if (i + 1 < n) own_entries.add(i, i + 1, -1);
  }
  halo_entries.add(0, 0, -1);
  halo_entries.add(n - 1, 1, -1);
  const Matrix own = own_entries.csr(exec, n), halo = halo_entries.csr(exec, 2);
  const auto own_plan = filigree::spmv_plan(exec, filigree::Op::none, own);
  const auto halo_plan = filigree::spmv_plan(exec, filigree::Op::none, halo);

  const Vector x("x", n), y("y", n), x_halo("x_halo", 2);
  const auto host_x = Kokkos::create_mirror_view(x);
  for (int i = 0; i < n; ++i) host_x(i) = std::pow(double(rank) * n + i + 1, 2);
  Kokkos::deep_copy(x, host_x);

  // what the neighbours need, by way of the host: any MPI will do
  double send[2], receive[2] = {0, 0};
  Kokkos::View<double, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> first(send), last(send + 1);
  Kokkos::deep_copy(exec, first, Kokkos::subview(x, 0));
  Kokkos::deep_copy(exec, last, Kokkos::subview(x, n - 1));
  exec.fence();
  own_plan.apply(exec, 1.0, own, x, 0.0, y);  // a GPU computes this while the messages travel
  MPI_Request requests[4];
  MPI_Irecv(&receive[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&receive[1], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(&send[0], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(&send[1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  const Kokkos::View<double*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> received(receive, 2);
  Kokkos::deep_copy(exec, x_halo, received);
  halo_plan.apply(exec, 1.0, halo, x_halo, 1.0, y);  // y += halo x_halo, behind the first
  exec.fence();

  const auto host_y = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, y);
  double error = 0;
  for (int i = 0; i < n; ++i)
    if (i + 1 < n || rank + 1 < num_ranks) error = std::max(error, std::abs(host_y(i) + 2));
  return error;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, num_ranks = 0, local_rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &num_ranks);
  MPI_Comm of_host;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &of_host);
  MPI_Comm_rank(of_host, &local_rank);
  MPI_Comm_free(&of_host);

  // the ranks of a host take its GPUs in turn
  Kokkos::InitializationSettings settings;
  if (Kokkos::num_devices() > 0) settings.set_device_id(local_rank % Kokkos::num_devices());
  Kokkos::initialize(settings);
  double error = largest_error(rank, num_ranks), largest = 0;
  Kokkos::finalize();

  MPI_Allreduce(&error, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0) std::printf("%d ranks, largest error %g\n", num_ranks, largest);
  MPI_Finalize();
  return largest <= 1e-6 ? 0 : 1;
}
