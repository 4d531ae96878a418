// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/owned_matrix.hpp>

#include <array>
#include <string_view>
#include <type_traits>

#include <filigree/convert.hpp>
#include <filigree/convert_any.hpp>
#include <filigree/convert_blocks.hpp>
#include <filigree/convert_formats.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/format/blocked_ell.hpp>
#include <filigree/format/bsr.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/format/sell.hpp>
#include <filigree/io/matrix_market.hpp>
#include <filigree/io/read.hpp>
#include <runtime/pattern.hpp>
#include <runtime/solve_scalars.hpp>

namespace filigree::runtime {
namespace {

template <class Integer>
constexpr IndexType index_type = sizeof(Integer) == 8 ? IndexType::int64 : IndexType::int32;

template <class View>
void* writable(const View& view) {
  return const_cast<void*>(static_cast<const void*>(view.data()));
}

/// The arrays of a container, and the container, which holds them.
template <class Container>
OwnedMatrix owned(Format format, const Container& B) {
  SparseOperand A;
  A.format = format;
  A.scalar = ScalarTypeOf<typename Container::scalar_type>::value;
  A.index = A.offset = index_type<typename Container::index_type>;
  if constexpr (requires { typename Container::offset_type; })
    A.offset = index_type<typename Container::offset_type>;
  A.properties = B.properties();
  A.num_rows = B.num_rows();
  A.num_cols = B.num_cols();
  A.nnz = B.nnz();
  if constexpr (requires { B.row_offsets(); }) A.offsets = writable(B.row_offsets());
  if constexpr (requires { B.col_offsets(); }) A.offsets = writable(B.col_offsets());
  if constexpr (requires { B.slice_offsets(); }) {
    A.offsets = writable(B.slice_offsets());
    A.slice_size = B.slice_size();
    A.num_places = std::int64_t(B.values().extent(0));
  }
  if constexpr (requires { B.row_indices(); }) A.row_indices = writable(B.row_indices());
  if constexpr (requires { B.col_indices(); }) A.col_indices = writable(B.col_indices());
  if constexpr (requires { B.block(); }) A.block = B.block();
  if constexpr (requires { B.ell_cols(); }) {
    A.block = {B.block_size(), B.block_size(), BlockOrder::row_major};
    A.ell_cols = B.ell_cols();
  }
  A.values = writable(B.values());
  return {A, std::make_shared<const Container>(B)};
}

/// Containers of one choice of types, and the ways between them, all by CSR.
template <class Exec, class Scalar, class Offset, class Index>
struct Formats {
  using Space = typename Exec::memory_space;
  template <class S>
  using Csr = CsrMatrix<S, Index, Offset, Space>;

  const Exec& exec;

  /// f(the matrix as a container, whose values are const)
  template <class F>
  auto visit(const SparseOperand& A, const F& f) const {
    const auto* const offsets = static_cast<const Offset*>(A.offsets);
    const auto* const rows = static_cast<const Index*>(A.row_indices);
    const auto* const cols = static_cast<const Index*>(A.col_indices);
    const auto* const values = static_cast<const Scalar*>(A.values);
    switch (A.format) {
      case Format::csc:
        return f(CscMatrix<const Scalar, Index, Offset, Space>::wrap(
            A.num_rows, A.num_cols, A.nnz, offsets, rows, values, A.properties));
      case Format::coo:
        return f(CooMatrix<const Scalar, Index, Space>::wrap(A.num_rows, A.num_cols, A.nnz, rows,
                                                             cols, values, A.properties));
      case Format::bsr:
        return f(BsrMatrix<const Scalar, Index, Offset, Space>::wrap(
            A.num_rows, A.num_cols, A.block, A.num_indices(), offsets, cols, values, A.properties));
      case Format::sell:
        return f(SellMatrix<const Scalar, Index, Offset, Space>::wrap(
            A.num_rows, A.num_cols, A.nnz, A.slice_size, A.num_places, offsets, cols, values,
            A.properties));
      case Format::blocked_ell:
        return f(BlockedEllMatrix<const Scalar, Index, Space>::wrap(
            A.num_rows, A.num_cols, A.block.rows, A.ell_cols, cols, values, A.properties));
      default:
        return f(Csr<const Scalar>::wrap(A.num_rows, A.num_cols, A.nnz, offsets, cols, values,
                                         A.properties));
    }
  }

  /// A as CSR, which shares A's arrays where A is CSR.
  Csr<const Scalar> to_csr(const SparseOperand& A) const {
    return visit(A, [&]<class From>(const From& from) -> Csr<const Scalar> {
      if constexpr (std::is_same_v<From, Csr<const Scalar>>) {
        return from;
      } else {
        return filigree::convert_to<Csr<Scalar>>(exec, from);
      }
    });
  }

  template <class To>
  OwnedMatrix to(Format format, const Csr<const Scalar>& A, const FormatOptions& options) const {
    return owned(format, filigree::convert_to<To>(exec, A, detail::target_options<To>(options)));
  }

