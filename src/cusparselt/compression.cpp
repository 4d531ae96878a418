// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparselt/compact.hpp>

/// Pruning, checking and compression.

namespace filigree::cusparselt {
namespace {

/// A structured matrix before compression, and where its groups lie.
struct Operand {
  Matrix matrix;
  GroupDirection direction;
};

Operand operand_of(const char* call, const cusparseLtMatmulDescriptor_t* product) {
  const Product& of = read<Product>(call, "matmulDescr", product);
  return {of.structured(), direction_of(of.structured_is_a(), of.structured_op())};
}

Operand operand_of(const char* call, const cusparseLtMatDescriptor_t* matrix, bool is_a,
                   cusparseOperation_t op) {
  const Matrix& of = read<Matrix>(call, "sparseMatDescr", matrix);
  check(of.is_structured, call, "sparseMatDescr", "a dense matrix", "a structured one");
  check(op == CUSPARSE_OPERATION_NON_TRANSPOSE || op == CUSPARSE_OPERATION_TRANSPOSE, call, "op",
        "no op that structured matrices have", "NON_TRANSPOSE or TRANSPOSE");
  return {of, direction_of(is_a, op)};
}

void check_pointers(const char* call, const void* from, const void* to) {
  check(from != nullptr && to != nullptr, call, "pointers", "null pointer", "arrays");
}

/// f(the type, the matrix as lines that groups lie in).
template <class F>
void visit_lines(const Operand& operand, const void* data, const F& f) {
  const detail::DenseShape shape = dense_shape(operand.matrix, data);
  visit_entry(operand.matrix.type, [&](auto entry) {
    using T = typename decltype(entry)::type;
    f(entry,
      detail::structured_lines<const T>(static_cast<const T*>(data), shape, operand.direction));
  });
}

void prune(const char* call, const Operand& operand, const void* from, void* to,
           cusparseLtPruneAlg_t rule, cudaStream_t stream) {
  check_pointers(call, from, to);
  check(rule == CUSPARSELT_PRUNE_SPMMA_TILE || rule == CUSPARSELT_PRUNE_SPMMA_STRIP, call,
        "pruneAlg", "no rule", "one of cusparseLtPruneAlg_t");
  detail::check_structured_prune(dense_shape(operand.matrix, from),
                                 dense_shape(operand.matrix, to));
  visit_lines(operand, from, [&](auto entry, const auto& lines) {
    using T = typename decltype(entry)::type;
    const auto pruned = detail::structured_lines<T>(
        static_cast<T*>(to), dense_shape(operand.matrix, to), operand.direction);
    target_of(stream).visit([&](const auto& exec) {
      structured::prune<std::remove_cvref_t<decltype(exec)>, T>(exec, lines, pruned,
                                                                rule == CUSPARSELT_PRUNE_SPMMA_TILE
                                                                    ? StructuredPruneRule::tile
                                                                    : StructuredPruneRule::strip,
                                                                structured_kind<T>);
    });
  });
}

void check_pruned(const char* call, const Operand& operand, const void* data, int* valid,
                  cudaStream_t stream) {
  check_pointers(call, data, valid);
  visit_lines(operand, data, [&](auto entry, const auto& lines) {
    using T = typename decltype(entry)::type;
    target_of(stream).visit([&](const auto& exec) {
      const StructuredCheck found = structured::check<std::remove_cvref_t<decltype(exec)>, T>(
          exec, lines, structured_kind<T>);
      const int result = found.passed() ? 0 : 1;
      if (cudaMemcpy(valid, &result, sizeof result, cudaMemcpyDefault) != cudaSuccess)
        detail::throw_error(Status::execution_failed,
                            {call, "valid", "an address that cannot be written",
                             "memory of the device", "allocate it there"});
    });
  });
}

void compress(const char* call, const Operand& operand, const void* dense, void* compressed,
              void* buffer, cudaStream_t stream) {
  check_pointers(call, dense, compressed);
  const CompressedSizes sizes = compressed_sizes(operand.matrix, operand.direction);
  check(!sizes.is_compact() || buffer != nullptr, call, "d_compressed_buffer", "null pointer",
        "memory of the size that the call for sizes says");
  const runtime::Target target = target_of(stream);
  void* const padded = sizes.is_compact() ? buffer : compressed;
  visit_lines(operand, dense, [&](auto entry, const auto& lines) {
    using T = typename decltype(entry)::type;
    target.visit([&](const auto& exec) {
      structured::compress<std::remove_cvref_t<decltype(exec)>, T>(exec, lines, structured_kind<T>,
                                                                   padded);
    });
  });
  if (sizes.is_compact()) pack(target, operand.matrix.type, sizes, padded, compressed);
}

/// In any direction, which the call that takes a matrix alone does not know.
void sizes_of(const char* call, const Matrix& matrix, std::size_t* bytes, std::size_t* buffer) {
  check_pointers(call, bytes, buffer);
  const auto by_rows = compressed_sizes(matrix, GroupDirection::along_rows),
             by_cols = compressed_sizes(matrix, GroupDirection::along_columns);
  *bytes = std::size_t(by_rows.batch * by_rows.bytes);
  *buffer = std::size_t(std::max(by_rows.expanded_bytes(), by_cols.expanded_bytes()));
}

}  // namespace
}  // namespace filigree::cusparselt

