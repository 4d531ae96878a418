// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/as_compressed.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/convert_problem.hpp>
#include <filigree/detail/format_types.hpp>
#include <filigree/detail/same_pattern.hpp>
#include <filigree/detail/scratch.hpp>
#include <filigree/detail/spgemm_problem.hpp>
#include <filigree/detail/spmv_stored.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/format/csr_arrays.hpp>
#include <filigree/spgemm_options.hpp>

/// What stands between the public calls of spgemm.hpp and the compiled library.

namespace filigree::detail {

template <class A, class B, class C>
struct SpgemmTypes {
  using type =
      std::conditional_t<std::is_same_v<A, B>, typename SpgemmComputeType<A, C>::type, void>;
};

/// The wider of two integer types.
template <class A, class B>
using wider_t = std::conditional_t<(sizeof(A) > sizeof(B)), A, B>;

template <class AMatrix, class BMatrix>
using spgemm_index_t = wider_t<typename AMatrix::index_type, typename BMatrix::index_type>;
/// Void: the wider of the operands'.
template <class Offset, class AMatrix, class BMatrix>
using spgemm_offset_t =
    std::conditional_t<std::is_void_v<Offset>,
                       wider_t<typename AMatrix::offset_type, typename BMatrix::offset_type>,
                       Offset>;

// --- operands ------------------------------------------------------------------------------------

/// A stored pattern without its types: what a plan tells whether a matrix is still the one that it
/// was made for.
struct SpgemmIdentity {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  MatrixProperties properties{};
  const void* offsets = nullptr;
  const void* col_indices = nullptr;
  std::size_t offset_bytes = 4;
  std::size_t index_bytes = 4;
  bool by_columns = false;  ///< the arrays are those of the transpose's rows

  friend bool operator==(const SpgemmIdentity&, const SpgemmIdentity&) = default;
};

/// The Csr matrix whose arrays A's are: A itself, or the transpose of a Csc matrix.
template <class Matrix>
auto stored_rows(const Matrix& A) {
  static_assert(is_compressed<Matrix>,
                "plans take CsrMatrix and CscMatrix: convert others with convert_to()");
  if constexpr (is_csr<Matrix>)
    return A;
  else
    return transposed(A);
}

template <class Matrix>
SpgemmIdentity spgemm_identity(const Matrix& A) {
  const auto rows = stored_rows(A);
  return {A.num_rows(),
          A.num_cols(),
          A.nnz(),
          A.properties(),
          rows.row_offsets().data(),
          rows.col_indices().data(),
          sizeof(typename Matrix::offset_type),
          sizeof(typename Matrix::index_type),
          !is_csr<Matrix>};
}

/// Rows that are a user's, in the arrays of another matrix of the same pattern.
template <class Index>
void rebind_spgemm_rows(SpgemmRows<Index>& rows, const SpgemmIdentity& from,
                        const SpgemmIdentity& to) {
  const auto offsets = [](const SpgemmIdentity& of) {
    return of.offset_bytes == 8 ? AnyOffsets(static_cast<const std::int64_t*>(of.offsets))
                                : AnyOffsets(static_cast<const std::int32_t*>(of.offsets));
  };
  rows.offsets = rebound(rows.offsets, offsets(from), offsets(to));
  rows.col_indices = rebound(rows.col_indices, static_cast<const Index*>(from.col_indices),
                             static_cast<const Index*>(to.col_indices));
}

/// The arrays of stored_rows(A).
template <class Matrix>
SpgemmRows<typename Matrix::index_type> spgemm_rows(const Matrix& A) {
  const auto rows = stored_rows(A);
  return {rows.num_rows(),
          rows.num_cols(),
          rows.nnz(),
          std::int64_t(rows.index_base()),
          rows.row_offsets().data(),
          rows.col_indices().data()};
}

/// Rows of op(A), op(B) or D: the user's own, or rows that the plan has written, whose values are
/// brought into their order by every product.
template <class Exec, class Index>
struct SpgemmOperand {
  using Positions = Kokkos::View<std::int64_t*, typename Exec::memory_space>;

  SpgemmRows<Index> rows;
  bool conjugate = false;         ///< all values
  bool conjugate_mirror = false;  ///< those of mirror images before that
  // The arrays of rows that are not the user's:
  Kokkos::View<Index*, typename Exec::memory_space> col_indices;
  Positions offsets;
  /// As expand_entries has them: where the entries come from. Empty: from their own place.
  Positions sources;
  /// Where several entries become one: those of entry u are segments[u] .. segments[u + 1].
  Positions segments;

