// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert.hpp>
#include <filigree/sddmm.hpp>
#include <filigree/spmm.hpp>
#include <filigree/structured.hpp>
#include <filigree/structured_matmul.hpp>

#include <functional>
#include <string_view>
#include <thread>

#include "graph_replay.hpp"
#include "spmv_formats/format_from.hpp"

/// Tuned kernels run on the device of their execution space, whatever the calling thread's CUDA
/// state is: another current device, an error that an earlier call has left.

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;
using Index = std::int32_t;
using Vector = Kokkos::View<double*, Space>;
using Matrix = Kokkos::View<double**, Kokkos::LayoutRight, Space>;
using Csr = CsrMatrix<double, Index, Index, Space>;

constexpr std::int64_t size = 3000, columns = 8;

Csr random_csr() {
  std::mt19937 random(11);
  return MatrixFrom<Csr>::make(random_triplets<double>(random, {size, size, 9}), {.unique = true},
                               Order::sorted);
}

/// Runs `call`, in a new thread after `disturb`, and directly: the same entries of `output`.
template <class Output>
void expect_undisturbed(std::string_view what, const std::function<void()>& disturb,
                        const Output& output, const std::function<void()>& call) {
  SCOPED_TRACE(what);
  fill(output, 5);
  call();
  Exec().fence();
  const auto expected = entries_of(output);
  fill(output, 6);
  Kokkos::fence();
  std::thread([&] {
    disturb();
    EXPECT_NO_THROW(call());
  }).join();
  Exec().fence();
  EXPECT_EQ(entries_of(output), expected);
}

/// A product of each operation that has tuned kernels, all of them asked for.
void expect_all_undisturbed(const std::function<void()>& disturb) {
  const Exec exec;
  const Csr A = random_csr();
  fill(A.values(), 1);
  const Vector x("x", size), y("y", size);
  const Matrix B("B", size, columns), C("C", size, columns);
  fill(x, 2);
  fill(B, 3);
  for (const Op op : {Op::none, Op::transpose}) {
    SCOPED_TRACE(name(op));
    const auto plan = spmv_plan(exec, op, A, {.backend = Backend::tuned});
    expect_undisturbed("spmv", disturb, y, [&] { plan.apply(exec, 1.0, A, x, 0.0, y); });
    const auto products = spmm_plan(exec, op, A, {.backend = Backend::tuned});
    expect_undisturbed("spmm", disturb, C, [&] { products.apply(exec, 1.0, A, B, 0.0, C); });
  }
  expect_undisturbed("spmv, one call", disturb, y,
                     [&] { spmv(exec, Op::none, 1.0, A, x, 0.0, y, {.backend = Backend::tuned}); });

  const Csr sampled = A.with_values(Vector("sampled", A.nnz()));
  expect_undisturbed("sddmm", disturb, sampled.values(), [&] {
    sddmm(exec, Op::none, Op::transpose, 1.0, B, B, 0.0, sampled, {.backend = Backend::tuned});
  });
  const Kokkos::View<Index*, Space> offsets("offsets", size + 1), rows("rows", A.nnz());
  const Vector values("values", A.nnz());
  expect_undisturbed("csr_to_csc", disturb, values,
                     [&] { csr_to_csc(exec, A, offsets, rows, values); });

  using Half = Kokkos::View<half**, Kokkos::LayoutLeft, Space>;
  const Half dense("W", 128, 512), X("X", 512, 64), D("D", 128, 64);
  fill(dense, 3);
  fill(X, 4);
  structured_prune(exec, dense, dense, StructuredPruneRule::strip);
  const auto W = structured_compress(exec, dense);
  expect_undisturbed("structured_matmul", disturb, D, [&] {
    structured_matmul(exec, Op::none, Op::none, 1, W, X, D, {}, {.backend = Backend::tuned});
  });
}

TEST(CudaDevices, another_current_device) {
  int count = 0;
  EXPECT_CUDA(cudaGetDeviceCount(&count));
  if (count < 2) GTEST_SKIP() << "this machine has one device";
  const int other = (Exec().cuda_device() + 1) % count;
  expect_all_undisturbed([&] { EXPECT_CUDA(cudaSetDevice(other)); });
}

TEST(CudaDevices, an_error_left_by_an_earlier_call) {
  expect_all_undisturbed([] {
    EXPECT_NE(cudaSetDevice(-1), cudaSuccess);
    EXPECT_NE(cudaPeekAtLastError(), cudaSuccess);
  });
}

}  // namespace
}  // namespace filigree::test
