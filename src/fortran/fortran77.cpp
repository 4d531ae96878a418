// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include <filigree/c/filigree.h>

/// Functions with the names and arguments of NVIDIA's cusparse_fortran.c, as Fortran compilers
/// call what they know no interface of: names end in an underscore, everything is passed by
/// reference, and a handle, a descriptor or an array of the device is an integer*8. They run on the
/// device where the library was built for one; elsewhere the "device" is the host, and so is the
/// memory that cuda_malloc gives. A result is 0 or an error.

namespace {

using Address = std::int64_t;

/// What cusparseMatDescr_t says of a matrix.
struct MatrixDescriptor {
  int type = 0;
  int fill = 0;
  int diagonal = 0;
  int base = 0;
};

constexpr int success = 0;
// of cudaError_t
constexpr int invalid_argument = 1;
constexpr int memory_allocation = 2;
constexpr int no_device = 100;
// of cusparseStatus_t, which are those of the C API
constexpr int not_initialized = FILIGREE_STATUS_NOT_INITIALIZED;
constexpr int alloc_failed = FILIGREE_STATUS_ALLOC_FAILED;
constexpr int invalid_value = FILIGREE_STATUS_INVALID_VALUE;

template <class T>
T* pointer(const Address& address) {
  return reinterpret_cast<T*>(address);
}

filigree_target_t target() {
  int has_device = 0;
  filigree_get_property(FILIGREE_PROPERTY_HAS_DEVICE, &has_device);
  return has_device != 0 ? FILIGREE_TARGET_DEVICE : FILIGREE_TARGET_HOST;
}

bool is_on_device() {
  static const bool on_device = target() == FILIGREE_TARGET_DEVICE;
  return on_device;
}

/// What memory is allocated and copied with, which programs do before they make a handle; null
/// where none could be made.
filigree_handle_t memory_handle() {
  static const filigree_handle_t handle = [] {
    filigree_handle_t made = nullptr;
    filigree_handle_create(&made, target(), -1);
    return made;
  }();
  return handle;
}

/// The number that CUDA's runtime has for a status.
int cuda_error(filigree_status_t status) {
  switch (status) {
    case FILIGREE_STATUS_SUCCESS:
      return success;
    case FILIGREE_STATUS_ALLOC_FAILED:
      return memory_allocation;
    case FILIGREE_STATUS_NOT_INITIALIZED:
      return no_device;
    default:
      return invalid_argument;
  }
}

int copy(filigree_copy_t kind, void* to, const void* from, int bytes) {
  if (to == nullptr || from == nullptr || bytes < 0) return invalid_argument;
  return cuda_error(filigree_memory_copy(memory_handle(), kind, to, from, std::size_t(bytes)));
}

/// The first failure of a sequence of calls.
class Calls {
 public:
  /// Makes a call unless one has failed.
  template <class F>
  void operator()(const F& call) {
    if (status_ == FILIGREE_STATUS_SUCCESS) status_ = call();
  }
  int status() const { return int(status_); }

 private:
  filigree_status_t status_ = FILIGREE_STATUS_SUCCESS;
};

/// A CSR matrix of 32-bit indices for the time of a call.
class Matrix {
 public:
  Matrix(Calls& call, int num_rows, int num_cols, int nnz, const MatrixDescriptor& descriptor,
         Address values, Address row_offsets, Address col_indices, filigree_scalar_type_t type) {
    call([&] {
      return filigree_csr_create(&matrix_, num_rows, num_cols, nnz, pointer<void>(row_offsets),
                                 pointer<void>(col_indices), pointer<void>(values),
                                 FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32,
                                 filigree_index_base_t(descriptor.base), type);
    });
    set(call, FILIGREE_MATRIX_ATTRIBUTE_FILL, descriptor.fill);
    set(call, FILIGREE_MATRIX_ATTRIBUTE_DIAGONAL, descriptor.diagonal);
    set(call, FILIGREE_MATRIX_ATTRIBUTE_TYPE, descriptor.type);
  }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;
  ~Matrix() {
    if (matrix_ != nullptr) filigree_sparse_matrix_destroy(matrix_);
  }
  filigree_sparse_matrix_t get() const { return matrix_; }

