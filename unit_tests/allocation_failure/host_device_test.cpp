// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <string>

#include <filigree/host_device.hpp>

#include "each_allocation.hpp"

/// Dual memory whose allocations fail, where both sides are the host's.

namespace filigree::test {
namespace {

using Vector = Kokkos::View<double*, Space>;

TEST(AllocationFailure, host_and_device) {
  const Exec exec;
  const Csr A = test_matrix();
  const Vector values = test_vector(60);
  each_allocation_fails(
      "HostDevice", Watched(values), [&] { return HostDevice<double>(60); },
      [&](std::string& bytes, HostDevice<double> made) { append(bytes, made.host_read(exec)); });
  each_allocation_fails("HostDevice", Watched(values),
                        [&] { return HostDevice<double>(values).device_read(exec); });
  each_allocation_fails("HostDeviceMatrix HostDevice", Watched(A),
                        [&] { return HostDeviceMatrix<Csr>(A).host_read(exec); });
  const HostDeviceMatrix<Csr> both(A);
  const HostDevice<double> x(values);
  each_allocation_fails("spmv HostDevice", Watched(A, values), [&] {
    HostDevice<double> y(60);
    spmv(exec, Op::none, 1.0, both, x, 1.0, y);
    return y.host_read(exec);
  });
}

/// A side of zeros that could not be made is made by the next call.
TEST(AllocationFailure, host_and_device_again) {
  const Exec exec;
  bool reached = true;
  for (std::int64_t number = 1; reached; ++number) {
    SCOPED_TRACE(number);
    const HostDevice<double> zeros(60);
    const Outcome outcome = call_with_failure(
        number, [&] { return zeros.host_read(exec); }, [](const auto&) {});
    reached = outcome.reached;
    const auto found = zeros.host_read(exec);
    for (int i = 0; i < 60; ++i) ASSERT_EQ(found(i), 0);
  }
}

}  // namespace
}  // namespace filigree::test
