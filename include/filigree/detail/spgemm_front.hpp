// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/as_compressed.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/convert_problem.hpp>
#include <filigree/detail/format_types.hpp>
#include <filigree/detail/same_pattern.hpp>
#include <filigree/detail/spgemm_problem.hpp>
#include <filigree/detail/spmv_stored.hpp>
#include <filigree/format/csr.hpp>
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

/// Those of stored_rows(A).
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
  // Of rows that are not the user's:
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
  // Of S, whose rows are stored, op(A) is op(S), or where A is S^T the transpose of that.
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

/// Of what a matrix is known by.
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
  std::string_view kernel;            ///< for both phases
  std::int64_t products = 0;          ///< entries of D not included
  std::int64_t largest_row = 0;       ///< products of a row, D's entries included
  std::int64_t longest_row = 0;       ///< entries of a row of C
  std::int64_t bytes = 0;             ///< that `tuned` holds
  std::shared_ptr<const void> tuned;  ///< what a tuned kernel has found out about the pattern
};

/// C's number of entries, row by row.
template <class Exec>
struct SpgemmCounts {
  Kokkos::View<std::int64_t*, typename Exec::memory_space> row_lengths;
  std::int64_t nnz = 0;
};

/// What making a plan is told.
struct SpgemmLimits {
  Backend backend = Backend::automatic;
  std::string_view kernel;
  std::int64_t bytes = 0;  ///< that may be held at once, apart from `held`
  std::int64_t held = 0;   ///< bytes that the plan holds already
  bool lists_products = true;
  bool used_once = false;
};

/// Counts the entries of C's rows; waits for the device.
/// \throws Error insufficient_resources where the limit is too low, not_supported for a kernel
template <class Exec, class Index>
FILIGREE_EXPORT SpgemmCounts<Exec> count_spgemm(const Exec& exec,
                                                const SpgemmPattern<Index>& pattern,
                                                const SpgemmLimits& limits,
                                                SpgemmPrepared<Exec, Index>& prepared);

/// Writes C's offsets, from the counts, and its columns; waits for the device.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT void fill_spgemm(const Exec& exec, const SpgemmPattern<Index>& pattern,
                                 const SpgemmCounts<Exec>& counts, const SpgemmLimits& limits,
                                 IndexBase base, Offset* offsets, Index* col_indices,
                                 SpgemmPrepared<Exec, Index>& prepared);

/// Throws invalid_value, naming a wider type, where C has more entries than Offset counts.
FILIGREE_EXPORT void check_spgemm_nnz(std::int64_t nnz, std::int64_t products, std::int64_t limit);
/// Throws invalid_value unless op(A) and op(B) can be multiplied.
FILIGREE_EXPORT void check_spgemm_sizes(Op op_a, const SpgemmIdentity& a, Op op_b,
                                        const SpgemmIdentity& b);
/// Throws invalid_value unless D has the size of op(A) op(B).
FILIGREE_EXPORT void check_spgemm_d(Op op_a, const SpgemmIdentity& a, Op op_b,
                                    const SpgemmIdentity& b, const SpgemmIdentity& d);
/// Throws insufficient_resources unless what a plan holds and needs is below its limit.
FILIGREE_EXPORT void check_spgemm_limit(std::int64_t limit, std::int64_t needed);
FILIGREE_EXPORT void log_spgemm_plan(std::int64_t num_rows, std::int64_t num_cols,
                                     std::int64_t products, std::int64_t nnz,
                                     std::int64_t plan_bytes, double seconds);

// --- the products --------------------------------------------------------------------------------

/// Bytes of workspace with which a product of such scalars allocates nothing.
template <class Exec, class Index>
FILIGREE_EXPORT std::int64_t spgemm_kernel_workspace_bytes(
    const Exec& exec, const SpgemmRows<Index>& c, const SpgemmPrepared<Exec, Index>& prepared,
    std::int64_t compute_bytes, std::int64_t limit);

template <class Exec, class Index, class AB, class C, class Compute>
FILIGREE_EXPORT KernelId run_spgemm(const Exec& exec,
                                    const SpgemmProblem<Index, AB, C, Compute>& problem,
                                    const SpgemmPrepared<Exec, Index>& prepared);