 private:
  void set(Calls& call, filigree_matrix_attribute_t attribute, int value) {
    call([&] {
      return filigree_sparse_matrix_set_attribute(matrix_, attribute, &value, sizeof value);
    });
  }

  filigree_sparse_matrix_t matrix_ = nullptr;
};

/// y = alpha op(A) x + beta y
int csrmv(filigree_scalar_type_t type, Address handle, int op, int num_rows, int num_cols, int nnz,
          const void* alpha, Address descriptor, Address values, Address row_offsets,
          Address col_indices, Address x, const void* beta, Address y) {
  if (descriptor == 0) return invalid_value;
  const std::int64_t x_size = op == FILIGREE_OP_NONE ? num_cols : num_rows;
  const std::int64_t y_size = op == FILIGREE_OP_NONE ? num_rows : num_cols;
  Calls call;
  const Matrix A(call, num_rows, num_cols, nnz, *pointer<MatrixDescriptor>(descriptor), values,
                 row_offsets, col_indices, type);
  filigree_const_dense_vector_t x_vector = nullptr;
  filigree_dense_vector_t y_vector = nullptr;
  call([&] {
    return filigree_const_dense_vector_create(&x_vector, x_size, pointer<void>(x), type);
  });
  call([&] { return filigree_dense_vector_create(&y_vector, y_size, pointer<void>(y), type); });
  call([&] {
    return filigree_spmv(pointer<filigree_handle>(handle), filigree_op_t(op), alpha, A.get(),
                         x_vector, beta, y_vector, FILIGREE_ALGORITHM_DEFAULT, nullptr, 0);
  });
  if (x_vector != nullptr) filigree_dense_vector_destroy(x_vector);
  if (y_vector != nullptr) filigree_dense_vector_destroy(y_vector);
  return call.status();
}

/// C = alpha op(A) B + beta C: A has num_rows rows and depth columns, B and C num_cols columns.
int csrmm(filigree_scalar_type_t type, Address handle, int op, int num_rows, int num_cols,
          int depth, int nnz, const void* alpha, Address descriptor, Address values,
          Address row_offsets, Address col_indices, Address B, int ldb, const void* beta, Address C,
          int ldc) {
  if (descriptor == 0) return invalid_value;
  const std::int64_t b_rows = op == FILIGREE_OP_NONE ? depth : num_rows;
  const std::int64_t c_rows = op == FILIGREE_OP_NONE ? num_rows : depth;
  Calls call;
  const Matrix A(call, num_rows, depth, nnz, *pointer<MatrixDescriptor>(descriptor), values,
                 row_offsets, col_indices, type);
  filigree_const_dense_matrix_t b_matrix = nullptr;
  filigree_dense_matrix_t c_matrix = nullptr;
  call([&] {
    return filigree_const_dense_matrix_create(&b_matrix, b_rows, num_cols, ldb, pointer<void>(B),
                                              type, FILIGREE_LAYOUT_COLUMN_MAJOR);
  });
  call([&] {
    return filigree_dense_matrix_create(&c_matrix, c_rows, num_cols, ldc, pointer<void>(C), type,
                                        FILIGREE_LAYOUT_COLUMN_MAJOR);
  });
  call([&] {
    return filigree_spmm(pointer<filigree_handle>(handle), filigree_op_t(op), FILIGREE_OP_NONE,
                         alpha, A.get(), b_matrix, beta, c_matrix, FILIGREE_ALGORITHM_DEFAULT,
                         nullptr, 0);
  });
  if (b_matrix != nullptr) filigree_dense_matrix_destroy(b_matrix);
  if (c_matrix != nullptr) filigree_dense_matrix_destroy(c_matrix);
  return call.status();
}

/// On a device nothing reads the length of y.
int sctr_on_device(filigree_scalar_type_t type, Address handle, int nnz, Address x, Address indices,
                   Address y, int base) {
  Calls call;
  filigree_const_sparse_vector_t from = nullptr;
  filigree_dense_vector_t to = nullptr;
  call([&] {
    return filigree_const_sparse_vector_create(&from, nnz, nnz, pointer<void>(indices),
                                               pointer<void>(x), FILIGREE_INDEX_INT32,
                                               filigree_index_base_t(base), type);
  });
  call([&] { return filigree_dense_vector_create(&to, nnz, pointer<void>(y), type); });
  call([&] { return filigree_scatter(pointer<filigree_handle>(handle), from, to); });
  if (from != nullptr) filigree_sparse_vector_destroy(from);
  if (to != nullptr) filigree_dense_vector_destroy(to);
  return call.status();
}

/// y(indices(k)) = x(k). The call does not say how long y is, so on the host indices are not
/// compared with a length.
int sctr(filigree_scalar_type_t type, std::size_t value_bytes, Address handle, int nnz, Address x,
         Address indices, Address y, int base) {
  if (handle == 0) return not_initialized;
  if (nnz < 0 || (base != 0 && base != 1)) return invalid_value;
  if (nnz > 0 && (x == 0 || indices == 0 || y == 0)) return invalid_value;
  if (is_on_device()) return sctr_on_device(type, handle, nnz, x, indices, y, base);
  for (std::int64_t k = 0; k < nnz; ++k) {
    const std::int64_t place = std::int64_t(pointer<const int>(indices)[k]) - base;
    std::memcpy(pointer<char>(y) + place * std::int64_t(value_bytes),
                pointer<const char>(x) + k * std::int64_t(value_bytes), value_bytes);
  }
  return success;
}

/// Offsets of rows whose numbers, one an entry, ascend; both from the base.
void count_rows(const int* rows, int nnz, int num_rows, int base, int* offsets) {
  int entry = 0;
  for (int row = 0; row <= num_rows; ++row) {
    while (entry < nnz && rows[entry] - base < row) ++entry;
    offsets[row] = entry + base;
  }
}

/// By copies on the host: programs do this once for a matrix.
int coo2csr_on_device(Address rows, int nnz, int num_rows, Address offsets, int base) try {
  const std::size_t row_bytes = std::size_t(nnz) * sizeof(int);
  const std::size_t offset_bytes = (std::size_t(num_rows) + 1) * sizeof(int);
  std::vector<int> host_rows(std::size_t(nnz) + 1), host_offsets(std::size_t(num_rows) + 1);
  Calls call;
  call([&] {
    return filigree_memory_copy(memory_handle(), FILIGREE_COPY_FROM_TARGET, host_rows.data(),
                                nnz > 0 ? pointer<void>(rows) : host_rows.data(), row_bytes);
  });
  count_rows(host_rows.data(), nnz, num_rows, base, host_offsets.data());
  call([&] {
    return filigree_memory_copy(memory_handle(), FILIGREE_COPY_TO_TARGET, pointer<void>(offsets),
                                host_offsets.data(), offset_bytes);
  });
  return call.status();
} catch (const std::bad_alloc&) {
  return alloc_failed;
}

/// Sets a member of a descriptor to one of num_values values.
int set_member(Address descriptor, int MatrixDescriptor::*member, int value, int num_values) {
  if (descriptor == 0 || value < 0 || value >= num_values) return invalid_value;
  pointer<MatrixDescriptor>(descriptor)->*member = value;
  return success;
}

}  // namespace