  bool gathers_values() const { return sources.extent(0) > 0; }
  std::int64_t memory_bytes() const {
    return bytes_of(col_indices) + bytes_of(offsets) + bytes_of(sources) + bytes_of(segments);
  }
};

/// Waits for the device. \param merges whether rows are to be sorted and free of duplicates
template <class Exec, class Index>
FILIGREE_EXPORT SpgemmOperand<Exec, Index> prepare_spgemm_operand(
    const Exec& exec, const SpgemmRows<Index>& rows, const MatrixProperties& properties, Op op,
    bool merges);

/// The rows of op(A) of a matrix whose rows these are, with indices of type Index.
template <class Exec, class Index, class Given>
SpgemmOperand<Exec, Index> stored_spgemm_operand(const Exec& exec, const SpgemmRows<Given>& given,
                                                 const MatrixProperties& properties, Op op,
                                                 bool merges) {
  if constexpr (std::is_same_v<Given, Index>) {
    return prepare_spgemm_operand(exec, given, properties, op, merges);
  } else {
    const auto widened = allocate<Index, typename Exec::memory_space>(
        "", exec, "filigree::spgemm::col_indices", given.nnz);
    shift_integers(exec, given.nnz, given.col_indices, 0, widened.data());
    const SpgemmRows<Index> rows{given.num_rows, given.num_cols, given.nnz,
                                 given.base,     given.offsets,  widened.data()};
    auto operand = prepare_spgemm_operand(exec, rows, properties, op, merges);
    if (operand.rows.col_indices == widened.data()) operand.col_indices = widened;
    return operand;
  }
}

/// The rows of op(A), or `turned` those of its transpose.
template <class Exec, class Index, class Matrix>
SpgemmOperand<Exec, Index> spgemm_operand(const Exec& exec, const Matrix& A, Op op, bool merges,
                                          bool turned = false) {
  // With S for what is stored by rows, op(A) is op(S), or where A is S^T the transpose of that.
  const bool turns = turned == is_csr<Matrix>;
  const Op op_of_stored = !turns ? op : (op == Op::none ? Op::transpose : Op::none);
  auto operand = stored_spgemm_operand<Exec, Index>(
      exec, spgemm_rows(A), stored_rows(A).properties(), op_of_stored, merges);
  // The transpose of S^H is conj(S).
  if (turns && op == Op::conjugate_transpose) operand.conjugate = !operand.conjugate;
  return operand;
}

/// A checksum of a pattern's contents; waits for the device.
template <class Exec, class Index>
FILIGREE_EXPORT std::uint64_t spgemm_checksum(const Exec& exec, const SpgemmRows<Index>& rows);

/// What a plan knows a matrix by.
struct SpgemmFingerprint {
  SpgemmIdentity identity;
  std::uint64_t checksum = 0;  ///< with PatternCheck::content
};

template <class Exec, class Matrix>
SpgemmFingerprint spgemm_fingerprint(const Exec& exec, const Matrix& A, PatternCheck check) {
  return {spgemm_identity(A),
          check == PatternCheck::content ? spgemm_checksum(exec, spgemm_rows(A)) : 0};
}

[[noreturn]] FILIGREE_EXPORT void throw_stale_spgemm_plan(std::string_view argument,
                                                          std::string_view operation = "spgemm");

/// Throws stale_plan unless the matrix is the one that the fingerprint was taken of.
template <class Exec, class Matrix>
void check_spgemm_pattern(const Exec& exec, std::string_view argument, const Matrix& A,
                          const SpgemmFingerprint& expected, PatternCheck check,
                          std::string_view operation = "spgemm") {
  if (!may_be_same(expected.identity, spgemm_identity(A), check))
    throw_stale_spgemm_plan(argument, operation);
  if (check == PatternCheck::content && spgemm_checksum(exec, spgemm_rows(A)) != expected.checksum)
    throw_stale_spgemm_plan(argument, operation);
}

/// What a plan holds of an operand, for a matrix of the same pattern in other arrays.
template <class Exec, class Index, class Matrix>
void bind_spgemm_operand(const Exec& exec, std::string_view argument, const Matrix& A,
                         PatternCheck check, SpgemmFingerprint& planned,
                         SpgemmOperand<Exec, Index>& operand) {
  const SpgemmIdentity given = spgemm_identity(A);
  if (!has_same_shape(planned.identity, given) ||
      (check == PatternCheck::content && spgemm_checksum(exec, spgemm_rows(A)) != planned.checksum))
    throw_stale_spgemm_plan(argument);
  rebind_spgemm_rows(operand.rows, planned.identity, given);
  planned.identity = given;
}

// --- the pattern phase ---------------------------------------------------------------------------

/// What a plan keeps for kernels, apart from the operands.
template <class Exec, class Index>
struct SpgemmPrepared {
  std::string_view kernel;       ///< for both phases
  std::int64_t products = 0;     ///< entries of D not included
  std::int64_t largest_row = 0;  ///< products of a row, D's entries included
  std::int64_t longest_row = 0;  ///< entries of a row of C; 0 where products are sorted at once
  std::int64_t bytes = 0;        ///< that `tuned` holds
  bool sorted = true;            ///< C's rows
  std::shared_ptr<const void> tuned;  ///< what a tuned kernel has found out about the pattern
};

/// Throws invalid_value unless op(A) and op(B) can be multiplied.
FILIGREE_EXPORT void check_spgemm_sizes(Op op_a, const SpgemmIdentity& a, Op op_b,
                                        const SpgemmIdentity& b);
/// Throws invalid_value unless D has the size of op(A) op(B).
FILIGREE_EXPORT void check_spgemm_d(Op op_a, const SpgemmIdentity& a, Op op_b,
                                    const SpgemmIdentity& b, const SpgemmIdentity& d);
/// Throws insufficient_resources unless what a plan holds and needs is below its limit.
FILIGREE_EXPORT void check_spgemm_limit(std::int64_t limit, std::int64_t needed);

// --- plans ---------------------------------------------------------------------------------------

inline constexpr std::int64_t spgemm_alignment = 256;
inline std::int64_t spgemm_rounded(std::int64_t bytes) {
  return groups_of(bytes, spgemm_alignment) * spgemm_alignment;
}

/// What a plan is made of.
template <class Exec, class Index>
struct SpgemmPlanInput {
  SpgemmOptions options;  ///< a plan's without the kernel's name, whose memory is the caller's
  SpgemmFingerprint of_a, of_b, of_d;
  SpgemmOperand<Exec, Index> a, b, d;
  bool has_d = false;
  bool copies_pattern = false;  ///< nobody but the plan has C's arrays, so that a pool's will do
  std::int64_t ab_bytes = 0;
  std::int64_t compute_bytes = 0;
};

/// A plan but for the types of C's offsets.
template <class Exec, class Index>
struct SpgemmPlanBase : SpgemmPlanInput<Exec, Index> {
  std::string kernel;
  MatrixProperties properties{};  ///< of C
  SpgemmRows<Index> c;            ///< C's pattern, in the arrays that the plan owns
  SpgemmPrepared<Exec, Index> prepared;
  std::int64_t kernel_bytes = 0;  ///< of workspace, for the widest compute type of A's scalars

