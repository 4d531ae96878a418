// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <dropin/twins.hpp>

#include <cusparse/objects.hpp>
#include <dropin/vendor.hpp>

extern "C" {
// Filigree's, as entry_points.inc has them.
cusparseStatus_t filigree_cusparseSpMatGetSizes(cusparseConstSpMatDescr_t, cusparseSpMatSizes_t*);
cusparseStatus_t filigree_cusparseSpMatGetPointers(cusparseSpMatDescr_t, cusparseSpMatPointers_t*);
}

namespace filigree::dropin {
namespace {

bool is_done(cusparseStatus_t status) { return status == CUSPARSE_STATUS_SUCCESS; }

void* array(const Contents& contents, int number) {
  return const_cast<void*>(contents.arrays[number]);
}

// --- what Filigree's descriptions say ------------------------------------------------------------

Contents contents_of(const cusparseSpVecDescr& vector) {
  const auto& operand = vector.operand;
  return {.sizes = {operand.size, operand.nnz},
          .arrays = {operand.indices, operand.values},
          .types = {0, cusparse::index_type(operand.index), cusparse::data_type(operand.scalar)},
          .base = int(operand.base)};
}

Contents contents_of(const cusparseDnVecDescr& vector) {
  return {.sizes = {vector.operand.size},
          .arrays = {vector.operand.values},
          .types = {0, 0, cusparse::data_type(vector.operand.scalar)}};
}

Contents contents_of(const cusparseDnMatDescr& matrix) {
  const auto& operand = matrix.operand;
  return {.sizes = {operand.num_rows, operand.num_cols, operand.leading_dimension},
          .arrays = {operand.values},
          .types = {0, 0, cusparse::data_type(operand.scalar)},
          .order = cusparse::order(operand.layout),
          .batch_count = matrix.batch_count,
          .strides = {matrix.batch_stride}};
}

/// The order of the entries of a block.
int block_order(const cusparseSpMatDescr& matrix) {
  return matrix.operand.block.order == BlockOrder::row_major ? CUSPARSE_ORDER_ROW
                                                             : CUSPARSE_ORDER_COL;
}

/// Where a call wants a matrix that is not const: nothing is written.
cusparseSpMatDescr_t as_argument(const cusparseSpMatDescr& matrix) {
  return const_cast<cusparseSpMatDescr_t>(&matrix);
}

/// The sizes in the order of the call that makes such a matrix.
void set_sizes(const cusparseSpMatDescr& matrix, Contents& contents) {
  cusparseSpMatSizes_t sizes{};
  filigree_cusparseSpMatGetSizes(&matrix, &sizes);
  const auto set = [&](auto... values) {
    int i = 0;
    ((contents.sizes[i++] = values), ...);
  };
  switch (contents.format) {
    case CUSPARSE_FORMAT_BLOCKED_ELL: {
      const auto& of = sizes.data.blockedEll;
      return set(of.rows, of.cols, of.ellBlockSize, of.ellCols);
    }
    case CUSPARSE_FORMAT_SLICED_ELLPACK: {
      const auto& of = sizes.data.slicedEll;
      return set(of.rows, of.cols, of.nnz, of.sellValuesSize, of.sliceSize);
    }
    case CUSPARSE_FORMAT_BSR: {
      const auto& of = sizes.data.bsr;
      return set(of.brows, of.bcols, of.bnnz, of.rowBlockSize, of.colBlockSize);
    }
    default: {
      const auto& of = sizes.data.csr;  // coo and csc have the same
      return set(of.rows, of.cols, of.nnz);
    }
  }
}

void set_arrays(const cusparseSpMatDescr& matrix, Contents& contents) {
  cusparseSpMatPointers_t pointers{};
  filigree_cusparseSpMatGetPointers(as_argument(matrix), &pointers);
  const auto set = [&](const void* first, const void* second, const void* values) {
    contents.arrays[0] = first;
    contents.arrays[1] = second;
    contents.arrays[2] = values;
  };
  switch (contents.format) {
    case CUSPARSE_FORMAT_COO:
      return set(pointers.data.coo.rowInd, pointers.data.coo.colInd, pointers.data.coo.values);
    case CUSPARSE_FORMAT_CSC:
      return set(pointers.data.csc.colOffsets, pointers.data.csc.rowInd, pointers.data.csc.values);
    case CUSPARSE_FORMAT_BLOCKED_ELL:
      return set(nullptr, pointers.data.blockedEll.colInd, pointers.data.blockedEll.values);
    case CUSPARSE_FORMAT_SLICED_ELLPACK:
      return set(pointers.data.slicedEll.sliceOffsets, pointers.data.slicedEll.colInd,
                 pointers.data.slicedEll.values);
    case CUSPARSE_FORMAT_BSR:
      return set(pointers.data.bsr.rowOffsets, pointers.data.bsr.colInd, pointers.data.bsr.values);
    default:
      return set(pointers.data.csr.rowOffsets, pointers.data.csr.colInd, pointers.data.csr.values);
  }
}

Contents contents_of(const cusparseSpMatDescr& matrix) {
  const auto& operand = matrix.operand;
  Contents contents{
      .format = matrix.format,
      .types = {cusparse::index_type(operand.offset), cusparse::index_type(operand.index),
                cusparse::data_type(operand.scalar)},
      .base = int(operand.properties.index_base),
      .order = block_order(matrix),
      .batch_count = matrix.batch_count,
      .strides = {matrix.offsets_stride, matrix.indices_stride, matrix.values_stride},
      .attributes = {matrix.fill, matrix.diagonal, matrix.storage, matrix.symmetry}};
  set_sizes(matrix, contents);
  set_arrays(matrix, contents);
  return contents;
}

// --- the vendor's with the same contents ---------------------------------------------------------

template <class Descr>
bool make(const Contents& of, Descr** made);

template <>
bool make(const Contents& of, cusparseSpVecDescr** made) {
  return is_done(call_vendor("cusparseCreateSpVec", made, of.sizes[0], of.sizes[1], array(of, 0),
                             array(of, 1), cusparseIndexType_t(of.types[1]),
                             cusparseIndexBase_t(of.base), cudaDataType(of.types[2])));
}

template <>
bool make(const Contents& of, cusparseDnVecDescr** made) {
  return is_done(call_vendor("cusparseCreateDnVec", made, of.sizes[0], array(of, 0),
                             cudaDataType(of.types[2])));
}

template <>
bool make(const Contents& of, cusparseDnMatDescr** made) {
  return is_done(call_vendor("cusparseCreateDnMat", made, of.sizes[0], of.sizes[1], of.sizes[2],
                             array(of, 0), cudaDataType(of.types[2]), cusparseOrder_t(of.order))) &&
         (of.batch_count == 1 || is_done(call_vendor("cusparseDnMatSetStridedBatch", *made,
                                                     of.batch_count, of.strides[0])));
}

bool make_matrix(const Contents& of, cusparseSpMatDescr** made) {
  const auto& n = of.sizes;
  const auto offsets = cusparseIndexType_t(of.types[0]), indices = cusparseIndexType_t(of.types[1]);
  const auto base = cusparseIndexBase_t(of.base);
  const auto values = cudaDataType(of.types[2]);
  switch (of.format) {
    case CUSPARSE_FORMAT_CSR:
    case CUSPARSE_FORMAT_CSC:
      return is_done(call_vendor(
          of.format == CUSPARSE_FORMAT_CSR ? "cusparseCreateCsr" : "cusparseCreateCsc", made, n[0],
          n[1], n[2], array(of, 0), array(of, 1), array(of, 2), offsets, indices, base, values));
    case CUSPARSE_FORMAT_COO:
      return is_done(call_vendor("cusparseCreateCoo", made, n[0], n[1], n[2], array(of, 0),
                                 array(of, 1), array(of, 2), indices, base, values));
    case CUSPARSE_FORMAT_BSR:
      return is_done(call_vendor("cusparseCreateBsr", made, n[0], n[1], n[2], n[3], n[4],
                                 array(of, 0), array(of, 1), array(of, 2), offsets, indices, base,
                                 values, cusparseOrder_t(of.order)));
    case CUSPARSE_FORMAT_BLOCKED_ELL:
      return is_done(call_vendor("cusparseCreateBlockedEll", made, n[0], n[1], n[2], n[3],
                                 array(of, 1), array(of, 2), indices, base, values));
    case CUSPARSE_FORMAT_SLICED_ELLPACK:
      return is_done(call_vendor("cusparseCreateSlicedEll", made, n[0], n[1], n[2], n[3], n[4],
                                 array(of, 0), array(of, 1), array(of, 2), offsets, indices, base,
                                 values));
  }
  return false;
}

bool set_batch(const Contents& of, cusparseSpMatDescr* made) {
  if (of.batch_count == 1) return true;
  switch (of.format) {
    case CUSPARSE_FORMAT_CSR:
      return is_done(call_vendor("cusparseCsrSetStridedBatch", made, of.batch_count, of.strides[0],
                                 of.strides[2]));
    case CUSPARSE_FORMAT_COO:
      return is_done(
          call_vendor("cusparseCooSetStridedBatch", made, of.batch_count, of.strides[2]));
    case CUSPARSE_FORMAT_BSR:
      return is_done(call_vendor("cusparseBsrSetStridedBatch", made, of.batch_count, of.strides[0],
                                 of.strides[1], of.strides[2]));
  }
  return false;
}

/// One that the vendor's matrices do not have from the start.
bool set_attribute(cusparseSpMatDescr* made, cusparseSpMatAttribute_t attribute, int value) {
  return value == 0 || is_done(call_vendor("cusparseSpMatSetAttribute", made, attribute,
                                           static_cast<void*>(&value), sizeof value));
}

template <>
bool make(const Contents& of, cusparseSpMatDescr** made) {
  return make_matrix(of, made) && set_batch(of, *made) &&
         set_attribute(*made, CUSPARSE_SPMAT_FILL_MODE, of.attributes[0]) &&
         set_attribute(*made, CUSPARSE_SPMAT_DIAG_TYPE, of.attributes[1]) &&
         set_attribute(*made, CUSPARSE_SPMAT_STORAGE, of.attributes[2]) &&
         set_attribute(*made, CUSPARSE_SPMAT_SYMMETRY_TYPE, of.attributes[3]);
}

/// New arrays for a matrix that is else the same: what its library keeps in it stays.
bool move_arrays(const Contents& to, Twin& twin) {
  Contents moved = twin.contents;
  for (int i = 0; i < 3; ++i) moved.arrays[i] = to.arrays[i];
  if (!(moved == to)) return false;
  const char* const name = to.format == CUSPARSE_FORMAT_CSR   ? "cusparseCsrSetPointers"
                           : to.format == CUSPARSE_FORMAT_CSC ? "cusparseCscSetPointers"
                           : to.format == CUSPARSE_FORMAT_COO ? "cusparseCooSetPointers"
                                                              : nullptr;
  return name != nullptr && is_done(call_vendor(name, static_cast<cusparseSpMatDescr*>(twin.object),
                                                array(to, 0), array(to, 1), array(to, 2)));
}

template <class Descr>
void renew_description(const ObjectType& type, const void* original, Twin& twin) {
  const Contents contents = contents_of(*static_cast<const Descr*>(original));
  if (twin.object != nullptr && twin.contents == contents) return;
  const bool is_matrix = std::is_same_v<Descr, cusparseSpMatDescr>;
  if (twin.object == nullptr || !is_matrix || !move_arrays(contents, twin)) {
    end(twin);
    Descr* made = nullptr;
    const bool is_made = make(contents, &made);
    twin = {made, type.destroy, {}};
    if (!is_made) end(twin);
  }
  twin.contents = contents;
}

/// Objects that are made empty: handles, matrices of the legacy calls, operations.
bool make_empty(const ObjectType& type, Twin& twin) {
  if (twin.object == nullptr && type.create != nullptr &&
      is_done(call_vendor(type.create, &twin.object)))
    twin.destroy = type.destroy;
  return twin.object != nullptr;
}

void renew_handle(const ObjectType& type, const cusparseContext& handle, Twin& twin) {
  if (!make_empty(type, twin)) return;
  auto* const vendors = static_cast<cusparseHandle_t>(twin.object);
  if (!is_done(call_vendor("cusparseSetStream", vendors, handle.stream)) ||
      !is_done(call_vendor("cusparseSetPointerMode", vendors, handle.pointer_mode)))
    end(twin);
}

void renew_matrix_description(const ObjectType& type, const cusparseMatDescr& matrix, Twin& twin) {
  if (!make_empty(type, twin)) return;
  auto* const vendors = static_cast<cusparseMatDescr_t>(twin.object);
  if (!is_done(call_vendor("cusparseSetMatType", vendors, matrix.type)) ||
      !is_done(call_vendor("cusparseSetMatFillMode", vendors, matrix.fill)) ||
      !is_done(call_vendor("cusparseSetMatDiagType", vendors, matrix.diagonal)) ||
      !is_done(call_vendor("cusparseSetMatIndexBase", vendors, matrix.base)))
    end(twin);
}

}  // namespace

void renew(const ObjectType& type, const void* original, Twin& twin) {
  switch (type.kind) {
    case Kind::handle:
      return renew_handle(type, *static_cast<const cusparseContext*>(original), twin);
    case Kind::matrix_description:
      return renew_matrix_description(type, *static_cast<const cusparseMatDescr*>(original), twin);
    case Kind::sparse_vector:
      return renew_description<cusparseSpVecDescr>(type, original, twin);
    case Kind::dense_vector:
      return renew_description<cusparseDnVecDescr>(type, original, twin);
    case Kind::sparse_matrix:
      return renew_description<cusparseSpMatDescr>(type, original, twin);
    case Kind::dense_matrix:
      return renew_description<cusparseDnMatDescr>(type, original, twin);
    case Kind::operation:
      make_empty(type, twin);
      return;
    case Kind::other:
      return;
  }
}

void end(Twin& twin) {
  if (twin.object != nullptr) call_vendor(twin.destroy, twin.object);
  twin = {};
}

void take_over_size(cusparseSpMatDescr& matrix, Twin& twin) {
  std::int64_t rows = 0, cols = 0, nnz = 0;
  if (twin.object == nullptr ||
      !is_done(call_vendor("cusparseSpMatGetSize", static_cast<cusparseSpMatDescr*>(twin.object),
                           &rows, &cols, &nnz)))
    return;
  const bool is_counted = twin.contents.format == CUSPARSE_FORMAT_CSR ||
                          twin.contents.format == CUSPARSE_FORMAT_CSC ||
                          twin.contents.format == CUSPARSE_FORMAT_COO;
  if (!is_counted || nnz == twin.contents.sizes[2]) return;
  matrix.operand.nnz = nnz;
  matrix.plans.drop();
  twin.contents.sizes[2] = nnz;
}

}  // namespace filigree::dropin