#define FILIGREE_FORTRAN77 FILIGREE_C_EXPORT

extern "C" {

FILIGREE_FORTRAN77 int cuda_malloc_(Address* array, const int* bytes) {
  if (*bytes < 0) return invalid_argument;
  void* memory = nullptr;
  const filigree_status_t status =
      filigree_memory_allocate(memory_handle(), *bytes > 0 ? std::size_t(*bytes) : 1, &memory);
  if (status == FILIGREE_STATUS_SUCCESS) *array = reinterpret_cast<Address>(memory);
  return cuda_error(status);
}

FILIGREE_FORTRAN77 void cuda_free_(const Address* array) {
  filigree_memory_free(memory_handle(), pointer<void>(*array));
}

FILIGREE_FORTRAN77 int cuda_memset_(const Address* array, const int* value, const int* bytes) {
  if (*array == 0 || *bytes < 0) return invalid_argument;
  return cuda_error(filigree_memory_fill(memory_handle(), pointer<void>(*array), *value & 255,
                                         std::size_t(*bytes)));
}

FILIGREE_FORTRAN77 int cuda_memcpy_fort2c_int_(const Address* to, const int* from, const int* bytes,
                                               const int*) {
  return copy(FILIGREE_COPY_TO_TARGET, pointer<void>(*to), from, *bytes);
}

FILIGREE_FORTRAN77 int cuda_memcpy_fort2c_real_(const Address* to, const double* from,
                                                const int* bytes, const int*) {
  return copy(FILIGREE_COPY_TO_TARGET, pointer<void>(*to), from, *bytes);
}

FILIGREE_FORTRAN77 int cuda_memcpy_c2fort_int_(int* to, const Address* from, const int* bytes,
                                               const int*) {
  return copy(FILIGREE_COPY_FROM_TARGET, to, pointer<const void>(*from), *bytes);
}

FILIGREE_FORTRAN77 int cuda_memcpy_c2fort_real_(double* to, const Address* from, const int* bytes,
                                                const int*) {
  return copy(FILIGREE_COPY_FROM_TARGET, to, pointer<const void>(*from), *bytes);
}

FILIGREE_FORTRAN77 void get_shifted_address_(const Address* array, const int* bytes,
                                             Address* shifted) {
  *shifted = *array + *bytes;
}

FILIGREE_FORTRAN77 int cusparse_create_(Address* handle) {
  filigree_handle_t made = nullptr;
  const filigree_status_t status = filigree_handle_create(&made, target(), -1);
  if (status == FILIGREE_STATUS_SUCCESS) *handle = reinterpret_cast<Address>(made);
  return int(status);
}

FILIGREE_FORTRAN77 void cusparse_destroy_(const Address* handle) {
  if (*handle != 0) filigree_handle_destroy(pointer<filigree_handle>(*handle));
}

/// Filigree's, major * 10000 + minor * 100 + patch
FILIGREE_FORTRAN77 int cusparse_get_version_(const Address* handle, int* version) {
  if (*handle == 0) return not_initialized;
  *version = FILIGREE_VERSION;
  return success;
}

FILIGREE_FORTRAN77 int cusparse_create_mat_descr_(Address* descriptor) {
  // by malloc, so that running out of memory is a status
  void* memory = std::malloc(sizeof(MatrixDescriptor));
  if (memory == nullptr) return alloc_failed;
  *descriptor = reinterpret_cast<Address>(new (memory) MatrixDescriptor);
  return success;
}

FILIGREE_FORTRAN77 void cusparse_destroy_mat_descr_(const Address* descriptor) {
  std::free(pointer<void>(*descriptor));
}

FILIGREE_FORTRAN77 int cusparse_set_mat_type_(const Address* descriptor, const int* type) {
  return set_member(*descriptor, &MatrixDescriptor::type, *type, 4);
}
FILIGREE_FORTRAN77 int cusparse_set_mat_fill_mode_(const Address* descriptor, const int* fill) {
  return set_member(*descriptor, &MatrixDescriptor::fill, *fill, 2);
}
FILIGREE_FORTRAN77 int cusparse_set_mat_diag_type_(const Address* descriptor, const int* diagonal) {
  return set_member(*descriptor, &MatrixDescriptor::diagonal, *diagonal, 2);
}
FILIGREE_FORTRAN77 int cusparse_set_mat_index_base_(const Address* descriptor, const int* base) {
  return set_member(*descriptor, &MatrixDescriptor::base, *base, 2);
}
FILIGREE_FORTRAN77 int cusparse_get_mat_type_(const Address* descriptor) {
  return pointer<MatrixDescriptor>(*descriptor)->type;
}
FILIGREE_FORTRAN77 int cusparse_get_mat_fill_mode_(const Address* descriptor) {
  return pointer<MatrixDescriptor>(*descriptor)->fill;
}
FILIGREE_FORTRAN77 int cusparse_get_mat_diag_type_(const Address* descriptor) {
  return pointer<MatrixDescriptor>(*descriptor)->diagonal;
}
FILIGREE_FORTRAN77 int cusparse_get_mat_index_base_(const Address* descriptor) {
  return pointer<MatrixDescriptor>(*descriptor)->base;
}

/// Offsets of rows whose numbers, one an entry, ascend; both from the base.
FILIGREE_FORTRAN77 int cusparse_xcoo2csr_(const Address* handle, const Address* row_indices,
                                          const int* nnz, const int* num_rows,
                                          const Address* row_offsets, const int* base) {
  if (*handle == 0) return not_initialized;
  if (*nnz < 0 || *num_rows < 0 || (*base != 0 && *base != 1) || *row_offsets == 0 ||
      (*nnz > 0 && *row_indices == 0))
    return invalid_value;
  if (is_on_device()) return coo2csr_on_device(*row_indices, *nnz, *num_rows, *row_offsets, *base);
  count_rows(pointer<const int>(*row_indices), *nnz, *num_rows, *base, pointer<int>(*row_offsets));
  return success;
}

#define FILIGREE_FORTRAN77_OF(LETTER, SCALAR, BYTES)                                              \
  FILIGREE_FORTRAN77 int cusparse_##LETTER##sctr_(const Address* handle, const int* nnz,          \
                                                  const Address* x, const Address* indices,       \
                                                  const Address* y, const int* base) {            \
    return sctr(SCALAR, BYTES, *handle, *nnz, *x, *indices, *y, *base);                           \
  }                                                                                               \
  FILIGREE_FORTRAN77 int cusparse_##LETTER##csrmv_(                                               \
      const Address* handle, const int* op, const int* m, const int* n, const int* nnz,           \
      const void* alpha, const Address* descriptor, const Address* values,                        \
      const Address* row_offsets, const Address* col_indices, const Address* x, const void* beta, \
      const Address* y) {                                                                         \
    return csrmv(SCALAR, *handle, *op, *m, *n, *nnz, alpha, *descriptor, *values, *row_offsets,   \
                 *col_indices, *x, beta, *y);                                                     \
  }                                                                                               \
  FILIGREE_FORTRAN77 int cusparse_##LETTER##csrmm_(                                               \
      const Address* handle, const int* op, const int* m, const int* n, const int* k,             \
      const int* nnz, const void* alpha, const Address* descriptor, const Address* values,        \
      const Address* row_offsets, const Address* col_indices, const Address* B, const int* ldb,   \
      const void* beta, const Address* C, const int* ldc) {                                       \
    return csrmm(SCALAR, *handle, *op, *m, *n, *k, *nnz, alpha, *descriptor, *values,             \
                 *row_offsets, *col_indices, *B, *ldb, beta, *C, *ldc);                           \
  }

FILIGREE_FORTRAN77_OF(s, FILIGREE_SCALAR_FLOAT, 4)
FILIGREE_FORTRAN77_OF(d, FILIGREE_SCALAR_DOUBLE, 8)
FILIGREE_FORTRAN77_OF(c, FILIGREE_SCALAR_COMPLEX_FLOAT, 8)
FILIGREE_FORTRAN77_OF(z, FILIGREE_SCALAR_COMPLEX_DOUBLE, 16)

}  // extern "C"