  OwnedMatrix to_format(Format format, const Csr<const Scalar>& A, FormatOptions options) const {
    if (format == Format::sell) options.index_base = IndexBase::zero;  // as products want it
    switch (format) {
      case Format::csr:
        return to<Csr<Scalar>>(format, A, options);
      case Format::csc:
        return to<CscMatrix<Scalar, Index, Offset, Space>>(format, A, options);
      case Format::coo:
        return to<CooMatrix<Scalar, Index, Space>>(format, A, options);
      case Format::bsr:
        return to<BsrMatrix<Scalar, Index, Offset, Space>>(format, A, options);
      case Format::sell:
        return to<SellMatrix<Scalar, Index, Offset, Space>>(format, A, options);
      case Format::blocked_ell:
        return to<BlockedEllMatrix<Scalar, Index, Space>>(format, A, options);
      default:
        detail::throw_error(Status::not_supported,
                            {"convert_to", "format", std::string(name(format)),
                             "csr, csc, coo, bsr, sell or blocked_ell",
                             "convert to one of these, or use the C++ interface"});
    }
  }
};

/// f(the ways between formats of A's types on the target)
template <class F>
auto visit_formats(std::string_view operation, const Target& target, const SparseOperand& A,
                   const F& f) {
  return visit_integers(
      target, A,
      [&]<class Exec, class Offset, class Index>(const Exec& exec, std::type_identity<Offset>,
                                                 std::type_identity<Index>) {
        return visit_solve_scalar(operation, A.scalar,
                                  [&]<class Scalar>(std::type_identity<Scalar>) {
                                    return f(Formats<Exec, Scalar, Offset, Index>{exec});
                                  });
      });
}

/// A container of the host in the memory of the target.
template <class Exec, class Scalar, class Index>
auto on_target(const Exec& exec, const CooMatrix<Scalar, Index, Kokkos::HostSpace>& A) {
  using Space = typename Exec::memory_space;
  const auto copy = [&](const auto& view) {
    return Kokkos::create_mirror_view_and_copy(Kokkos::view_alloc(exec, Space()), view);
  };
  const CooMatrix<Scalar, Index, Space> result(A.num_rows(), A.num_cols(), copy(A.row_indices()),
                                               copy(A.col_indices()), copy(A.values()),
                                               A.properties());
  exec.fence("filigree::read_matrix");  // A may go
  return result;
}

void check_operand_of(std::string_view operation, const Target& target, const SparseOperand& A) {
  check_arrays(operation, "A", A);
  check_operand(operation, "A", target, A);
}

}  // namespace

OwnedMatrix allocate_matrix(const Target& target, const SparseOperand& shape) try {
  constexpr std::string_view operation = "allocate_matrix";
  check_format(operation, "format", shape.format);
  check(operation, shape);
  SparseOperand A = shape;
  const auto arrays = target.visit([&](const auto& exec) -> std::shared_ptr<const void> {
    using Space = typename std::remove_cvref_t<decltype(exec)>::memory_space;
    using Array = Kokkos::View<char*, Space>;
    const auto allocate = [&](void*& array, std::int64_t length, std::size_t entry_bytes) {
      const Array view = detail::allocate<char, Space>(
          operation, exec, "filigree::matrix",
          detail::checked_product(operation, "nnz", length, std::int64_t(entry_bytes)));
      array = view.data();
      return view;
    };
    const bool by_columns = A.format == Format::csc;
    std::array<Array, 3> views;
    views[0] = A.format == Format::coo ? allocate(A.row_indices, A.nnz, size_of(A.index))
                                       : allocate(A.offsets, A.num_lines() + 1, size_of(A.offset));
    views[1] = allocate(by_columns ? A.row_indices : A.col_indices, A.nnz, size_of(A.index));
    views[2] = allocate(A.values, A.nnz, size_of(A.scalar));
    exec.fence("filigree::allocate_matrix");  // other streams may use them
    return std::make_shared<const std::array<Array, 3>>(views);
  });
  return {A, arrays};
} catch (...) {
  detail::rethrow_as_error("allocate_matrix");
}

OwnedMatrix convert_to(const Target& target, const SparseOperand& A, Format format,
                       const FormatOptions& options) try {
  constexpr std::string_view operation = "convert_to";
  check_operand_of(operation, target, A);
  return visit_formats(operation, target, A, [&](const auto& formats) {
    return formats.to_format(format, formats.to_csr(A), options);
  });
} catch (...) {
  detail::rethrow_as_error("convert_to");
}

OwnedMatrix read_matrix(const Target& target, const std::string& path, const FileMatrixTypes& types,
                        const ReadOptions& options) try {
  check_offset_type("read_matrix", types.offset, types.index);
  SparseOperand shape;
  shape.scalar = types.scalar;
  shape.index = types.index;
  shape.offset = types.offset;
  return visit_formats(
      "read_matrix", target, shape,
      [&]<class Exec, class Scalar, class Offset, class Index>(
          const Formats<Exec, Scalar, Offset, Index>& formats) {
        const auto coo =
            on_target(formats.exec, filigree::read_matrix<Scalar, Index>(path, options));
        SparseOperand A = owned(Format::coo, coo).operand;
        A.offset = types.offset;
        return formats.to_format(types.format, formats.to_csr(A), {.index_base = types.base});
      });
} catch (...) {
  detail::rethrow_as_error("read_matrix");
}

void write_matrix(const Target& target, const SparseOperand& A, const std::string& path,
                  const WriteOptions& options) try {
  constexpr std::string_view operation = "write_matrix";
  check_operand_of(operation, target, A);
  visit_formats(operation, target, A, [&](const auto& formats) {
    target.fence();
    if (A.format == Format::coo)
      formats.visit(A, [&]<class From>(const From& from) {
        if constexpr (requires {
                        from.row_indices();
                        from.col_indices();
                      })
          write_matrix_market(path, from, options);
      });
    else
      write_matrix_market(path, formats.to_csr(A), options);
  });
} catch (...) {
  detail::rethrow_as_error("write_matrix");
}

}  // namespace filigree::runtime
