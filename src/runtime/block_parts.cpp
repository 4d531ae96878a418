// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/format/bsrx.hpp>
#include <filigree/spmm.hpp>
#include <filigree/spmv.hpp>
#include <runtime/blocks.hpp>
#include <runtime/pattern.hpp>
#include <runtime/solve_scalars.hpp>

namespace filigree::runtime {
namespace {

/// f(exec, the matrix) with values of the scalar type, one of those of cuSPARSE's products of
/// blocks.
template <class F>
KernelId visit_blocks(std::string_view operation, const Target& target, ScalarType scalar,
                      const BlockPart& part, const void* values, const F& f) {
  check_region(operation, target);
  detail::check_pointer(operation, "mask", part.mask, part.mask_size);
  return target.visit([&]<class Exec>(const Exec& exec) {
    return visit_solve_scalar(operation, scalar, [&]<class T>(std::type_identity<T>) {
      using Space = typename Exec::memory_space;
      const BlockPattern& A = part.A;
      MatrixProperties properties;
      properties.index_base = A.base;
      auto matrix = BsrxView<const T, std::int32_t, std::int32_t, Space>::wrap(
          A.num_block_rows * A.block.rows, A.num_block_cols * A.block.cols, A.block, A.num_blocks,
          A.offsets, part.end_offsets, A.indices, static_cast<const T*>(values), properties);
      if (part.is_masked)
        matrix = matrix.with_mask(
            Kokkos::View<const std::int32_t*, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                part.mask, std::size_t(part.mask_size)));
      return f(exec, matrix, std::type_identity<T>());
    });
  });
}

template <class T, class Exec>
auto view_of(const VectorOperand& x) {
  return Kokkos::View<T*, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
      static_cast<T*>(x.values), std::size_t(x.size));
}

template <class T, class Exec>
auto view_of(const DenseOperand& B) {
  const Kokkos::LayoutStride layout(std::size_t(B.num_rows), std::size_t(B.row_stride()),
                                    std::size_t(B.num_cols), std::size_t(B.col_stride()));
  return Kokkos::View<T**, Kokkos::LayoutStride, typename Exec::memory_space,
                      Kokkos::MemoryTraits<Kokkos::Unmanaged>>(static_cast<T*>(B.values), layout);
}

}  // namespace

KernelId spmv(const Target& target, Op op, const ScalarOperand& alpha, const BlockPart& part,
              const void* values, const VectorOperand& x, const ScalarOperand& beta,
              const VectorOperand& y) try {
  if (x.scalar != y.scalar) throw_types_not_supported("spmv", {y.scalar, x.scalar, y.scalar});
  detail::check_pointer("spmv", "x", x.values, x.size);
  detail::check_pointer("spmv", "y", y.values, y.size);
  return visit_blocks(
      "spmv", target, x.scalar, part, values,
      [&]<class Exec, class T>(const Exec& exec, const auto& matrix, std::type_identity<T>) {
        return filigree::spmv(exec, op, scalar_argument<T>(alpha), matrix,
                              view_of<const T, Exec>(x), scalar_argument<T>(beta),
                              view_of<T, Exec>(y));
      });
} catch (...) {
  detail::rethrow_as_error("spmv");
}

KernelId spmm(const Target& target, Op op_a, Op op_b, const ScalarOperand& alpha,
              const BlockPart& part, const void* values, const DenseOperand& B,
              const ScalarOperand& beta, const DenseOperand& C) try {
  if (B.scalar != C.scalar) throw_types_not_supported("spmm", {C.scalar, B.scalar, C.scalar});
  detail::check_pointer("spmm", "B", B.values, B.num_rows * B.num_cols);
  detail::check_pointer("spmm", "C", C.values, C.num_rows * C.num_cols);
  return visit_blocks(
      "spmm", target, B.scalar, part, values,
      [&]<class Exec, class T>(const Exec& exec, const auto& matrix, std::type_identity<T>) {
        return filigree::spmm(exec, op_a, op_b, scalar_argument<T>(alpha), matrix,
                              view_of<const T, Exec>(B), scalar_argument<T>(beta),
                              view_of<T, Exec>(C));
      });
} catch (...) {
  detail::rethrow_as_error("spmm");
}

}  // namespace filigree::runtime
