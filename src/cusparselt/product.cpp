// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparselt/product.hpp>

#include <mutex>

namespace filigree::cusparselt {

runtime::Target target_of(cudaStream_t stream) {
  // Never destroyed: Kokkos may have ended by then.
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (!runtime::has_device) {
    static const auto* const host = new runtime::Target(runtime::Target::host());
    return *host;
  }
  constexpr std::size_t most = 1024;  // for the whole process
  static auto* const targets = new runtime::StreamTargets(most);
  return targets->of(stream);
}

int entry_bytes(const char* call, cudaDataType type) {
  int bytes = 0;
  visit_result(type, [&](auto entry) { bytes = int(sizeof(typename decltype(entry)::type)); });
  require(bytes != 0, call, "valueType", "a type that there are no structured products of",
          "half, bfloat16, float, int8, int32, e4m3 or e5m2");
  return bytes;
}

GroupDirection direction_of(bool is_a, cusparseOperation_t op) {
  const bool turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
  return is_a != turned ? GroupDirection::along_rows : GroupDirection::along_columns;
}

void check_product(const char* call, const Product& product, cusparseComputeType compute) {
  const cusparseOperation_t op_a = product.op_a, op_b = product.op_b;
  const Matrix &A = product.A, &B = product.B, &C = product.C, &D = product.D;
  check(A.is_structured != B.is_structured, call, "matA, matB", "none or two structured matrices",
        "one of them structured, the other dense");
  check(!C.is_structured && !D.is_structured, call, "matC, matD", "a structured matrix", "dense");
  const auto rows = [](const Matrix& matrix, cusparseOperation_t op) {
    return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? matrix.rows : matrix.cols;
  };
  const auto cols = [](const Matrix& matrix, cusparseOperation_t op) {
    return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? matrix.cols : matrix.rows;
  };
  check(cols(A, op_a) == rows(B, op_b), call, "matA, matB", "op(A) and op(B) of other sizes",
        "as many columns as rows");
  check(D.rows == rows(A, op_a) && D.cols == cols(B, op_b), call, "matD",
        "another size than op(A) op(B)", "that size");
  check(C.rows == D.rows && C.cols == D.cols, call, "matC", "another size than D's", "D's size");
  require(C.order == D.order && C.ld == D.ld, call, "matC", "another order or ld than D's", "D's");
  for (const Matrix* matrix : {&A, &B, &C})
    check(matrix->batch_count == D.batch_count, call, "batches", "batches of different sizes",
          "one size, with a stride of 0 where a matrix is one for all");
  require(C.batch_stride == D.batch_stride, call, "matC", "another batch stride than D's", "D's");
  require(A.type == B.type && C.type == D.type, call, "valueType",
          "A and B, or C and D, of two types", "one type each");
  require(visit_product(product, [](auto) {}), call, "valueType",
          "types that there are no products of", "those that docs/structured.md lists");
  const bool is_integer = A.type == CUDA_R_8I;
  const bool fits = compute == CUSPARSE_COMPUTE_32I   ? is_integer
                    : compute == CUSPARSE_COMPUTE_32F ? !is_integer
                                                      : A.type == CUDA_R_16F;
  check(compute >= CUSPARSE_COMPUTE_32I && compute <= CUSPARSE_COMPUTE_32F, call, "computeType",
        "no type of sums", "one of cusparseComputeType");
  require(fits, call, "computeType", "one that does not belong to A's type",
          "32I for int8, 32F for others, of half also 16F");
}

detail::DenseShape dense_shape(const Matrix& matrix, const void* data) {
  const bool by_rows = matrix.order == CUSPARSE_ORDER_ROW;
  detail::DenseShape shape;
  shape.batch = stored_batch(matrix);
  shape.is_batch = shape.batch > 1;
  shape.rows = matrix.rows;
  shape.cols = matrix.cols;
  shape.strides[0] = shape.is_batch ? matrix.batch_stride : 0;
  shape.strides[1] = by_rows ? matrix.ld : 1;
  shape.strides[2] = by_rows ? 1 : matrix.ld;
  shape.data = data;
  shape.scalar_bytes = std::size_t(entry_bytes("cusparseLtMatmul", matrix.type));
  shape.span_bytes =
      std::size_t((shape.batch - 1) * shape.strides[0] + (matrix.rows - 1) * shape.strides[1] +
                  (matrix.cols - 1) * shape.strides[2] + 1) *
      shape.scalar_bytes;
  return shape;
}

namespace {

void set_epilogue(const Product& product, const Pointers& pointers,
                  detail::StructuredMatmulShapes& shapes) {
  structured::Epilogue& epilogue = shapes.epilogue;
  const std::int64_t channels = product.D.rows;
  if (product.alpha_vector != 0) {
    epilogue.alpha_of_channel = pointers.alpha;
    shapes.alpha_length = channels;
  } else if (pointers.alpha != nullptr) {
    epilogue.alpha = *pointers.alpha;
  }
  if (product.beta_vector != 0) {
    epilogue.beta_of_channel = pointers.beta;
    shapes.beta_length = channels;
  } else if (pointers.beta != nullptr) {
    epilogue.beta = *pointers.beta;
  }
  epilogue.bias = pointers.bias;
  epilogue.bias_stride = product.bias_stride;
  if (pointers.bias != nullptr)
    shapes.bias_length = channels + (shapes.D.batch - 1) * product.bias_stride;
  epilogue.activation = product.gelu != 0   ? Activation::gelu
                        : product.relu != 0 ? Activation::relu
                                            : Activation::none;
  epilogue.relu_bound = product.relu_bound;
  epilogue.relu_threshold = product.relu_threshold;
  epilogue.gelu_scale = product.gelu_scale;
  epilogue.channel_is_col = shapes.side == Side::right;
}

/// Whether an operand of the product lies contiguous along k, where its blocks lie.
bool is_contiguous_along_k(const Matrix& matrix, bool is_a, cusparseOperation_t op) {
  return (matrix.order == CUSPARSE_ORDER_ROW) ==
         (direction_of(is_a, op) == GroupDirection::along_rows);
}

void set_scales(const Product& product, detail::StructuredMatmulShapes& shapes) {
  const Matrix& D = product.D;
  shapes.scale_direction =
      D.order == CUSPARSE_ORDER_ROW ? GroupDirection::along_rows : GroupDirection::along_columns;
  const std::int64_t lines = D.order == CUSPARSE_ORDER_ROW ? D.rows : D.cols;
  const std::int64_t length = D.order == CUSPARSE_ORDER_ROW ? D.cols : D.rows;
  const std::int64_t k =
      product.op_a == CUSPARSE_OPERATION_NON_TRANSPOSE ? product.A.cols : product.A.rows;
  const auto mode = [&](int i) { return ScaleMode(product.scale_modes[i]); };
  const auto set_lengths = [&](int i, std::int64_t of_lines, std::int64_t of_length,
                               std::int64_t batches) {
    shapes.factor_lengths[i] = scale_bytes(mode(i), of_lines, of_length) * batches;
    if (i < 4) shapes.scalar_lengths[i] = mode(i) == ScaleMode::scalar ? 1 : 0;
  };
  set_lengths(0, D.rows, k, stored_batch(product.A));
  set_lengths(1, D.cols, k, stored_batch(product.B));
  for (int i = 2; i < num_scales; ++i) set_lengths(i, lines, length, shapes.D.batch);
  for (int i = 0; i < num_scales; ++i)
    require(mode(i) == ScaleMode::none || product.scales[i] != nullptr, "cusparseLtMatmul",
            "scale pointer", "null pointer", "factors, where there is a mode");
  require(
      (shapes.factor_lengths[0] == 0 || is_contiguous_along_k(product.A, true, product.op_a)) &&
          (shapes.factor_lengths[1] == 0 || is_contiguous_along_k(product.B, false, product.op_b)),
      "cusparseLtMatmul", "scale mode", "blocks across k", "matrices that lie along k");
  const auto scale = [&](int i) {
    return structured::Scale{mode(i), static_cast<const float*>(product.scales[i]),
                             static_cast<const std::uint8_t*>(product.scales[i]), 0};
  };
  shapes.scales.a = scale(0);
  shapes.scales.b = scale(1);
  shapes.scales.c = scale(2);
  shapes.d_mode = mode(3);
  shapes.scales.d_scalar = static_cast<const float*>(product.scales[3]);
  shapes.scales.d_out_mode = mode(4);
  shapes.scales.d_out = static_cast<std::uint8_t*>(const_cast<void*>(product.scales[4]));
}

static_assert(int(ScaleMode::none) == CUSPARSELT_MATMUL_SCALE_NONE);
static_assert(int(ScaleMode::scalar) == CUSPARSELT_MATMUL_MATRIX_SCALE_SCALAR_32F);
static_assert(int(ScaleMode::vec32_ue4m3) == CUSPARSELT_MATMUL_MATRIX_SCALE_VEC32_UE4M3);
static_assert(int(ScaleMode::vec64_ue8m0) == CUSPARSELT_MATMUL_MATRIX_SCALE_VEC64_UE8M0);

detail::StructuredShape structured_shape(const Product& product, const void* padded) {
  const Matrix& matrix = product.structured();
  const GroupDirection direction = direction_of(product.structured_is_a(), product.structured_op());
  detail::StructuredShape shape{
      matrix.rows, matrix.cols, stored_batch(matrix), direction, {}, padded, 0};
  visit_entry(matrix.type, [&](auto entry) {
    using T = typename decltype(entry)::type;
    shape.kind = structured_kind<T>;
    shape.bytes_of_a_matrix = StructuredMatrix<T, Kokkos::HostSpace>::compressed_bytes(
        matrix.rows, matrix.cols, direction);
  });
  return shape;
}

}  // namespace

detail::StructuredMatmulShapes shapes_of(const Product& product, const Pointers& pointers) {
  const bool left = product.structured_is_a();
  detail::StructuredMatmulShapes shapes;
  shapes.side = left ? Side::left : Side::right;
  shapes.op_a = Op(product.op_a);
  shapes.op_b = Op(product.op_b);
  shapes.structured = structured_shape(product, pointers.padded);
  shapes.dense = left ? dense_shape(product.B, pointers.B) : dense_shape(product.A, pointers.A);
  shapes.D = dense_shape(product.D, pointers.D);
  shapes.has_c = pointers.C != nullptr;
  shapes.C = dense_shape(product.C, pointers.C);
  set_epilogue(product, pointers, shapes);
  set_scales(product, shapes);
  return shapes;
}

std::vector<std::string_view> kernels_of(const Product& product) {
  std::vector<std::string_view> kernels;
  const auto arguments = detail::structured_arguments(shapes_of(product, {}));
  target_of(nullptr).visit([&](const auto& exec) {
    visit_product(product, [&](auto types) {
      using Types = decltype(types);
      kernels = detail::structured_kernels<std::remove_cvref_t<decltype(exec)>, typename Types::In,
                                           typename Types::Out>(exec, arguments);
    });
  });
  return kernels;
}

}  // namespace filigree::cusparselt