/// Values in the order of an operand's rows, written to `to`.
template <class Exec, class Index, class Scalar>
FILIGREE_EXPORT void gather_spgemm_values(const Exec& exec,
                                          const SpgemmOperand<Exec, Index>& operand,
                                          const Scalar* from, Scalar* to);

// --- plans ---------------------------------------------------------------------------------------

inline constexpr std::int64_t spgemm_alignment = 256;
inline std::int64_t spgemm_rounded(std::int64_t bytes) {
  return groups_of(bytes, spgemm_alignment) * spgemm_alignment;
}

template <class Exec, class Index, class Offset>
struct SpgemmPlanState {
  SpgemmOptions options;  ///< without the kernel's name, whose memory is the caller's
  std::string kernel;
  SpgemmFingerprint of_a, of_b, of_d;
  SpgemmOperand<Exec, Index> a, b, d;
  bool has_d = false;
  MatrixProperties properties{};  ///< of C
  Kokkos::View<const Offset*, typename Exec::memory_space> row_offsets;
  Kokkos::View<const Index*, typename Exec::memory_space> col_indices;
  SpgemmPrepared<Exec, Index> prepared;
  std::int64_t kernel_bytes = 0;  ///< of workspace, for the widest compute type of A's scalars

  SpgemmPattern<Index> pattern() const {
    return {a.rows, b.rows, has_d ? d.rows : SpgemmRows<Index>{}};
  }
  SpgemmRows<Index> c_rows() const {
    return {a.rows.num_rows,
            b.rows.num_cols,
            std::int64_t(col_indices.extent(0)),
            std::int64_t(properties.index_base),
            row_offsets.data(),
            col_indices.data()};
  }
  /// Beside C's arrays.
  std::int64_t memory_bytes() const {
    return a.memory_bytes() + b.memory_bytes() + d.memory_bytes() + prepared.bytes;
  }
  /// Where values must be gathered: A's, B's and D's in that order, then the kernel's own.
  std::int64_t workspace_bytes(std::int64_t ab_bytes, std::int64_t c_bytes) const {
    const auto bytes = [](const auto& operand, std::int64_t size) {
      return operand.gathers_values() ? spgemm_rounded(operand.rows.nnz * size) : 0;
    };
    return bytes(a, ab_bytes) + bytes(b, ab_bytes) + bytes(d, c_bytes) + kernel_bytes;
  }
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

/// The operand's values in the order of its rows, in the workspace where they are gathered.
template <class Exec, class Index, class Scalar>
const Scalar* ordered_spgemm_values(const Exec& exec, const SpgemmOperand<Exec, Index>& operand,
                                    const Scalar* values, std::byte*& workspace) {
  if (!operand.gathers_values()) return values;
  auto* const to = reinterpret_cast<Scalar*>(workspace);
  gather_spgemm_values(exec, operand, values, to);
  workspace += spgemm_rounded(operand.rows.nnz * std::int64_t(sizeof(Scalar)));
  return to;
}

template <class Exec, class Index, class Offset, class AB, class C, class Compute>
KernelId run_spgemm_plan(const Exec& exec, const SpgemmPlanState<Exec, Index, Offset>& state,
                         const SpgemmValues<AB, C, Compute>& values) {
  const auto needed = std::size_t(state.workspace_bytes(sizeof(AB), sizeof(C)));
  Kokkos::View<std::byte*, typename Exec::memory_space> own;
  std::byte* workspace = values.workspace;
  if (needed > 0 && workspace != nullptr) {
    check_workspace("spgemm", "SpgemmPlan", workspace, values.workspace_bytes, needed);
  } else if (needed > 0) {
    own = allocate<std::byte, typename Exec::memory_space>(
        "spgemm", exec, "filigree::spgemm::workspace", std::int64_t(needed));
    workspace = own.data();
  }
  SpgemmProblem<Index, AB, C, Compute> problem{
      .pattern = state.pattern(), .c = state.c_rows(), .alpha = values.alpha, .beta = values.beta};
  rebind_spgemm_rows(problem.pattern.a, state.of_a.identity, values.of_a);
  rebind_spgemm_rows(problem.pattern.b, state.of_b.identity, values.of_b);
  if (state.has_d) rebind_spgemm_rows(problem.pattern.d, state.of_d.identity, values.of_d);
  problem.a_values = ordered_spgemm_values(exec, state.a, values.a, workspace);
  problem.b_values = ordered_spgemm_values(exec, state.b, values.b, workspace);
  problem.conjugate_a = state.a.conjugate;
  problem.conjugate_b = state.b.conjugate;
  problem.d_like_c = values.d_like_c;
  problem.d_values = values.d_like_c || values.d == nullptr
                         ? values.d
                         : ordered_spgemm_values(exec, state.d, values.d, workspace);
  problem.values = values.c;
  problem.longest_row = state.prepared.longest_row;
  problem.workspace = workspace;
  problem.workspace_bytes = std::size_t(state.kernel_bytes);
  return run_spgemm(exec, problem, state.prepared);
}

/// What a plan is made of.
template <class Exec, class Index>
struct SpgemmPlanInput {
  SpgemmOptions options;
  SpgemmFingerprint of_a, of_b, of_d;
  SpgemmOperand<Exec, Index> a, b, d;
  bool has_d = false;
  std::int64_t ab_bytes = 0;
  std::int64_t compute_bytes = 0;
};

template <class Offset, class Exec, class Index>
std::shared_ptr<const SpgemmPlanState<Exec, Index, Offset>> make_spgemm_plan(
    const Exec& exec, const SpgemmPlanInput<Exec, Index>& input) {
  using Space = typename Exec::memory_space;
  constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
  const Kokkos::Timer timer;
  const auto state = std::make_shared<SpgemmPlanState<Exec, Index, Offset>>();
  state->options = input.options;
  state->options.kernel = {};
  state->kernel = input.options.kernel;
  state->of_a = input.of_a;
  state->of_b = input.of_b;
  state->of_d = input.of_d;
  state->a = input.a;
  state->b = input.b;
  state->d = input.d;
  state->has_d = input.has_d;
  state->properties.index_base =
      input.options.index_base.value_or(input.of_a.identity.properties.index_base);
  state->properties.sorted = state->properties.unique = true;
  const std::int64_t limit = input.options.memory_limit_bytes.value_or(unlimited);
  const SpgemmLimits limits{
      input.options.backend,        state->kernel,          limit, state->memory_bytes(),
      input.options.lists_products, input.options.used_once};

  const auto pattern = state->pattern();
  const auto counts = count_spgemm(exec, pattern, limits, state->prepared);
  check_spgemm_nnz(counts.nnz, state->prepared.products,
                   std::int64_t(std::numeric_limits<Offset>::max()) - 1);
  const auto row_offsets =
      allocate<Offset, Space>("spgemm_plan", exec, "filigree::row_offsets", pattern.a.num_rows + 1);
  const auto col_indices =
      allocate<Index, Space>("spgemm_plan", exec, "filigree::col_indices", counts.nnz);
  fill_spgemm(exec, pattern, counts, limits, state->properties.index_base, row_offsets.data(),
              col_indices.data(), state->prepared);
  state->row_offsets = row_offsets;
  state->col_indices = col_indices;
  const std::int64_t gathered = state->workspace_bytes(input.ab_bytes, input.compute_bytes);
  const std::int64_t held = state->memory_bytes() + gathered;
  check_spgemm_limit(limit, held);
  state->kernel_bytes =
      spgemm_kernel_workspace_bytes(exec, state->c_rows(), state->prepared, input.compute_bytes,
                                    limit == unlimited ? unlimited : limit - held);
  check_spgemm_limit(limit, held + state->kernel_bytes);
  log_spgemm_plan(pattern.a.num_rows, pattern.b.num_cols, state->prepared.products, counts.nnz,
                  state->memory_bytes(), timer.seconds());
  return state;
}

}  // namespace filigree::detail
