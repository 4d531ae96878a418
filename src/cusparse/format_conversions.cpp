// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <optional>
#include <utility>

#include <runtime/format_conversion.hpp>

#include <cusparse/conversions.hpp>
#include <cusparse/guard.hpp>
#include <cusparse/products.hpp>

/// From a sparse matrix of one format to another: op(A) = B.

/// What the analysis has found.
struct cusparseSpMatConvertDescr {
  bool is_analysed = false;
  /// The result's pattern, and where its values come from; none where entries are only reordered.
  std::optional<filigree::runtime::FormatConversion> found;
};

namespace filigree::cusparse {
namespace {

constexpr const char* convert_call = "cusparseSpMatConvert";

bool has_entries(const runtime::SparseOperand& A) {
  return A.format == Format::csr || A.format == Format::csc || A.format == Format::coo;
}

struct Conversion {
  runtime::SparseOperand from;  ///< A
  bool is_transposed;
  runtime::SparseOperand to;
  bool with_values;

  /// op(A), where A is no matrix of blocks or slices.
  runtime::SparseOperand source() const { return is_transposed ? transposed(from) : from; }
  /// Whether entries are only put in another order, which no analysis needs to find.
  bool is_reordering() const {
    return has_entries(from) && has_entries(to) && source().format != to.format;
  }
};

/// Throws where there is no such conversion. `stored`: A, with as many entries as it has. The
/// target may have no arrays yet.
Conversion conversion_of(cusparseOperation_t op, const runtime::SparseOperand& stored,
                         const cusparseSpMatDescr& A, const cusparseSpMatDescr& B,
                         cusparseAction_t action) {
  const Conversion result{stored, op != CUSPARSE_OPERATION_NON_TRANSPOSE, B.operand,
                          action == CUSPARSE_ACTION_NUMERIC};
  const auto& [from, is_transposed, to, with_values] = result;
  require(A.batch_count == 1 && B.batch_count == 1, convert_call, "sourceDescr", "a batch",
          "one matrix");
  require(op != CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE || !runtime::is_complex(from.scalar),
          convert_call, "opA", "a conjugate transpose", "another operation of complex numbers");
  check(to.num_rows == (is_transposed ? from.num_cols : from.num_rows) &&
            to.num_cols == (is_transposed ? from.num_rows : from.num_cols),
        convert_call, "targetDescr", "a matrix of another size", "the size of op(A)");
  check(from.scalar == to.scalar, convert_call, "targetDescr", "another type of values",
        "the type of matA");
  require(from.index == to.index &&
              (!from.has_offsets() || !to.has_offsets() || from.offset == to.offset),
          convert_call, "targetDescr", "other types of indices or offsets", "those of matA");
  require(from.has_offsets() || !to.has_offsets() || to.offset == to.index, convert_call,
          "targetDescr", "offsets wider than the indices", "offsets of the indices' type");
  require(to.format != Format::sell || to.properties.index_base == IndexBase::zero, convert_call,
          "targetDescr", "sliced ELL that counts from one", "CUSPARSE_INDEX_BASE_ZERO");
  return result;
}

void check_target(const Conversion& conversion) {
  const runtime::SparseOperand& to = conversion.to;
  if (to.has_offsets()) check_pointer(convert_call, "the target's offsets", to.offsets);
  if (to.num_indices() == 0) return;
  const bool has_indices = to.format == Format::coo
                               ? to.row_indices != nullptr && to.col_indices != nullptr
                               : to.row_indices != nullptr || to.col_indices != nullptr;
  check(has_indices, convert_call, "the target's indices", "null pointer", "a pointer");
  if (!conversion.with_values) return;
  check_pointer(convert_call, "the source's values", conversion.from.values);
  check_pointer(convert_call, "the target's values", to.values);
}

/// Whether what was found has room in the arrays of A: it is copied without another look at them.
bool has_sizes(const runtime::SparseOperand& A, const runtime::SparseOperand& found) {
  return A.format == found.format && A.index == found.index &&
         (!A.has_offsets() || A.offset == found.offset) && A.num_rows == found.num_rows &&
         A.num_cols == found.num_cols && A.nnz == found.nnz && A.num_places == found.num_places &&
         A.ell_cols == found.ell_cols && A.block == found.block &&
         A.slice_size == found.slice_size && A.properties.index_base == found.properties.index_base;
}

}  // namespace

void SpMatConvertDescrCreate(cusparseSpMatConvertDescr_t* description) {
  *description = new cusparseSpMatConvertDescr;
}
void SpMatConvertDescrDestroy(cusparseSpMatConvertDescr_t description) { destroy(description); }

void SpMatConvert_bufferSize(cusparseHandle_t, cusparseOperation_t op, cusparseConstSpMatDescr_t A,
                             cusparseSpMatDescr_t B, cusparseAction_t action,
                             cusparseSpMatConvertAlg_t, cusparseSpMatConvertDescr_t,
                             std::size_t* bytes) {
  conversion_of(op, A->operand, *A, *B, action);
  *bytes = 0;
}

void SpMatConvert_analysis(cusparseHandle_t handle, cusparseOperation_t op,
                           cusparseConstSpMatDescr_t A, cusparseSpMatDescr_t B,
                           cusparseAction_t action, cusparseSpMatConvertAlg_t,
                           cusparseSpMatConvertDescr_t description, void*) {
  const Conversion conversion = conversion_of(op, as_stored(*handle, A->operand), *A, *B, action);
  std::optional<runtime::FormatConversion> found;
  if (!conversion.is_reordering())
    found = runtime::convert_format(handle->target, conversion.from, conversion.is_transposed,
                                    conversion.to);
  B->plans.drop();
  runtime::SparseOperand& to = B->operand;
  to.nnz = found ? found->pattern.operand.nnz : conversion.from.nnz;
  if (found) {
    to.num_places = found->pattern.operand.num_places;
    to.ell_cols = found->pattern.operand.ell_cols;
  }
  description->found = std::move(found);
  description->is_analysed = true;
}

void SpMatConvert(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpMatDescr_t A,
                  cusparseSpMatDescr_t B, cusparseAction_t action, cusparseSpMatConvertAlg_t,
                  cusparseSpMatConvertDescr_t description, void*) {
  check(description->is_analysed, convert_call, "convertDescr", "no analysis",
        "one of cusparseSpMatConvert_analysis");
  const Conversion conversion = conversion_of(op, as_stored(*handle, A->operand), *A, *B, action);
  const auto& found = description->found;
  check(conversion.is_reordering() != found.has_value() &&
            (!found || (has_sizes(conversion.to, found->pattern.operand) &&
                        conversion.from.num_values() == found->num_source_values)),
        convert_call, "convertDescr", "an analysis of another matrix", "one of these matrices");
  if (!found)
    return convert_entries(*handle, conversion.source(), conversion.to, conversion.with_values);
  check_target(conversion);
  runtime::write_converted(handle->target, *found, conversion.from, conversion.to,
                           conversion.with_values);
}

}  // namespace filigree::cusparse