  SpgemmPattern<Index> pattern() const {
    return {this->a.rows, this->b.rows, this->has_d ? this->d.rows : SpgemmRows<Index>{}};
  }
  /// Beside C's arrays.
  std::int64_t memory_bytes() const {
    return this->a.memory_bytes() + this->b.memory_bytes() + this->d.memory_bytes() +
           prepared.bytes;
  }
  /// Where values must be gathered: A's, B's and D's in that order, then the kernel's own.
  std::int64_t workspace_bytes(std::int64_t ab_bytes, std::int64_t c_bytes) const {
    const auto bytes = [](const auto& operand, std::int64_t size) {
      return operand.gathers_values() ? spgemm_rounded(operand.rows.nnz * size) : 0;
    };
    return bytes(this->a, ab_bytes) + bytes(this->b, ab_bytes) + bytes(this->d, c_bytes) +
           kernel_bytes;
  }
};

template <class Exec, class Index, class Offset>
struct SpgemmPlanState : SpgemmPlanBase<Exec, Index> {
  using Space = typename Exec::memory_space;

  Kokkos::View<const Offset*, Space> row_offsets;
  Kokkos::View<const Index*, Space> col_indices;
  // What these lie in, where that is a pool's:
  ScratchArray<Offset, Space> pooled_offsets;
  ScratchArray<Index, Space> pooled_columns;
};

/// What apply is given, stripped to pointers.
template <class AB, class C, class Compute>
struct SpgemmValues {
  ScalarArgument<Compute> alpha;
  ScalarArgument<Compute> beta;
  const AB* a = nullptr;
  const AB* b = nullptr;
  const C* d = nullptr;
  bool d_like_c = false;
  C* c = nullptr;
  std::byte* workspace = nullptr;
  std::size_t workspace_bytes = 0;
  SpgemmIdentity of_a, of_b, of_d;  ///< of the call's matrices
};

template <class Exec, class Index, class AB, class C, class Compute>
FILIGREE_EXPORT KernelId run_spgemm_plan(const Exec& exec, const SpgemmPlanBase<Exec, Index>& plan,
                                         const SpgemmValues<AB, C, Compute>& values);

/// The first entries of an array that is kept, and made anew where it is too short.
template <class T, class MemorySpace, class Exec>
Kokkos::View<T*, MemorySpace> kept_array(std::string_view operation, const Exec& exec,
                                         const std::string& label, std::int64_t length,
                                         Kokkos::View<T*, MemorySpace>& kept) {
  if (std::int64_t(kept.extent(0)) < length) {
    kept = {};  // before there is another one
    kept = allocate<T, MemorySpace>(operation, exec, label, length);
  }
  return {kept, std::pair<std::int64_t, std::int64_t>(0, length)};
}

/// Waits for the device as spgemm_plan does.
/// \param kept null: C's arrays are new. \throws Error as spgemm_plan
template <class Offset, class Exec, class Index>
FILIGREE_EXPORT std::shared_ptr<const SpgemmPlanState<Exec, Index, Offset>> make_spgemm_plan(
    const Exec& exec, const SpgemmPlanInput<Exec, Index>& input,
    CsrPatternArrays<Index, Offset, typename Exec::memory_space>* kept = nullptr);

}  // namespace filigree::detail