using namespace filigree::cusparselt;

cusparseStatus_t cusparseLtSpMMAPrune(const cusparseLtHandle_t* handle,
                                      const cusparseLtMatmulDescriptor_t* product, const void* from,
                                      void* to, cusparseLtPruneAlg_t rule, cudaStream_t stream) {
  constexpr const char* call = "cusparseLtSpMMAPrune";
  return guarded(call, {{"d_in", from}, {"d_out", to}, {"pruneAlg", int(rule)}}, [&] {
    check_handle(call, handle);
    prune(call, operand_of(call, product), from, to, rule, stream);
  });
}

cusparseStatus_t cusparseLtSpMMAPrune2(const cusparseLtHandle_t* handle,
                                       const cusparseLtMatDescriptor_t* matrix, int is_a,
                                       cusparseOperation_t op, const void* from, void* to,
                                       cusparseLtPruneAlg_t rule, cudaStream_t stream) {
  constexpr const char* call = "cusparseLtSpMMAPrune2";
  return guarded(call, {{"d_in", from}, {"d_out", to}, {"pruneAlg", int(rule)}}, [&] {
    check_handle(call, handle);
    prune(call, operand_of(call, matrix, is_a != 0, op), from, to, rule, stream);
  });
}

cusparseStatus_t cusparseLtSpMMAPruneCheck(const cusparseLtHandle_t* handle,
                                           const cusparseLtMatmulDescriptor_t* product,
                                           const void* data, int* valid, cudaStream_t stream) {
  constexpr const char* call = "cusparseLtSpMMAPruneCheck";
  return guarded(call, {{"d_in", data}, {"valid", valid}}, [&] {
    check_handle(call, handle);
    check_pruned(call, operand_of(call, product), data, valid, stream);
  });
}

cusparseStatus_t cusparseLtSpMMAPruneCheck2(const cusparseLtHandle_t* handle,
                                            const cusparseLtMatDescriptor_t* matrix, int is_a,
                                            cusparseOperation_t op, const void* data, int* valid,
                                            cudaStream_t stream) {
  constexpr const char* call = "cusparseLtSpMMAPruneCheck2";
  return guarded(call, {{"d_in", data}, {"d_valid", valid}}, [&] {
    check_handle(call, handle);
    check_pruned(call, operand_of(call, matrix, is_a != 0, op), data, valid, stream);
  });
}

cusparseStatus_t cusparseLtSpMMACompressedSize(const cusparseLtHandle_t* handle,
                                               const cusparseLtMatmulPlan_t* plan, size_t* bytes,
                                               size_t* buffer) {
  constexpr const char* call = "cusparseLtSpMMACompressedSize";
  return guarded(call, {{"plan", plan}}, [&] {
    check_handle(call, handle);
    sizes_of(call, read<Plan>(call, "plan", plan).product.structured(), bytes, buffer);
  });
}

cusparseStatus_t cusparseLtSpMMACompressedSize2(const cusparseLtHandle_t* handle,
                                                const cusparseLtMatDescriptor_t* matrix,
                                                size_t* bytes, size_t* buffer) {
  constexpr const char* call = "cusparseLtSpMMACompressedSize2";
  return guarded(call, {{"sparseMatDescr", matrix}}, [&] {
    check_handle(call, handle);
    const Matrix& of = read<Matrix>(call, "sparseMatDescr", matrix);
    check(of.is_structured, call, "sparseMatDescr", "a dense matrix", "a structured one");
    sizes_of(call, of, bytes, buffer);
  });
}

cusparseStatus_t cusparseLtSpMMACompress(const cusparseLtHandle_t* handle,
                                         const cusparseLtMatmulPlan_t* plan, const void* dense,
                                         void* compressed, void* buffer, cudaStream_t stream) {
  constexpr const char* call = "cusparseLtSpMMACompress";
  return guarded(call, {{"d_dense", dense}, {"d_compressed", compressed}}, [&] {
    check_handle(call, handle);
    const Product& product = read<Plan>(call, "plan", plan).product;
    compress(
        call,
        {product.structured(), direction_of(product.structured_is_a(), product.structured_op())},
        dense, compressed, buffer, stream);
  });
}

cusparseStatus_t cusparseLtSpMMACompress2(const cusparseLtHandle_t* handle,
                                          const cusparseLtMatDescriptor_t* matrix, int is_a,
                                          cusparseOperation_t op, const void* dense,
                                          void* compressed, void* buffer, cudaStream_t stream) {
  constexpr const char* call = "cusparseLtSpMMACompress2";
  return guarded(call, {{"d_dense", dense}, {"d_compressed", compressed}}, [&] {
    check_handle(call, handle);
    compress(call, operand_of(call, matrix, is_a != 0, op), dense, compressed, buffer, stream);
  });
}
