/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made by src/c/generate.py of src/c/functions.txt. */
#ifndef FILIGREE_C_FUNCTIONS_H
#define FILIGREE_C_FUNCTIONS_H

/**
 * What a call returns.
 */
typedef enum filigree_status_t FILIGREE_C_INT {
  /** the call succeeded */
  FILIGREE_STATUS_SUCCESS = 0,
  /** the handle is null, or Kokkos was finalised before the call */
  FILIGREE_STATUS_NOT_INITIALIZED = 1,
  /** memory could not be allocated */
  FILIGREE_STATUS_ALLOC_FAILED = 2,
  /** an argument has a value outside its limits */
  FILIGREE_STATUS_INVALID_VALUE = 3,
  /** there is no device, or it lacks a feature that the call needs */
  FILIGREE_STATUS_ARCH_MISMATCH = 4,
  /** a file or a memory region could not be accessed */
  FILIGREE_STATUS_MAPPING_ERROR = 5,
  /** a kernel failed on the device */
  FILIGREE_STATUS_EXECUTION_FAILED = 6,
  /** the library broke one of its own rules; please report it */
  FILIGREE_STATUS_INTERNAL_ERROR = 7,
  /** the matrix type does not fit the matrix or the call */
  FILIGREE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
  /** a pivot is structurally or numerically zero */
  FILIGREE_STATUS_ZERO_PIVOT = 9,
  /** the combination of types, formats and options is not supported */
  FILIGREE_STATUS_NOT_SUPPORTED = 10,
  /** memory or another resource is too small for the call */
  FILIGREE_STATUS_INSUFFICIENT_RESOURCES = 11,
  /** the plan was made for another pattern */
  FILIGREE_STATUS_STALE_PLAN = 12
} filigree_status_t;

/**
 * Where the calls of a handle run. Arrays lie in the memory of the target.
 */
typedef enum filigree_target_t FILIGREE_C_INT {
  /** the processor */
  FILIGREE_TARGET_HOST = 0,
  /** the device that the library was built for */
  FILIGREE_TARGET_DEVICE = 1
} filigree_target_t;

/**
 * Where alpha and beta lie.
 */
typedef enum filigree_pointer_mode_t FILIGREE_C_INT {
  /** in host memory, read during the call */
  FILIGREE_POINTER_MODE_HOST = 0,
  /** in device memory, read when the kernel runs; of a handle on the host the same as host */
  FILIGREE_POINTER_MODE_DEVICE = 1
} filigree_pointer_mode_t;

/**
 * op(A): the matrix, or a transpose of it.
 */
typedef enum filigree_op_t FILIGREE_C_INT {
  /** A */
  FILIGREE_OP_NONE = 0,
  /** the transpose of A */
  FILIGREE_OP_TRANSPOSE = 1,
  /** the conjugate transpose of A */
  FILIGREE_OP_CONJUGATE_TRANSPOSE = 2
} filigree_op_t;

/**
 * The type of values. A complex number is its real part, then its imaginary part.
 */
typedef enum filigree_scalar_type_t FILIGREE_C_INT {
  /** 32 bits */
  FILIGREE_SCALAR_FLOAT = 0,
  /** 64 bits */
  FILIGREE_SCALAR_DOUBLE = 1,
  /** two floats */
  FILIGREE_SCALAR_COMPLEX_FLOAT = 2,
  /** two doubles */
  FILIGREE_SCALAR_COMPLEX_DOUBLE = 3,
  /** IEEE 16 bits */
  FILIGREE_SCALAR_HALF = 4,
  /** the upper half of a float */
  FILIGREE_SCALAR_BFLOAT16 = 5,
  /** two halves */
  FILIGREE_SCALAR_COMPLEX_HALF = 6,
  /** two bfloat16 */
  FILIGREE_SCALAR_COMPLEX_BFLOAT16 = 7,
  /** a signed integer of 8 bits */
  FILIGREE_SCALAR_INT8 = 8,
  /** a signed integer of 32 bits */
  FILIGREE_SCALAR_INT32 = 9
} filigree_scalar_type_t;

/**
 * The type of indices and offsets.
 */
typedef enum filigree_index_type_t FILIGREE_C_INT {
  /** signed, 32 bits */
  FILIGREE_INDEX_INT32 = 0,
  /** signed, 64 bits */
  FILIGREE_INDEX_INT64 = 1
} filigree_index_type_t;

/**
 * The index of the first row and column.
 */
typedef enum filigree_index_base_t FILIGREE_C_INT {
  /** 0 */
  FILIGREE_BASE_ZERO = 0,
  /** 1 */
  FILIGREE_BASE_ONE = 1
} filigree_index_base_t;

/**
 * The storage formats.
 */
typedef enum filigree_format_t FILIGREE_C_INT {
  /** compressed sparse rows */
  FILIGREE_FORMAT_CSR = 0,
  /** compressed sparse columns */
  FILIGREE_FORMAT_CSC = 1,
  /** coordinates */
  FILIGREE_FORMAT_COO = 2,
  /** coordinates, row and column interleaved */
  FILIGREE_FORMAT_COO_AOS = 3,
  /** ELLPACK */
  FILIGREE_FORMAT_ELL = 4,
  /** sliced ELLPACK */
  FILIGREE_FORMAT_SELL = 5,
  /** block compressed sparse rows */
  FILIGREE_FORMAT_BSR = 6,
  /** block compressed sparse columns */
  FILIGREE_FORMAT_BSC = 7,
  /** block rows of begin and end offsets */
  FILIGREE_FORMAT_BSRX = 8,
  /** ELLPACK of blocks */
  FILIGREE_FORMAT_BLOCKED_ELL = 9,
  /** ELLPACK and coordinates */
  FILIGREE_FORMAT_HYB = 10,
  /** diagonals */
  FILIGREE_FORMAT_DIA = 11,
  /** hacked diagonals */
  FILIGREE_FORMAT_HDIA = 12
} filigree_format_t;

/**
 * How a dense matrix lies in memory.
 */
typedef enum filigree_layout_t FILIGREE_C_INT {
  /** row by row */
  FILIGREE_LAYOUT_ROW_MAJOR = 0,
  /** column by column */
  FILIGREE_LAYOUT_COLUMN_MAJOR = 1
} filigree_layout_t;

/**
 * Which stored entries count, and what the others are taken for.
 */
typedef enum filigree_matrix_type_t FILIGREE_C_INT {
  /** all count */
  FILIGREE_MATRIX_TYPE_GENERAL = 0,
  /** those of the triangle that `fill` names, which are mirrored */
  FILIGREE_MATRIX_TYPE_SYMMETRIC = 1,
  /** the same, conjugated where they are mirrored */
  FILIGREE_MATRIX_TYPE_HERMITIAN = 2,
  /** those of the triangle that `fill` names */
  FILIGREE_MATRIX_TYPE_TRIANGULAR = 3
} filigree_matrix_type_t;

/**
 * The triangle that counts, its diagonal included.
 */
typedef enum filigree_fill_t FILIGREE_C_INT {
  /** on and below the diagonal */
  FILIGREE_FILL_LOWER = 0,
  /** on and above the diagonal */
  FILIGREE_FILL_UPPER = 1
} filigree_fill_t;

/**
 * What stands on the diagonal of a matrix that is not general.
 */
typedef enum filigree_diagonal_t FILIGREE_C_INT {
  /** what is stored */
  FILIGREE_DIAGONAL_NON_UNIT = 0,
  /** ones; what is stored there is not read */
  FILIGREE_DIAGONAL_UNIT = 1
} filigree_diagonal_t;

/**
 * What is known of a sparse matrix beyond its arrays; each value is an int or an enumeration.
 */
typedef enum filigree_matrix_attribute_t FILIGREE_C_INT {
  /** a filigree_matrix_type_t; general where it was not set */
  FILIGREE_MATRIX_ATTRIBUTE_TYPE = 0,
  /** a filigree_fill_t; lower where it was not set */
  FILIGREE_MATRIX_ATTRIBUTE_FILL = 1,
  /** a filigree_diagonal_t; non-unit where it was not set */
  FILIGREE_MATRIX_ATTRIBUTE_DIAGONAL = 2,
  /** an int, 0 or 1: indices ascend within each row (each column of CSC; COO by row, then
  column) */
  FILIGREE_MATRIX_ATTRIBUTE_SORTED = 3,
  /** an int, 0 or 1: no entry is stored twice */
  FILIGREE_MATRIX_ATTRIBUTE_UNIQUE = 4
} filigree_matrix_attribute_t;

/**
 * What becomes of a row whose pivot is zero or not stored.
 */
typedef enum filigree_zero_pivot_t FILIGREE_C_INT {
  /** it is divided by zero; a pivot that is not stored is refused already by the plan */
  FILIGREE_ZERO_PIVOT_REPORT = 0,
  /** its unknown becomes 0 */
  FILIGREE_ZERO_PIVOT_SKIP_ROW = 1,
  /** it is divided by `pivot_substitute` */
  FILIGREE_ZERO_PIVOT_SUBSTITUTE = 2
} filigree_zero_pivot_t;

/**
 * Whether rows of a banded system are exchanged in the elimination.
 */
typedef enum filigree_pivoting_t FILIGREE_C_INT {
  /** the row with the largest entry of the column comes first: all but singular systems are
  solved */
  FILIGREE_PIVOTING_PARTIAL = 0,
  /** they are not, as diagonally dominant systems do not need */
  FILIGREE_PIVOTING_NONE = 1
} filigree_pivoting_t;

/**
 * The incomplete factorizations, whose factors have the pattern of the matrix.
 */
typedef enum filigree_incomplete_factor_t FILIGREE_C_INT {
  /** L U = A, L with a unit diagonal that is not stored */
  FILIGREE_INCOMPLETE_FACTOR_LU = 0,
  /** L L^H = A, of which the lower triangle is read */
  FILIGREE_INCOMPLETE_FACTOR_CHOLESKY = 1
} filigree_incomplete_factor_t;

/**
 * The order of the colours in a sweep of Gauss-Seidel.
 */
typedef enum filigree_sweep_t FILIGREE_C_INT {
  /** from the first to the last */
  FILIGREE_SWEEP_FORWARD = 0,
  /** from the last to the first */
  FILIGREE_SWEEP_BACKWARD = 1,
  /** forward, then backward */
  FILIGREE_SWEEP_SYMMETRIC = 2
} filigree_sweep_t;

/**
 * How a product in one call may compute.
 */
typedef enum filigree_algorithm_t FILIGREE_C_INT {
  /** the fastest; sums by atomic additions, where there are any, are not bitwise repeatable */
  FILIGREE_ALGORITHM_DEFAULT = 0,
  /** bitwise repeatable, if need be by a plan that the call makes and drops */
  FILIGREE_ALGORITHM_DETERMINISTIC = 1
} filigree_algorithm_t;

/**
 * What filigree_get_property answers.
 */
typedef enum filigree_property_t FILIGREE_C_INT {
  /** first number of the version */
  FILIGREE_PROPERTY_VERSION_MAJOR = 0,
  /** second number of the version */
  FILIGREE_PROPERTY_VERSION_MINOR = 1,
  /** third number of the version */
  FILIGREE_PROPERTY_VERSION_PATCH = 2,
  /** 1 where the library was built for a device, else 0 */
  FILIGREE_PROPERTY_HAS_DEVICE = 3,
  /** the devices that this process sees */
  FILIGREE_PROPERTY_DEVICE_COUNT = 4
} filigree_property_t;

/**
 * What filigree_device_get_property answers, of a device or of the host; 0 where it does not
 * apply or is not known.
 */
typedef enum filigree_device_property_t FILIGREE_C_INT {
  /** of the host the threads that run on it */
  FILIGREE_DEVICE_PROPERTY_MULTIPROCESSORS = 0,
  /** threads of a warp */
  FILIGREE_DEVICE_PROPERTY_WARP_SIZE = 1,
  /** threads that a multiprocessor holds at once */
  FILIGREE_DEVICE_PROPERTY_MAX_THREADS_PER_MULTIPROCESSOR = 2,
  /** 32-bit registers that a block may use */
  FILIGREE_DEVICE_PROPERTY_MAX_REGISTERS_PER_BLOCK = 3,
  /** clock of the memory */
  FILIGREE_DEVICE_PROPERTY_MEMORY_CLOCK_KHZ = 4,
  /** width of the memory's bus */
  FILIGREE_DEVICE_PROPERTY_MEMORY_BUS_BITS = 5,
  /** what the memory could do, in 10^6 bytes a second */
  FILIGREE_DEVICE_PROPERTY_PEAK_BANDWIDTH_MB_PER_S = 6,
  /** 1 where one pointer value names memory of the host or the device, and says which */
  FILIGREE_DEVICE_PROPERTY_UNIFIED_ADDRESSING = 7,
  /** size of the memory */
  FILIGREE_DEVICE_PROPERTY_MEMORY_BYTES = 8,
  /** size of the last level of caches */
  FILIGREE_DEVICE_PROPERTY_CACHE_BYTES = 9
} filigree_device_property_t;

/**
 * Between which memories filigree_memory_copy copies.
 */
typedef enum filigree_copy_t FILIGREE_C_INT {
  /** from the host's to the target's */
  FILIGREE_COPY_TO_TARGET = 0,
  /** from the target's to the host's */
  FILIGREE_COPY_FROM_TARGET = 1,
  /** both places are the target's */
  FILIGREE_COPY_WITHIN_TARGET = 2
} filigree_copy_t;

/* --- Errors, versions ---------------------------------------------------------------------- */

/**
 * The identifier of a status, "FILIGREE_STATUS_INVALID_VALUE"; "unknown status" where it is
 * none.
 * \param status the value
 */
FILIGREE_C_EXPORT const char* filigree_status_name(filigree_status_t status);

/**
 * What the status says, in one sentence.
 * \param status the value
 */
FILIGREE_C_EXPORT const char* filigree_status_description(filigree_status_t status);

/**
 * What was wrong with the last call of this thread that failed: argument, value, limit, remedy.
 * Empty where none has failed. Valid until the next call that fails.
 */
FILIGREE_C_EXPORT const char* filigree_last_error_message(void);

/**
 * "major.minor.patch" of the library.
 */
FILIGREE_C_EXPORT const char* filigree_version_string(void);

/**
 * A property of the library. Kokkos need not run.
 * \param property which
 * \param value its value
 */
FILIGREE_C_EXPORT filigree_status_t filigree_get_property(
    filigree_property_t property, int* value);

/* --- Devices ------------------------------------------------------------------------------- */

/**
 * The device that calls run on which do not choose one.
 * \param device its number; -1 in a library that was built for the host alone
 */
FILIGREE_C_EXPORT filigree_status_t filigree_get_device(int* device);

/**
 * What a device is.
 * \param device its number; -1: the one that calls run on, or the host in a library that was
 * built for it alone
 * \param property which
 * \param value its value
 */
FILIGREE_C_EXPORT filigree_status_t filigree_device_get_property(
    int device, filigree_device_property_t property, int64_t* value);

/**
 * The name of a device, or of the host's processor.
 * \param device as for filigree_device_get_property
 * \param name the library's memory, valid until the thread's next call of this function
 */
FILIGREE_C_EXPORT filigree_status_t filigree_device_get_name(int device, const char** name);

/* --- Logging ------------------------------------------------------------------------------- */

/**
 * Logs every kind up to a level: 0 none, 1 errors, 2 and kernels that ran, 3 and hints, 4 and
 * plans, 5 and calls of this API.
 * \param level 0 to 5
 */
FILIGREE_C_EXPORT filigree_status_t filigree_log_set_level(int level);

/**
 * Logs exactly these kinds: the sum of 1 errors, 2 kernels, 4 hints, 8 plans, 16 calls.
 * \param mask 0 to 31
 */
FILIGREE_C_EXPORT filigree_status_t filigree_log_set_mask(int mask);

/**
 * Appends what is logged to a file.
 * \param path its path, in which %i becomes the process id; empty: standard error
 */
FILIGREE_C_EXPORT filigree_status_t filigree_log_open_file(const char* path);

/**
 * Writes what is logged to an open file, which must stay open until another is set.
 * \param file null: standard error
 */
FILIGREE_C_EXPORT filigree_status_t filigree_log_set_file(FILE* file);

/**
 * Calls a function with what is logged instead of writing it.
 * \param callback null: writes again
 * \param user_data passed on to each call
 */
FILIGREE_C_EXPORT filigree_status_t filigree_log_set_callback(
    filigree_log_callback_t callback, void* user_data);

/**
 * Logs nothing from now on, whatever this API is asked for later.
 */
FILIGREE_C_EXPORT filigree_status_t filigree_log_force_disable(void);

/* --- Handles ------------------------------------------------------------------------------- */

/**
 * Makes a handle. Starts Kokkos where it does not run, without a word, and ends it with the
 * program.
 * \param handle the handle, for filigree_handle_destroy
 * \param target where its calls run
 * \param device the number of the device; -1: that on which Kokkos runs, or its choice. Of no
 * meaning on the host
 */
FILIGREE_C_EXPORT filigree_status_t filigree_handle_create(
    filigree_handle_t* handle, filigree_target_t target, int device);

/**
 * Ends a handle; objects that were made with it stay.
 * \param handle a handle
 */
FILIGREE_C_EXPORT filigree_status_t filigree_handle_destroy(filigree_handle_t handle);

/**
 * Runs the handle's later calls on a stream. One that is not among the last sixteen that were
 * set allocates.
 * \param handle a handle on a device
 * \param stream the stream, a cudaStream_t; null: the default stream, all there is on the host
 */
FILIGREE_C_EXPORT filigree_status_t filigree_set_stream(filigree_handle_t handle, void* stream);

/**
 * The stream of the handle.
 * \param handle a handle
 * \param stream what filigree_set_stream was given; null where it was not called
 */
FILIGREE_C_EXPORT filigree_status_t filigree_get_stream(
    filigree_handle_t handle, void** stream);

/**
 * Says where alpha and beta lie; in host memory where it is not called.
 * \param handle a handle
 * \param mode where
 */
FILIGREE_C_EXPORT filigree_status_t filigree_set_pointer_mode(
    filigree_handle_t handle, filigree_pointer_mode_t mode);

/**
 * Where alpha and beta lie.
 * \param handle a handle
 * \param mode where
 */
FILIGREE_C_EXPORT filigree_status_t filigree_get_pointer_mode(
    filigree_handle_t handle, filigree_pointer_mode_t* mode);

/**
 * Where the handle's calls run.
 * \param handle a handle
 * \param target where
 */
FILIGREE_C_EXPORT filigree_status_t filigree_get_target(
    filigree_handle_t handle, filigree_target_t* target);

/**
 * Waits for all that was started on the handle's stream.
 * \param handle a handle
 */
FILIGREE_C_EXPORT filigree_status_t filigree_synchronize(filigree_handle_t handle);

/**
 * The kernel that the handle's last product ran, "csr_generic"; names are stable.
 * \param handle a handle
 * \param name its name, the library's memory; empty where there was no product
 */
FILIGREE_C_EXPORT filigree_status_t filigree_get_last_kernel(
    filigree_handle_t handle, const char** name);

/* --- Memory -------------------------------------------------------------------------------- */

/**
 * Memory of the handle's target, for programs that have no other way to a device's. What is in
 * it is undefined.
 * \param handle a handle
 * \param bytes how much
 * \param memory the memory, for filigree_memory_free; null for no bytes
 */
FILIGREE_C_EXPORT filigree_status_t filigree_memory_allocate(
    filigree_handle_t handle, size_t bytes, void** memory);

/**
 * Ends memory of filigree_memory_allocate, after all that was started on the handle's stream.
 * \param handle a handle of the target that it was allocated for
 * \param memory null is nothing
 */
FILIGREE_C_EXPORT filigree_status_t filigree_memory_free(
    filigree_handle_t handle, void* memory);

/**
 * Copies, in the order of the handle's stream, and waits.
 * \param handle a handle
 * \param kind which of the places is in the target's memory
 * \param to a place of that size
 * \param from another one
 * \param bytes how much
 */
FILIGREE_C_EXPORT filigree_status_t filigree_memory_copy(
    filigree_handle_t handle, filigree_copy_t kind, void* to, const void* from, size_t bytes);

/**
 * Sets each byte, in the order of the handle's stream.
 * \param handle a handle
 * \param memory in the target's memory
 * \param byte 0 to 255
 * \param bytes how much
 */
FILIGREE_C_EXPORT filigree_status_t filigree_memory_fill(
    filigree_handle_t handle, void* memory, int byte, size_t bytes);

/* --- Sparse matrices ----------------------------------------------------------------------- */

/**
 * Describes a matrix in compressed sparse rows, in arrays that stay the caller's.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries
 * \param row_offsets num_rows + 1 offsets, the first of them the base
 * \param col_indices nnz columns, in any order within a row
 * \param values nnz values
 * \param offset_type of row_offsets; not narrower than index_type
 * \param index_type of col_indices
 * \param base of offsets and indices
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_csr_create(
    filigree_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t nnz, void*
    row_offsets, void* col_indices, void* values, filigree_index_type_t offset_type,
    filigree_index_type_t index_type, filigree_index_base_t base, filigree_scalar_type_t
    scalar_type);

/**
 * Describes a matrix in compressed sparse columns, in arrays that stay the caller's.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries
 * \param col_offsets num_cols + 1 offsets, the first of them the base
 * \param row_indices nnz rows, in any order within a column
 * \param values nnz values
 * \param offset_type of col_offsets; not narrower than index_type
 * \param index_type of row_indices
 * \param base of offsets and indices
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_csc_create(
    filigree_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t nnz, void*
    col_offsets, void* row_indices, void* values, filigree_index_type_t offset_type,
    filigree_index_type_t index_type, filigree_index_base_t base, filigree_scalar_type_t
    scalar_type);

/**
 * Describes a matrix in coordinates, in any order, in arrays that stay the caller's. More than
 * 2^31 entries may have 32-bit indices.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries; duplicates are summed
 * \param row_indices nnz rows
 * \param col_indices nnz columns
 * \param values nnz values
 * \param index_type of both
 * \param base of both
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_coo_create(
    filigree_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t nnz, void*
    row_indices, void* col_indices, void* values, filigree_index_type_t index_type,
    filigree_index_base_t base, filigree_scalar_type_t scalar_type);

/**
 * filigree_csr_create for arrays that nothing may write.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries
 * \param row_offsets num_rows + 1 offsets, the first of them the base
 * \param col_indices nnz columns, in any order within a row
 * \param values nnz values
 * \param offset_type of row_offsets; not narrower than index_type
 * \param index_type of col_indices
 * \param base of offsets and indices
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_csr_create(
    filigree_const_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t nnz,
    const void* row_offsets, const void* col_indices, const void* values, filigree_index_type_t
    offset_type, filigree_index_type_t index_type, filigree_index_base_t base,
    filigree_scalar_type_t scalar_type);

/**
 * filigree_csc_create for arrays that nothing may write.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries
 * \param col_offsets num_cols + 1 offsets, the first of them the base
 * \param row_indices nnz rows, in any order within a column
 * \param values nnz values
 * \param offset_type of col_offsets; not narrower than index_type
 * \param index_type of row_indices
 * \param base of offsets and indices
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_csc_create(
    filigree_const_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t nnz,
    const void* col_offsets, const void* row_indices, const void* values, filigree_index_type_t
    offset_type, filigree_index_type_t index_type, filigree_index_base_t base,
    filigree_scalar_type_t scalar_type);

/**
 * filigree_coo_create for arrays that nothing may write.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries; duplicates are summed
 * \param row_indices nnz rows
 * \param col_indices nnz columns
 * \param values nnz values
 * \param index_type of both
 * \param base of both
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_coo_create(
    filigree_const_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t nnz,
    const void* row_indices, const void* col_indices, const void* values, filigree_index_type_t
    index_type, filigree_index_base_t base, filigree_scalar_type_t scalar_type);

/**
 * Describes a matrix of dense blocks, in arrays that stay the caller's. The sizes are in
 * entries; blocks need not divide them.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param block_rows rows of a block, 1 or more
 * \param block_cols columns of a block, 1 or more
 * \param block_layout how the entries of a block lie
 * \param num_blocks stored blocks
 * \param row_offsets for each row of blocks and one more the first block, the first of them the
 * base
 * \param col_indices num_blocks columns of blocks, in any order within a row
 * \param values num_blocks * block_rows * block_cols values, block by block
 * \param offset_type of row_offsets; not narrower than index_type
 * \param index_type of col_indices
 * \param base of offsets and indices
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_bsr_create(
    filigree_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t block_rows,
    int64_t block_cols, filigree_layout_t block_layout, int64_t num_blocks, void* row_offsets,
    void* col_indices, void* values, filigree_index_type_t offset_type, filigree_index_type_t
    index_type, filigree_index_base_t base, filigree_scalar_type_t scalar_type);

/**
 * Describes a matrix in slices of rows, in arrays that stay the caller's: in each slice the
 * first entries of all its rows, then the second ones. Indices count from 0.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries, without padding
 * \param slice_size rows of a slice, 1 or more
 * \param num_places values and columns with the padding
 * \param slice_offsets for each slice and one more the first place
 * \param col_indices num_places columns; -1: padding
 * \param values num_places values; those of padding are not read
 * \param offset_type of slice_offsets; not narrower than index_type
 * \param index_type of col_indices
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sell_create(
    filigree_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t nnz, int64_t
    slice_size, int64_t num_places, void* slice_offsets, void* col_indices, void* values,
    filigree_index_type_t offset_type, filigree_index_type_t index_type, filigree_scalar_type_t
    scalar_type);

/**
 * Describes a matrix with as many square blocks in each row of blocks, in arrays that stay the
 * caller's.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param block_size rows and columns of a block, 1 or more
 * \param ell_cols columns of values
 * \param col_indices for each row of blocks the columns of its blocks; -1: an empty one
 * \param values num_rows * ell_cols values by rows; those of empty blocks are not read
 * \param index_type of col_indices
 * \param base of col_indices
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_blocked_ell_create(
    filigree_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t block_size,
    int64_t ell_cols, void* col_indices, void* values, filigree_index_type_t index_type,
    filigree_index_base_t base, filigree_scalar_type_t scalar_type);

/**
 * Describes a matrix whose rows all have the same number of places, in arrays that stay the
 * caller's: the first places of all rows, then the second ones.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries, without padding
 * \param ell_width places of each row
 * \param row_stride from a place of a row to the row's next one, num_rows or more
 * \param col_indices row_stride * ell_width columns, the places of entries before those of
 * padding; -1: padding
 * \param values as many values; those of padding are not read
 * \param index_type of col_indices
 * \param base of col_indices
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_ell_create(
    filigree_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t nnz, int64_t
    ell_width, int64_t row_stride, void* col_indices, void* values, filigree_index_type_t
    index_type, filigree_index_base_t base, filigree_scalar_type_t scalar_type);

/**
 * Describes a matrix of diagonals, in arrays that stay the caller's: one diagonal after the
 * other, the entry of row i at its place i.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries that are not zero
 * \param num_diagonals stored diagonals
 * \param row_stride from one diagonal to the next, num_rows or more
 * \param diagonal_offsets column minus row of each diagonal, none twice
 * \param values row_stride * num_diagonals values; those outside the matrix are not read
 * \param index_type of diagonal_offsets
 * \param base of what conversions make of it; diagonal offsets do not depend on it
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dia_create(
    filigree_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t nnz, int64_t
    num_diagonals, int64_t row_stride, void* diagonal_offsets, void* values,
    filigree_index_type_t index_type, filigree_index_base_t base, filigree_scalar_type_t
    scalar_type);

/**
 * Describes a matrix of hacks, of hack_size rows each, with diagonals of their own, in arrays
 * that stay the caller's.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries that are not zero
 * \param hack_size rows of a hack, 1 or more
 * \param num_diagonals stored diagonals of all hacks
 * \param hack_offsets for each hack and one more its first diagonal, from 0
 * \param diagonal_offsets column minus row of each diagonal
 * \param values for each diagonal hack_size values; those outside the matrix are not read
 * \param offset_type of hack_offsets; not narrower than index_type
 * \param index_type of diagonal_offsets
 * \param base of what conversions make of it; diagonal offsets do not depend on it
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_hdia_create(
    filigree_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t nnz, int64_t
    hack_size, int64_t num_diagonals, void* hack_offsets, void* diagonal_offsets, void* values,
    filigree_index_type_t offset_type, filigree_index_type_t index_type, filigree_index_base_t
    base, filigree_scalar_type_t scalar_type);

/**
 * filigree_bsr_create for arrays that nothing may write.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param block_rows rows of a block, 1 or more
 * \param block_cols columns of a block, 1 or more
 * \param block_layout how the entries of a block lie
 * \param num_blocks stored blocks
 * \param row_offsets for each row of blocks and one more the first block, the first of them the
 * base
 * \param col_indices num_blocks columns of blocks, in any order within a row
 * \param values num_blocks * block_rows * block_cols values, block by block
 * \param offset_type of row_offsets; not narrower than index_type
 * \param index_type of col_indices
 * \param base of offsets and indices
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_bsr_create(
    filigree_const_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t
    block_rows, int64_t block_cols, filigree_layout_t block_layout, int64_t num_blocks, const
    void* row_offsets, const void* col_indices, const void* values, filigree_index_type_t
    offset_type, filigree_index_type_t index_type, filigree_index_base_t base,
    filigree_scalar_type_t scalar_type);

/**
 * filigree_sell_create for arrays that nothing may write.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries, without padding
 * \param slice_size rows of a slice, 1 or more
 * \param num_places values and columns with the padding
 * \param slice_offsets for each slice and one more the first place
 * \param col_indices num_places columns; -1: padding
 * \param values num_places values; those of padding are not read
 * \param offset_type of slice_offsets; not narrower than index_type
 * \param index_type of col_indices
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_sell_create(
    filigree_const_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t nnz,
    int64_t slice_size, int64_t num_places, const void* slice_offsets, const void* col_indices,
    const void* values, filigree_index_type_t offset_type, filigree_index_type_t index_type,
    filigree_scalar_type_t scalar_type);

/**
 * filigree_blocked_ell_create for arrays that nothing may write.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param block_size rows and columns of a block, 1 or more
 * \param ell_cols columns of values
 * \param col_indices for each row of blocks the columns of its blocks; -1: an empty one
 * \param values num_rows * ell_cols values by rows; those of empty blocks are not read
 * \param index_type of col_indices
 * \param base of col_indices
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_blocked_ell_create(
    filigree_const_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t
    block_size, int64_t ell_cols, const void* col_indices, const void* values,
    filigree_index_type_t index_type, filigree_index_base_t base, filigree_scalar_type_t
    scalar_type);

/**
 * filigree_ell_create for arrays that nothing may write.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries, without padding
 * \param ell_width places of each row
 * \param row_stride from a place of a row to the row's next one, num_rows or more
 * \param col_indices row_stride * ell_width columns, the places of entries before those of
 * padding; -1: padding
 * \param values as many values; those of padding are not read
 * \param index_type of col_indices
 * \param base of col_indices
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_ell_create(
    filigree_const_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t nnz,
    int64_t ell_width, int64_t row_stride, const void* col_indices, const void* values,
    filigree_index_type_t index_type, filigree_index_base_t base, filigree_scalar_type_t
    scalar_type);

/**
 * filigree_dia_create for arrays that nothing may write.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries that are not zero
 * \param num_diagonals stored diagonals
 * \param row_stride from one diagonal to the next, num_rows or more
 * \param diagonal_offsets column minus row of each diagonal, none twice
 * \param values row_stride * num_diagonals values; those outside the matrix are not read
 * \param index_type of diagonal_offsets
 * \param base of what conversions make of it; diagonal offsets do not depend on it
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_dia_create(
    filigree_const_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t nnz,
    int64_t num_diagonals, int64_t row_stride, const void* diagonal_offsets, const void* values,
    filigree_index_type_t index_type, filigree_index_base_t base, filigree_scalar_type_t
    scalar_type);

/**
 * filigree_hdia_create for arrays that nothing may write.
 * \param matrix the matrix, for filigree_sparse_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries that are not zero
 * \param hack_size rows of a hack, 1 or more
 * \param num_diagonals stored diagonals of all hacks
 * \param hack_offsets for each hack and one more its first diagonal, from 0
 * \param diagonal_offsets column minus row of each diagonal
 * \param values for each diagonal hack_size values; those outside the matrix are not read
 * \param offset_type of hack_offsets; not narrower than index_type
 * \param index_type of diagonal_offsets
 * \param base of what conversions make of it; diagonal offsets do not depend on it
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_hdia_create(
    filigree_const_sparse_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t nnz,
    int64_t hack_size, int64_t num_diagonals, const void* hack_offsets, const void*
    diagonal_offsets, const void* values, filigree_index_type_t offset_type,
    filigree_index_type_t index_type, filigree_index_base_t base, filigree_scalar_type_t
    scalar_type);

/**
 * Ends a description; the arrays stay.
 * \param matrix a matrix of any format
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_matrix_destroy(
    filigree_const_sparse_matrix_t matrix);

/**
 * The arrays and types of a CSR matrix.
 * \param matrix a CSR matrix
 * \param row_offsets num_rows + 1 offsets
 * \param col_indices nnz columns
 * \param values nnz values
 * \param offset_type of row_offsets
 * \param index_type of col_indices
 */
FILIGREE_C_EXPORT filigree_status_t filigree_csr_get(
    filigree_sparse_matrix_t matrix, void** row_offsets, void** col_indices, void** values,
    filigree_index_type_t* offset_type, filigree_index_type_t* index_type);

/**
 * The arrays and types of a CSC matrix.
 * \param matrix a CSC matrix
 * \param col_offsets num_cols + 1 offsets
 * \param row_indices nnz rows
 * \param values nnz values
 * \param offset_type of col_offsets
 * \param index_type of row_indices
 */
FILIGREE_C_EXPORT filigree_status_t filigree_csc_get(
    filigree_sparse_matrix_t matrix, void** col_offsets, void** row_indices, void** values,
    filigree_index_type_t* offset_type, filigree_index_type_t* index_type);

/**
 * The arrays and types of a COO matrix.
 * \param matrix a COO matrix
 * \param row_indices nnz rows
 * \param col_indices nnz columns
 * \param values nnz values
 * \param index_type of both
 */
FILIGREE_C_EXPORT filigree_status_t filigree_coo_get(
    filigree_sparse_matrix_t matrix, void** row_indices, void** col_indices, void** values,
    filigree_index_type_t* index_type);

/**
 * The arrays and types of a CSR matrix that nothing may write.
 * \param matrix a CSR matrix
 * \param row_offsets num_rows + 1 offsets
 * \param col_indices nnz columns
 * \param values nnz values
 * \param offset_type of row_offsets
 * \param index_type of col_indices
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_csr_get(
    filigree_const_sparse_matrix_t matrix, const void** row_offsets, const void** col_indices,
    const void** values, filigree_index_type_t* offset_type, filigree_index_type_t* index_type);

/**
 * The arrays and types of a CSC matrix that nothing may write.
 * \param matrix a CSC matrix
 * \param col_offsets num_cols + 1 offsets
 * \param row_indices nnz rows
 * \param values nnz values
 * \param offset_type of col_offsets
 * \param index_type of row_indices
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_csc_get(
    filigree_const_sparse_matrix_t matrix, const void** col_offsets, const void** row_indices,
    const void** values, filigree_index_type_t* offset_type, filigree_index_type_t* index_type);

/**
 * The arrays and types of a COO matrix that nothing may write.
 * \param matrix a COO matrix
 * \param row_indices nnz rows
 * \param col_indices nnz columns
 * \param values nnz values
 * \param index_type of both
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_coo_get(
    filigree_const_sparse_matrix_t matrix, const void** row_indices, const void** col_indices,
    const void** values, filigree_index_type_t* index_type);

/**
 * Other arrays for a CSR matrix of the same sizes and types.
 * \param matrix a CSR matrix
 * \param row_offsets num_rows + 1 offsets
 * \param col_indices nnz columns
 * \param values nnz values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_csr_set_pointers(
    filigree_sparse_matrix_t matrix, void* row_offsets, void* col_indices, void* values);

/**
 * Other arrays for a CSC matrix of the same sizes and types.
 * \param matrix a CSC matrix
 * \param col_offsets num_cols + 1 offsets
 * \param row_indices nnz rows
 * \param values nnz values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_csc_set_pointers(
    filigree_sparse_matrix_t matrix, void* col_offsets, void* row_indices, void* values);

/**
 * Other arrays for a COO matrix of the same sizes and types.
 * \param matrix a COO matrix
 * \param row_indices nnz rows
 * \param col_indices nnz columns
 * \param values nnz values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_coo_set_pointers(
    filigree_sparse_matrix_t matrix, void* row_indices, void* col_indices, void* values);

/**
 * All of a BSR matrix, but its size.
 * \param matrix a BSR matrix
 * \param block_rows rows of a block
 * \param block_cols columns of a block
 * \param block_layout how the entries of a block lie
 * \param num_blocks stored blocks
 * \param row_offsets for each row of blocks and one more the first block
 * \param col_indices columns
 * \param values values
 * \param offset_type of the offsets
 * \param index_type of col_indices
 */
FILIGREE_C_EXPORT filigree_status_t filigree_bsr_get(
    filigree_sparse_matrix_t matrix, int64_t* block_rows, int64_t* block_cols,
    filigree_layout_t* block_layout, int64_t* num_blocks, void** row_offsets, void**
    col_indices, void** values, filigree_index_type_t* offset_type, filigree_index_type_t*
    index_type);

/**
 * All of a matrix in slices of rows, but its size.
 * \param matrix a sliced ELL matrix
 * \param slice_size rows of a slice
 * \param num_places values and columns with the padding
 * \param slice_offsets for each slice and one more the first place
 * \param col_indices columns
 * \param values values
 * \param offset_type of the offsets
 * \param index_type of col_indices
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sell_get(
    filigree_sparse_matrix_t matrix, int64_t* slice_size, int64_t* num_places, void**
    slice_offsets, void** col_indices, void** values, filigree_index_type_t* offset_type,
    filigree_index_type_t* index_type);

/**
 * All of a matrix with as many square blocks in each row of blocks, but its size.
 * \param matrix a Blocked-ELL matrix
 * \param block_size rows and columns of a block
 * \param ell_cols columns of values
 * \param col_indices columns
 * \param values values
 * \param index_type of col_indices
 */
FILIGREE_C_EXPORT filigree_status_t filigree_blocked_ell_get(
    filigree_sparse_matrix_t matrix, int64_t* block_size, int64_t* ell_cols, void** col_indices,
    void** values, filigree_index_type_t* index_type);

/**
 * All of an ELL matrix, but its size.
 * \param matrix an ELL matrix
 * \param ell_width places of each row
 * \param row_stride from a place of a row to the row's next one
 * \param col_indices columns
 * \param values values
 * \param index_type of col_indices
 */
FILIGREE_C_EXPORT filigree_status_t filigree_ell_get(
    filigree_sparse_matrix_t matrix, int64_t* ell_width, int64_t* row_stride, void**
    col_indices, void** values, filigree_index_type_t* index_type);

/**
 * All of a DIA matrix, but its size.
 * \param matrix a DIA matrix
 * \param num_diagonals stored diagonals
 * \param row_stride from one diagonal to the next
 * \param diagonal_offsets column minus row of each
 * \param values values
 * \param index_type of diagonal_offsets
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dia_get(
    filigree_sparse_matrix_t matrix, int64_t* num_diagonals, int64_t* row_stride, void**
    diagonal_offsets, void** values, filigree_index_type_t* index_type);

/**
 * All of an HDIA matrix, but its size.
 * \param matrix an HDIA matrix
 * \param hack_size rows of a hack
 * \param num_diagonals stored diagonals of all hacks
 * \param hack_offsets for each hack and one more its first diagonal
 * \param diagonal_offsets column minus row of each
 * \param values values
 * \param offset_type of hack_offsets
 * \param index_type of diagonal_offsets
 */
FILIGREE_C_EXPORT filigree_status_t filigree_hdia_get(
    filigree_sparse_matrix_t matrix, int64_t* hack_size, int64_t* num_diagonals, void**
    hack_offsets, void** diagonal_offsets, void** values, filigree_index_type_t* offset_type,
    filigree_index_type_t* index_type);

/**
 * All of a BSR matrix that nothing may write, but its size.
 * \param matrix a BSR matrix
 * \param block_rows rows of a block
 * \param block_cols columns of a block
 * \param block_layout how the entries of a block lie
 * \param num_blocks stored blocks
 * \param row_offsets for each row of blocks and one more the first block
 * \param col_indices columns
 * \param values values
 * \param offset_type of the offsets
 * \param index_type of col_indices
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_bsr_get(
    filigree_const_sparse_matrix_t matrix, int64_t* block_rows, int64_t* block_cols,
    filigree_layout_t* block_layout, int64_t* num_blocks, const void** row_offsets, const void**
    col_indices, const void** values, filigree_index_type_t* offset_type, filigree_index_type_t*
    index_type);

/**
 * All of a matrix in slices of rows that nothing may write, but its size.
 * \param matrix a sliced ELL matrix
 * \param slice_size rows of a slice
 * \param num_places values and columns with the padding
 * \param slice_offsets for each slice and one more the first place
 * \param col_indices columns
 * \param values values
 * \param offset_type of the offsets
 * \param index_type of col_indices
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_sell_get(
    filigree_const_sparse_matrix_t matrix, int64_t* slice_size, int64_t* num_places, const
    void** slice_offsets, const void** col_indices, const void** values, filigree_index_type_t*
    offset_type, filigree_index_type_t* index_type);

/**
 * All of a matrix with as many square blocks in each row of blocks that nothing may write, but
 * its size.
 * \param matrix a Blocked-ELL matrix
 * \param block_size rows and columns of a block
 * \param ell_cols columns of values
 * \param col_indices columns
 * \param values values
 * \param index_type of col_indices
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_blocked_ell_get(
    filigree_const_sparse_matrix_t matrix, int64_t* block_size, int64_t* ell_cols, const void**
    col_indices, const void** values, filigree_index_type_t* index_type);

/**
 * All of an ELL matrix that nothing may write, but its size.
 * \param matrix an ELL matrix
 * \param ell_width places of each row
 * \param row_stride from a place of a row to the row's next one
 * \param col_indices columns
 * \param values values
 * \param index_type of col_indices
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_ell_get(
    filigree_const_sparse_matrix_t matrix, int64_t* ell_width, int64_t* row_stride, const void**
    col_indices, const void** values, filigree_index_type_t* index_type);

/**
 * All of a DIA matrix that nothing may write, but its size.
 * \param matrix a DIA matrix
 * \param num_diagonals stored diagonals
 * \param row_stride from one diagonal to the next
 * \param diagonal_offsets column minus row of each
 * \param values values
 * \param index_type of diagonal_offsets
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_dia_get(
    filigree_const_sparse_matrix_t matrix, int64_t* num_diagonals, int64_t* row_stride, const
    void** diagonal_offsets, const void** values, filigree_index_type_t* index_type);

/**
 * All of an HDIA matrix that nothing may write, but its size.
 * \param matrix an HDIA matrix
 * \param hack_size rows of a hack
 * \param num_diagonals stored diagonals of all hacks
 * \param hack_offsets for each hack and one more its first diagonal
 * \param diagonal_offsets column minus row of each
 * \param values values
 * \param offset_type of hack_offsets
 * \param index_type of diagonal_offsets
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_hdia_get(
    filigree_const_sparse_matrix_t matrix, int64_t* hack_size, int64_t* num_diagonals, const
    void** hack_offsets, const void** diagonal_offsets, const void** values,
    filigree_index_type_t* offset_type, filigree_index_type_t* index_type);

/**
 * Other arrays for a BSR matrix of the same sizes and types.
 * \param matrix a BSR matrix
 * \param row_offsets offsets
 * \param col_indices columns
 * \param values values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_bsr_set_pointers(
    filigree_sparse_matrix_t matrix, void* row_offsets, void* col_indices, void* values);

/**
 * Other arrays for a sliced ELL matrix of the same sizes and types.
 * \param matrix a sliced ELL matrix
 * \param slice_offsets offsets
 * \param col_indices columns
 * \param values values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sell_set_pointers(
    filigree_sparse_matrix_t matrix, void* slice_offsets, void* col_indices, void* values);

/**
 * Other arrays for a Blocked-ELL matrix of the same sizes and types.
 * \param matrix a Blocked-ELL matrix
 * \param col_indices columns
 * \param values values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_blocked_ell_set_pointers(
    filigree_sparse_matrix_t matrix, void* col_indices, void* values);

/**
 * Other arrays for an ELL matrix of the same sizes and types.
 * \param matrix an ELL matrix
 * \param col_indices columns
 * \param values values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_ell_set_pointers(
    filigree_sparse_matrix_t matrix, void* col_indices, void* values);

/**
 * Other arrays for a DIA matrix of the same sizes and types.
 * \param matrix a DIA matrix
 * \param diagonal_offsets column minus row of each
 * \param values values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dia_set_pointers(
    filigree_sparse_matrix_t matrix, void* diagonal_offsets, void* values);

/**
 * Other arrays for an HDIA matrix of the same sizes and types.
 * \param matrix an HDIA matrix
 * \param hack_offsets for each hack and one more its first diagonal
 * \param diagonal_offsets column minus row of each
 * \param values values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_hdia_set_pointers(
    filigree_sparse_matrix_t matrix, void* hack_offsets, void* diagonal_offsets, void* values);

/**
 * The size of a matrix.
 * \param matrix a matrix of any format
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_matrix_get_size(
    filigree_const_sparse_matrix_t matrix, int64_t* num_rows, int64_t* num_cols, int64_t* nnz);

/**
 * The format of a matrix.
 * \param matrix a matrix of any format
 * \param format its format
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_matrix_get_format(
    filigree_const_sparse_matrix_t matrix, filigree_format_t* format);

/**
 * The index base of a matrix.
 * \param matrix a matrix of any format
 * \param base its base
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_matrix_get_base(
    filigree_const_sparse_matrix_t matrix, filigree_index_base_t* base);

/**
 * The type of a matrix's values.
 * \param matrix a matrix of any format
 * \param scalar_type of its values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_matrix_get_scalar_type(
    filigree_const_sparse_matrix_t matrix, filigree_scalar_type_t* scalar_type);

/**
 * The values of a matrix.
 * \param matrix a matrix of any format
 * \param values its values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_matrix_get_values(
    filigree_sparse_matrix_t matrix, void** values);

/**
 * The values of a matrix that nothing may write.
 * \param matrix a matrix of any format
 * \param values its values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_sparse_matrix_get_values(
    filigree_const_sparse_matrix_t matrix, const void** values);

/**
 * Other values for a matrix of the same pattern; plans stay valid.
 * \param matrix a matrix of any format
 * \param values as many values as before
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_matrix_set_values(
    filigree_sparse_matrix_t matrix, void* values);

/**
 * Tells what is known of a matrix.
 * \param matrix a matrix of any format
 * \param attribute what
 * \param value an int or an enumeration, as the attribute has it
 * \param value_bytes its size
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_matrix_set_attribute(
    filigree_sparse_matrix_t matrix, filigree_matrix_attribute_t attribute, const void* value,
    size_t value_bytes);

/**
 * What was told of a matrix.
 * \param matrix a matrix of any format
 * \param attribute what
 * \param value its value, an int or an enumeration
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_matrix_get_attribute(
    filigree_const_sparse_matrix_t matrix, filigree_matrix_attribute_t attribute, int* value);

/**
 * The shape of a matrix's blocks, slices or hacks.
 * \param matrix BSR, Blocked-ELL, sliced ELL or HDIA
 * \param block_rows rows of a block, a slice or a hack
 * \param block_cols columns of a block; of slices and hacks 1
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_matrix_get_blocks(
    filigree_const_sparse_matrix_t matrix, int64_t* block_rows, int64_t* block_cols);

/**
 * Checks all that the arrays of a matrix hold: offsets, the range of indices, padding, and rows
 * that its attributes say are sorted or without duplicates. The message of
 * FILIGREE_STATUS_INVALID_VALUE says what is wrong first. Operations check the ends of arrays
 * only. Waits.
 * \param handle a handle of the target where the arrays are
 * \param A a matrix of any format; its values may be null
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_matrix_validate(
    filigree_handle_t handle, filigree_const_sparse_matrix_t A);

/* --- Matrices with arrays of the library's ------------------------------------------------- */

/**
 * A in a format, with arrays of its own, which end with it: pointers from filigree_csr_get and
 * its like. Entries that are stored more than once stay so, and are INVALID_VALUE for BSR and
 * Blocked-ELL; zeros of blocks are dropped. Waits.
 * \param handle a handle
 * \param A of any format, of float, double, complex_float or complex_double
 * \param format CSR, CSC, COO, BSR, ELL, sliced ELL, Blocked-ELL, DIA or HDIA
 * \param block_rows rows of a block, a slice or a hack; 0: those of A, else the library's
 * choice, of BSR 1
 * \param block_cols columns of a block, of Blocked-ELL as many as rows; 0: as block_rows
 * \param base of offsets and indices; sliced ELL has zero
 * \param B the result, for filigree_sparse_matrix_destroy
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_matrix_convert(
    filigree_handle_t handle, filigree_const_sparse_matrix_t A, filigree_format_t format,
    int64_t block_rows, int64_t block_cols, filigree_index_base_t base,
    filigree_sparse_matrix_t* B);

/**
 * What the beginning of a matrix file says: Matrix Market, Harwell-Boeing, Rutherford-Boeing or
 * Filigree's binary format, compressed or not.
 * \param path the file
 * \param num_rows rows
 * \param num_cols columns
 * \param num_entries that the file holds: of a symmetric matrix one triangle
 * \param is_complex 1 where values are complex, else 0
 */
FILIGREE_C_EXPORT filigree_status_t filigree_matrix_file_get_info(
    const char* path, int64_t* num_rows, int64_t* num_cols, int64_t* num_entries, int*
    is_complex);

/**
 * The matrix of a file, as filigree_matrix_file_get_info knows them. A symmetric or Hermitian
 * one is its lower triangle with the matrix type set. Waits.
 * \param handle a handle of the target where the arrays are to be
 * \param path the file
 * \param format as for filigree_sparse_matrix_convert
 * \param offset_type not narrower than index_type
 * \param index_type of indices
 * \param base of offsets and indices; sliced ELL has zero
 * \param scalar_type float, double, complex_float or complex_double; a complex file needs a
 * complex one
 * \param expand_symmetry not 0: both triangles of a symmetric or Hermitian matrix are stored
 * \param A the matrix, for filigree_sparse_matrix_destroy
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_matrix_read(
    filigree_handle_t handle, const char* path, filigree_format_t format, filigree_index_type_t
    offset_type, filigree_index_type_t index_type, filigree_index_base_t base,
    filigree_scalar_type_t scalar_type, int expand_symmetry, filigree_sparse_matrix_t* A);

/**
 * Writes a Matrix Market file, which appears when it is complete; a name that ends in .gz is
 * compressed. Numbers read back bit for bit. Waits.
 * \param handle a handle of the target where the arrays are
 * \param A as for filigree_sparse_matrix_convert
 * \param path the file
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_matrix_write(
    filigree_handle_t handle, filigree_const_sparse_matrix_t A, const char* path);

/* --- Dense vectors ------------------------------------------------------------------------- */

/**
 * Describes a contiguous vector in an array that stays the caller's.
 * \param vector the vector, for filigree_dense_vector_destroy
 * \param size entries
 * \param values the array
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dense_vector_create(
    filigree_dense_vector_t* vector, int64_t size, void* values, filigree_scalar_type_t
    scalar_type);

/**
 * filigree_dense_vector_create for an array that nothing may write.
 * \param vector the vector, for filigree_dense_vector_destroy
 * \param size entries
 * \param values the array
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_dense_vector_create(
    filigree_const_dense_vector_t* vector, int64_t size, const void* values,
    filigree_scalar_type_t scalar_type);

/**
 * Ends a description; the array stays.
 * \param vector a vector
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dense_vector_destroy(
    filigree_const_dense_vector_t vector);

/**
 * All of a vector.
 * \param vector a vector
 * \param size entries
 * \param values the array
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dense_vector_get(
    filigree_dense_vector_t vector, int64_t* size, void** values, filigree_scalar_type_t*
    scalar_type);

/**
 * All of a vector that nothing may write.
 * \param vector a vector
 * \param size entries
 * \param values the array
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_dense_vector_get(
    filigree_const_dense_vector_t vector, int64_t* size, const void** values,
    filigree_scalar_type_t* scalar_type);

/**
 * Another array for a vector of the same size and type.
 * \param vector a vector
 * \param values the array
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dense_vector_set_values(
    filigree_dense_vector_t vector, void* values);

/* --- Sparse vectors ------------------------------------------------------------------------ */

/**
 * Describes a sparse vector, in arrays that stay the caller's.
 * \param vector the vector, for filigree_sparse_vector_destroy
 * \param size its length
 * \param nnz stored entries
 * \param indices nnz indices, in any order
 * \param values nnz values
 * \param index_type of indices
 * \param base of indices
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_vector_create(
    filigree_sparse_vector_t* vector, int64_t size, int64_t nnz, void* indices, void* values,
    filigree_index_type_t index_type, filigree_index_base_t base, filigree_scalar_type_t
    scalar_type);

/**
 * filigree_sparse_vector_create for arrays that nothing may write.
 * \param vector the vector, for filigree_sparse_vector_destroy
 * \param size its length
 * \param nnz stored entries
 * \param indices nnz indices, in any order
 * \param values nnz values
 * \param index_type of indices
 * \param base of indices
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_sparse_vector_create(
    filigree_const_sparse_vector_t* vector, int64_t size, int64_t nnz, const void* indices,
    const void* values, filigree_index_type_t index_type, filigree_index_base_t base,
    filigree_scalar_type_t scalar_type);

/**
 * Ends a description; the arrays stay.
 * \param vector a vector
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_vector_destroy(
    filigree_const_sparse_vector_t vector);

/**
 * All of a sparse vector.
 * \param vector a vector
 * \param size its length
 * \param nnz stored entries
 * \param indices nnz indices
 * \param values nnz values
 * \param index_type of indices
 * \param base of indices
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_vector_get(
    filigree_sparse_vector_t vector, int64_t* size, int64_t* nnz, void** indices, void** values,
    filigree_index_type_t* index_type, filigree_index_base_t* base, filigree_scalar_type_t*
    scalar_type);

/**
 * All of a sparse vector that nothing may write.
 * \param vector a vector
 * \param size its length
 * \param nnz stored entries
 * \param indices nnz indices
 * \param values nnz values
 * \param index_type of indices
 * \param base of indices
 * \param scalar_type of values
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_sparse_vector_get(
    filigree_const_sparse_vector_t vector, int64_t* size, int64_t* nnz, const void** indices,
    const void** values, filigree_index_type_t* index_type, filigree_index_base_t* base,
    filigree_scalar_type_t* scalar_type);

/**
 * Other values for a vector of the same indices.
 * \param vector a vector
 * \param values as many values as before
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_vector_set_values(
    filigree_sparse_vector_t vector, void* values);

/* --- Dense matrices ------------------------------------------------------------------------ */

/**
 * Describes a dense matrix in an array that stays the caller's.
 * \param matrix the matrix, for filigree_dense_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param leading_dimension entries from a row to the next (a column, where it is column-major):
 * at least the length of one
 * \param values the array
 * \param scalar_type of values
 * \param layout row- or column-major
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dense_matrix_create(
    filigree_dense_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t
    leading_dimension, void* values, filigree_scalar_type_t scalar_type, filigree_layout_t
    layout);

/**
 * filigree_dense_matrix_create for an array that nothing may write.
 * \param matrix the matrix, for filigree_dense_matrix_destroy
 * \param num_rows rows
 * \param num_cols columns
 * \param leading_dimension entries from a row to the next (a column, where it is column-major):
 * at least the length of one
 * \param values the array
 * \param scalar_type of values
 * \param layout row- or column-major
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_dense_matrix_create(
    filigree_const_dense_matrix_t* matrix, int64_t num_rows, int64_t num_cols, int64_t
    leading_dimension, const void* values, filigree_scalar_type_t scalar_type, filigree_layout_t
    layout);

/**
 * Ends a description; the array stays.
 * \param matrix a dense matrix
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dense_matrix_destroy(
    filigree_const_dense_matrix_t matrix);

/**
 * All of a dense matrix.
 * \param matrix a dense matrix
 * \param num_rows rows
 * \param num_cols columns
 * \param leading_dimension entries from a line to the next
 * \param values the array
 * \param scalar_type of values
 * \param layout row- or column-major
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dense_matrix_get(
    filigree_dense_matrix_t matrix, int64_t* num_rows, int64_t* num_cols, int64_t*
    leading_dimension, void** values, filigree_scalar_type_t* scalar_type, filigree_layout_t*
    layout);

/**
 * All of a dense matrix that nothing may write.
 * \param matrix a dense matrix
 * \param num_rows rows
 * \param num_cols columns
 * \param leading_dimension entries from a line to the next
 * \param values the array
 * \param scalar_type of values
 * \param layout row- or column-major
 */
FILIGREE_C_EXPORT filigree_status_t filigree_const_dense_matrix_get(
    filigree_const_dense_matrix_t matrix, int64_t* num_rows, int64_t* num_cols, int64_t*
    leading_dimension, const void** values, filigree_scalar_type_t* scalar_type,
    filigree_layout_t* layout);

/**
 * Another array for a dense matrix of the same sizes and type.
 * \param matrix a dense matrix
 * \param values the array
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dense_matrix_set_values(
    filigree_dense_matrix_t matrix, void* values);

/* --- Sparse matrix times vector ------------------------------------------------------------ */

/**
 * The workspace that filigree_spmv makes use of, after the checks that it would make. No
 * product has use for one today.
 * \param handle a handle
 * \param op of A
 * \param A the sparse matrix
 * \param x as long as op(A) has columns
 * \param y as long as op(A) has rows
 * \param algorithm how to compute
 * \param bytes the size
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spmv_workspace_bytes(
    filigree_handle_t handle, filigree_op_t op, filigree_const_sparse_matrix_t A,
    filigree_const_dense_vector_t x, filigree_const_dense_vector_t y, filigree_algorithm_t
    algorithm, size_t* bytes);

/**
 * y = alpha op(A) x + beta y. Where beta is 0, y is not read; where alpha is 0, nothing of A
 * and x reaches y.
 * \param handle a handle
 * \param op of A
 * \param alpha in the compute type
 * \param A the sparse matrix
 * \param x as long as op(A) has columns; apart from y
 * \param beta in the compute type
 * \param y as long as op(A) has rows
 * \param algorithm how to compute
 * \param workspace of filigree_spmv_workspace_bytes; may be null
 * \param workspace_bytes its size
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spmv(
    filigree_handle_t handle, filigree_op_t op, const void* alpha,
    filigree_const_sparse_matrix_t A, filigree_const_dense_vector_t x, const void* beta,
    filigree_dense_vector_t y, filigree_algorithm_t algorithm, void* workspace, size_t
    workspace_bytes);

/**
 * Prepares products with op(A). Reads the pattern, not the values; waits for the device.
 * \param handle a handle of the target that will run the plan
 * \param plan the plan, for filigree_spmv_plan_destroy
 * \param op of A
 * \param A the sparse matrix
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spmv_plan_create(
    filigree_handle_t handle, filigree_spmv_plan_t* plan, filigree_op_t op,
    filigree_const_sparse_matrix_t A);

/**
 * Ends a plan.
 * \param plan a plan
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spmv_plan_destroy(filigree_spmv_plan_t plan);

/**
 * The workspace with which the plan's products allocate nothing.
 * \param plan a plan
 * \param bytes the size; products that run at the same time need one each
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spmv_plan_get_workspace_bytes(
    filigree_const_spmv_plan_t plan, size_t* bytes);

/**
 * y = alpha op(A) x + beta y by a plan: bitwise repeatable; waits for nothing.
 * \param handle a handle of the target that the plan was made for
 * \param plan the plan, which several threads may run at once
 * \param alpha in the compute type
 * \param A the plan's matrix, whose values may have changed
 * \param x as long as op(A) has columns; apart from y
 * \param beta in the compute type
 * \param y as long as op(A) has rows
 * \param workspace null: the call allocates one if it needs one
 * \param workspace_bytes its size
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spmv_plan_run(
    filigree_handle_t handle, filigree_const_spmv_plan_t plan, const void* alpha,
    filigree_const_sparse_matrix_t A, filigree_const_dense_vector_t x, const void* beta,
    filigree_dense_vector_t y, void* workspace, size_t workspace_bytes);

/* --- Sparse matrix times dense matrix ------------------------------------------------------ */

/**
 * The workspace that filigree_spmm makes use of, after the checks that it would make. No
 * product has use for one today.
 * \param handle a handle
 * \param op_a of A
 * \param op_b of B
 * \param A the sparse matrix
 * \param B op(B) has as many rows as op(A) has columns
 * \param C as many rows as op(A), as many columns as op(B)
 * \param algorithm how to compute
 * \param bytes the size
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spmm_workspace_bytes(
    filigree_handle_t handle, filigree_op_t op_a, filigree_op_t op_b,
    filigree_const_sparse_matrix_t A, filigree_const_dense_matrix_t B,
    filigree_const_dense_matrix_t C, filigree_algorithm_t algorithm, size_t* bytes);

/**
 * C = alpha op(A) op(B) + beta C. Where beta is 0, C is not read; where alpha is 0, nothing of
 * A and B reaches C.
 * \param handle a handle
 * \param op_a of A
 * \param op_b of B
 * \param alpha in the compute type
 * \param A the sparse matrix
 * \param B op(B) has as many rows as op(A) has columns; apart from C
 * \param beta in the compute type
 * \param C as many rows as op(A), as many columns as op(B)
 * \param algorithm how to compute
 * \param workspace of filigree_spmm_workspace_bytes; may be null
 * \param workspace_bytes its size
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spmm(
    filigree_handle_t handle, filigree_op_t op_a, filigree_op_t op_b, const void* alpha,
    filigree_const_sparse_matrix_t A, filigree_const_dense_matrix_t B, const void* beta,
    filigree_dense_matrix_t C, filigree_algorithm_t algorithm, void* workspace, size_t
    workspace_bytes);

/**
 * Prepares products with op(A). Reads the pattern, not the values; waits for the device.
 * \param handle a handle of the target that will run the plan
 * \param plan the plan, for filigree_spmm_plan_destroy
 * \param op_a of A
 * \param A the sparse matrix
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spmm_plan_create(
    filigree_handle_t handle, filigree_spmm_plan_t* plan, filigree_op_t op_a,
    filigree_const_sparse_matrix_t A);

/**
 * Ends a plan.
 * \param plan a plan
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spmm_plan_destroy(filigree_spmm_plan_t plan);

/**
 * The workspace with which the plan's products allocate nothing.
 * \param plan a plan
 * \param num_cols columns of C
 * \param bytes the size; products that run at the same time need one each
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spmm_plan_get_workspace_bytes(
    filigree_const_spmm_plan_t plan, int64_t num_cols, size_t* bytes);

/**
 * C = alpha op(A) op(B) + beta C by a plan: bitwise repeatable; waits for nothing.
 * \param handle a handle of the target that the plan was made for
 * \param plan the plan, which several threads may run at once
 * \param op_b of B
 * \param alpha in the compute type
 * \param A the plan's matrix, whose values may have changed
 * \param B op(B) has as many rows as op(A) has columns; apart from C
 * \param beta in the compute type
 * \param C as many rows as op(A), as many columns as op(B)
 * \param workspace null: the call allocates one if it needs one
 * \param workspace_bytes its size
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spmm_plan_run(
    filigree_handle_t handle, filigree_const_spmm_plan_t plan, filigree_op_t op_b, const void*
    alpha, filigree_const_sparse_matrix_t A, filigree_const_dense_matrix_t B, const void* beta,
    filigree_dense_matrix_t C, void* workspace, size_t workspace_bytes);

/* --- Triangular solves --------------------------------------------------------------------- */

/**
 * op(A) X = alpha B for X in one call: makes a plan and waits for the result. Where a pivot is
 * zero and `zero_pivot` is FILIGREE_ZERO_PIVOT_REPORT, it returns FILIGREE_STATUS_ZERO_PIVOT
 * after X was written.
 * \param handle a handle
 * \param op of A
 * \param alpha in the compute type
 * \param A a square matrix
 * \param B the right-hand sides, a column each
 * \param X the solutions: as many rows and columns as B; it may be B, else apart from it
 * \param fill the triangle of A that counts, whatever its attributes say
 * \param diagonal whether the diagonal is taken for ones
 * \param zero_pivot what becomes of rows whose pivot is zero
 * \param pivot_substitute what FILIGREE_ZERO_PIVOT_SUBSTITUTE divides by
 */
FILIGREE_C_EXPORT filigree_status_t filigree_triangular_solve(
    filigree_handle_t handle, filigree_op_t op, const void* alpha,
    filigree_const_sparse_matrix_t A, filigree_const_dense_matrix_t B, filigree_dense_matrix_t
    X, filigree_fill_t fill, filigree_diagonal_t diagonal, filigree_zero_pivot_t zero_pivot,
    double pivot_substitute);

/**
 * Prepares solves with op(A), of any number of right-hand sides. Reads the pattern, not the
 * values; waits for the device. A pivot that is not stored is FILIGREE_STATUS_ZERO_PIVOT where
 * `zero_pivot` is FILIGREE_ZERO_PIVOT_REPORT.
 * \param handle a handle of the target that will run the plan
 * \param plan the plan, for filigree_triangular_solve_plan_destroy
 * \param op of A
 * \param A a square matrix; its values may be null
 * \param fill the triangle of A that counts, whatever its attributes say: one matrix may hold L
 * and U
 * \param diagonal whether the diagonal is taken for ones
 * \param zero_pivot what becomes of rows whose pivot is zero
 * \param pivot_substitute what FILIGREE_ZERO_PIVOT_SUBSTITUTE divides by
 */
FILIGREE_C_EXPORT filigree_status_t filigree_triangular_solve_plan_create(
    filigree_handle_t handle, filigree_triangular_solve_plan_t* plan, filigree_op_t op,
    filigree_const_sparse_matrix_t A, filigree_fill_t fill, filigree_diagonal_t diagonal,
    filigree_zero_pivot_t zero_pivot, double pivot_substitute);

/**
 * Ends a plan.
 * \param plan a plan
 */
FILIGREE_C_EXPORT filigree_status_t filigree_triangular_solve_plan_destroy(
    filigree_triangular_solve_plan_t plan);

/**
 * The workspace with which the plan's solves allocate nothing.
 * \param plan a plan
 * \param X the solutions, or a matrix of their type, size and layout with any array
 * \param bytes the size; solves that run at the same time need one each
 */
FILIGREE_C_EXPORT filigree_status_t filigree_triangular_solve_plan_get_workspace_bytes(
    filigree_const_triangular_solve_plan_t plan, filigree_const_dense_matrix_t X, size_t* bytes);

/**
 * The first row whose pivot is not stored.
 * \param plan a plan
 * \param row counted from the matrix's index base; -1: none, as of a diagonal that is taken for
 * ones
 */
FILIGREE_C_EXPORT filigree_status_t filigree_triangular_solve_plan_get_missing_pivot(
    filigree_const_triangular_solve_plan_t plan, int64_t* row);

/**
 * op(A) X = alpha op(B) for X by a plan: bitwise repeatable; waits for nothing.
 * \param handle a handle of the target that the plan was made for
 * \param plan the plan, which several threads may run at once
 * \param op_b of B
 * \param alpha in the compute type
 * \param A the plan's matrix, whose values may have changed
 * \param B op(B) has as many rows and columns as X
 * \param X the solutions, a column each; it may be B, else apart from it
 * \param pivot_position an int64_t in the target's memory, or null: the first row whose pivot
 * is zero, counted from the matrix's index base, or -1. It is there when the stream has come so
 * far
 * \param workspace null: the call allocates one if it needs one
 * \param workspace_bytes its size
 */
FILIGREE_C_EXPORT filigree_status_t filigree_triangular_solve_plan_run(
    filigree_handle_t handle, filigree_const_triangular_solve_plan_t plan, filigree_op_t op_b,
    const void* alpha, filigree_const_sparse_matrix_t A, filigree_const_dense_matrix_t B,
    filigree_dense_matrix_t X, void* pivot_position, void* workspace, size_t workspace_bytes);

/* --- Sparse matrix times sparse matrix ----------------------------------------------------- */

/**
 * Finds the pattern of C = alpha op(A) op(B) + beta D. Reads patterns, not values; waits for
 * the device. CSR matrices whose indices have one type; C's indices have it too, and C's index
 * base is that of A.
 * \param handle a handle of the target that will run the plan
 * \param plan the plan, for filigree_spgemm_plan_destroy
 * \param op_a of A
 * \param op_b of B
 * \param A the left matrix; its values may be null
 * \param B the right matrix: op(B) has as many rows as op(A) has columns; its values may be
 * null
 * \param D null, or a matrix of C's size whose entries C has too
 * \param offset_type of C; not narrower than the indices
 * \param memory_limit_bytes the most that making the plan, the plan and its workspace may hold
 * at any moment, beside C; 0: as much as is fastest. Results have the same bits whatever it is
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spgemm_plan_create(
    filigree_handle_t handle, filigree_spgemm_plan_t* plan, filigree_op_t op_a, filigree_op_t
    op_b, filigree_const_sparse_matrix_t A, filigree_const_sparse_matrix_t B,
    filigree_const_sparse_matrix_t D, filigree_index_type_t offset_type, int64_t
    memory_limit_bytes);

/**
 * Ends a plan.
 * \param plan a plan
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spgemm_plan_destroy(filigree_spgemm_plan_t plan);

/**
 * The size of C.
 * \param plan a plan
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries, for which the caller makes room
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spgemm_plan_get_size(
    filigree_const_spgemm_plan_t plan, int64_t* num_rows, int64_t* num_cols, int64_t* nnz);

/**
 * The workspace with which the plan's products allocate nothing.
 * \param plan a plan
 * \param bytes the size; products that run at the same time need one each
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spgemm_plan_get_workspace_bytes(
    filigree_const_spgemm_plan_t plan, size_t* bytes);

/**
 * Writes C's row offsets and columns, which are sorted and name no column twice. In stream
 * order.
 * \param handle a handle of the target that the plan was made for
 * \param plan a plan
 * \param C a CSR matrix of the plan's size, with the plan's integer types and index base; its
 * values may be null
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spgemm_plan_get_pattern(
    filigree_handle_t handle, filigree_const_spgemm_plan_t plan, filigree_sparse_matrix_t C);

/**
 * A result with arrays of its own, which end with it, and the plan's pattern; its values are
 * there after filigree_spgemm_plan_run. Waits.
 * \param handle a handle of the target that the plan was made for
 * \param plan a plan
 * \param C the result, for filigree_sparse_matrix_destroy
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spgemm_plan_make_result(
    filigree_handle_t handle, filigree_const_spgemm_plan_t plan, filigree_sparse_matrix_t* C);

/**
 * The values of C = alpha op(A) op(B) + beta D by a plan: bitwise repeatable; waits for
 * nothing. Where alpha is 0, nothing of A and B reaches C; where beta is 0, nothing of D.
 * \param handle a handle of the target that the plan was made for
 * \param plan the plan, which several threads may run at once
 * \param alpha in the compute type
 * \param A the plan's matrix, whose values may have changed
 * \param B the plan's matrix, whose values may have changed
 * \param beta in the compute type
 * \param D null: none. Of a plan that was made with one: that matrix, whose values may have
 * changed; else C, or a matrix with values in the order of C's
 * \param C as for filigree_spgemm_plan_get_pattern; only its values are written, and its other
 * arrays are not read
 * \param workspace null: the call allocates one if it needs one
 * \param workspace_bytes its size
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spgemm_plan_run(
    filigree_handle_t handle, filigree_const_spgemm_plan_t plan, const void* alpha,
    filigree_const_sparse_matrix_t A, filigree_const_sparse_matrix_t B, const void* beta,
    filigree_const_sparse_matrix_t D, filigree_sparse_matrix_t C, void* workspace, size_t
    workspace_bytes);

/* --- Sums of sparse matrices --------------------------------------------------------------- */

/**
 * Finds the pattern of C = alpha op(A) + beta op(B). Reads patterns, not values; waits for the
 * device. CSR and CSC matrices; C is CSR with the wider of their indices and A's index base.
 * \param handle a handle of the target that will run the plan
 * \param plan the plan, for filigree_geam_plan_destroy
 * \param op_a of A
 * \param A a matrix; its values may be null
 * \param op_b of B
 * \param B op(B) has the size of op(A); its values may be null
 * \param offset_type of C; not narrower than the indices
 */
FILIGREE_C_EXPORT filigree_status_t filigree_geam_plan_create(
    filigree_handle_t handle, filigree_geam_plan_t* plan, filigree_op_t op_a,
    filigree_const_sparse_matrix_t A, filigree_op_t op_b, filigree_const_sparse_matrix_t B,
    filigree_index_type_t offset_type);

/**
 * Ends a plan.
 * \param plan a plan
 */
FILIGREE_C_EXPORT filigree_status_t filigree_geam_plan_destroy(filigree_geam_plan_t plan);

/**
 * The size of C.
 * \param plan a plan
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz stored entries, for which the caller makes room
 */
FILIGREE_C_EXPORT filigree_status_t filigree_geam_plan_get_size(
    filigree_const_geam_plan_t plan, int64_t* num_rows, int64_t* num_cols, int64_t* nnz);

/**
 * Writes C's row offsets and columns, which are sorted and name no column twice. In stream
 * order.
 * \param handle a handle of the target that the plan was made for
 * \param plan a plan
 * \param C a CSR matrix of the plan's size, with the plan's integer types and index base; its
 * values may be null
 */
FILIGREE_C_EXPORT filigree_status_t filigree_geam_plan_get_pattern(
    filigree_handle_t handle, filigree_const_geam_plan_t plan, filigree_sparse_matrix_t C);

/**
 * A result with arrays of its own, which end with it, and the plan's pattern; its values are
 * there after filigree_geam_plan_run. Waits.
 * \param handle a handle of the target that the plan was made for
 * \param plan a plan
 * \param C the result, for filigree_sparse_matrix_destroy
 */
FILIGREE_C_EXPORT filigree_status_t filigree_geam_plan_make_result(
    filigree_handle_t handle, filigree_const_geam_plan_t plan, filigree_sparse_matrix_t* C);

/**
 * The values of C = alpha op(A) + beta op(B) by a plan: bitwise repeatable; allocates nothing
 * and waits for nothing. Where alpha is 0, A's values are not read; where beta is 0, B's are
 * not.
 * \param handle a handle of the target that the plan was made for
 * \param plan the plan, which several threads may run at once
 * \param alpha in the compute type
 * \param A the plan's matrix, whose values may have changed
 * \param beta in the compute type
 * \param B the plan's matrix, whose values may have changed
 * \param C as for filigree_geam_plan_get_pattern; only its values are written, and its other
 * arrays are not read
 */
FILIGREE_C_EXPORT filigree_status_t filigree_geam_plan_run(
    filigree_handle_t handle, filigree_const_geam_plan_t plan, const void* alpha,
    filigree_const_sparse_matrix_t A, const void* beta, filigree_const_sparse_matrix_t B,
    filigree_sparse_matrix_t C);

/* --- Conversions --------------------------------------------------------------------------- */

/**
 * Writes A in another of the formats CSR, CSC and COO, into the arrays of B. CSR to CSC is what
 * a transpose takes. Entries stay as many as they are, also those that are stored more than
 * once; compressed results are sorted. From COO it waits.
 * \param handle a handle
 * \param A the matrix
 * \param B of A's sizes, number of entries, scalars and integers, in another format; its index
 * base may be another. Its arrays are apart from A's
 */
FILIGREE_C_EXPORT filigree_status_t filigree_convert(
    filigree_handle_t handle, filigree_const_sparse_matrix_t A, filigree_sparse_matrix_t B);

/**
 * Writes A into a dense matrix, zeros where it has no entry. Waits where A's attributes do not
 * say that no entry is stored twice, and refuses a matrix with such entries.
 * \param handle a handle
 * \param A a general matrix
 * \param B of A's size and scalar type
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sparse_to_dense(
    filigree_handle_t handle, filigree_const_sparse_matrix_t A, filigree_dense_matrix_t B);

/**
 * Finds the entries of a dense matrix that are not zero. Waits for the device.
 * \param handle a handle of the target that will run the plan
 * \param plan the plan, for filigree_dense_to_sparse_plan_destroy
 * \param A the dense matrix
 * \param format CSR, CSC or COO
 * \param offset_type of the result's offsets; not narrower than index_type
 * \param index_type of its indices
 * \param base of both
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dense_to_sparse_plan_create(
    filigree_handle_t handle, filigree_dense_to_sparse_plan_t* plan,
    filigree_const_dense_matrix_t A, filigree_format_t format, filigree_index_type_t
    offset_type, filigree_index_type_t index_type, filigree_index_base_t base);

/**
 * Ends a plan.
 * \param plan a plan
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dense_to_sparse_plan_destroy(
    filigree_dense_to_sparse_plan_t plan);

/**
 * The size of the result.
 * \param plan a plan
 * \param num_rows rows
 * \param num_cols columns
 * \param nnz entries, for which the caller makes room
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dense_to_sparse_plan_get_size(
    filigree_const_dense_to_sparse_plan_t plan, int64_t* num_rows, int64_t* num_cols, int64_t*
    nnz);

/**
 * Writes the result's indices, and offsets where it has them. In stream order.
 * \param handle a handle of the target that the plan was made for
 * \param plan a plan
 * \param C a matrix of the plan's format, size, integer types and index base; its values may be
 * null
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dense_to_sparse_plan_get_pattern(
    filigree_handle_t handle, filigree_const_dense_to_sparse_plan_t plan,
    filigree_sparse_matrix_t C);

/**
 * A result with arrays of its own, which end with it, and the plan's pattern; its values are
 * there after filigree_dense_to_sparse_plan_run. Waits.
 * \param handle a handle of the target that the plan was made for
 * \param plan a plan
 * \param C the result, for filigree_sparse_matrix_destroy
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dense_to_sparse_plan_make_result(
    filigree_handle_t handle, filigree_const_dense_to_sparse_plan_t plan,
    filigree_sparse_matrix_t* C);

/**
 * Writes the result's values: those that stand in A at the plan's places, whatever they are
 * now. Waits for nothing.
 * \param handle a handle of the target that the plan was made for
 * \param plan the plan, which several threads may run at once
 * \param A of the size, layout and leading dimension of the plan's
 * \param C as for filigree_dense_to_sparse_plan_get_pattern; only its values are written
 */
FILIGREE_C_EXPORT filigree_status_t filigree_dense_to_sparse_plan_run(
    filigree_handle_t handle, filigree_const_dense_to_sparse_plan_t plan,
    filigree_const_dense_matrix_t A, filigree_sparse_matrix_t C);

/* --- Sampled dense times dense matrix ------------------------------------------------------ */

/**
 * C = alpha (op(A) op(B)) o spy(C) + beta C: of the product of two dense matrices the entries
 * that C stores. Where beta is 0, C's values are not read; where alpha is 0, nothing of A and B
 * reaches C. Bitwise repeatable; allocates nothing and waits for nothing.
 * \param handle a handle
 * \param op_a of A
 * \param op_b of B
 * \param alpha in the compute type
 * \param A op(A) has as many rows as C
 * \param B op(B) has as many columns as C and as many rows as op(A) has columns
 * \param beta in the compute type
 * \param C CSR, CSC or BSR; only its values are written, and they are apart from A and B
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sddmm(
    filigree_handle_t handle, filigree_op_t op_a, filigree_op_t op_b, const void* alpha,
    filigree_const_dense_matrix_t A, filigree_const_dense_matrix_t B, const void* beta,
    filigree_sparse_matrix_t C);

/**
 * Prepares products for the pattern of C. Reads the pattern, not the values; on a device it
 * waits.
 * \param handle a handle of the target that will run the plan
 * \param plan the plan, for filigree_sddmm_plan_destroy
 * \param C CSR, CSC or BSR; its values may be null
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sddmm_plan_create(
    filigree_handle_t handle, filigree_sddmm_plan_t* plan, filigree_const_sparse_matrix_t C);

/**
 * Ends a plan.
 * \param plan a plan
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sddmm_plan_destroy(filigree_sddmm_plan_t plan);

/**
 * The workspace with which the plan's products allocate nothing.
 * \param plan a plan
 * \param inner columns of op(A)
 * \param bytes the size; products that run at the same time need one each
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sddmm_plan_get_workspace_bytes(
    filigree_const_sddmm_plan_t plan, int64_t inner, size_t* bytes);

/**
 * C = alpha (op(A) op(B)) o spy(C) + beta C by a plan: bitwise repeatable; waits for nothing.
 * \param handle a handle of the target that the plan was made for
 * \param plan the plan, which several threads may run at once
 * \param op_a of A
 * \param op_b of B
 * \param alpha in the compute type
 * \param A op(A) has as many rows as C
 * \param B op(B) has as many columns as C and as many rows as op(A) has columns
 * \param beta in the compute type
 * \param C the plan's matrix, whose values are written; they are apart from A and B
 * \param workspace null: the call allocates one if it needs one
 * \param workspace_bytes its size
 */
FILIGREE_C_EXPORT filigree_status_t filigree_sddmm_plan_run(
    filigree_handle_t handle, filigree_const_sddmm_plan_t plan, filigree_op_t op_a,
    filigree_op_t op_b, const void* alpha, filigree_const_dense_matrix_t A,
    filigree_const_dense_matrix_t B, const void* beta, filigree_sparse_matrix_t C, void*
    workspace, size_t workspace_bytes);

/* --- Incomplete factorizations ------------------------------------------------------------- */

/**
 * Prepares ILU(0) or IC(0). Reads the pattern, not the values; waits for the device. An entry
 * of the diagonal that is not stored is FILIGREE_STATUS_ZERO_PIVOT.
 * \param handle a handle of the target that will run the plan
 * \param plan the plan, for filigree_incomplete_factor_plan_destroy
 * \param kind which
 * \param A a square CSR matrix, or BSR of square blocks, of float, double, complex_float or
 * complex_double; its values may be null
 * \param pivot_tolerance a pivot whose absolute value is not above it counts as zero; 0 or more
 * \param pivot_boost null, or what takes the place of a pivot that counts as zero
 */
FILIGREE_C_EXPORT filigree_status_t filigree_incomplete_factor_plan_create(
    filigree_handle_t handle, filigree_incomplete_factor_plan_t* plan,
    filigree_incomplete_factor_t kind, filigree_const_sparse_matrix_t A, double pivot_tolerance,
    const double* pivot_boost);

/**
 * Ends a plan.
 * \param plan a plan
 */
FILIGREE_C_EXPORT filigree_status_t filigree_incomplete_factor_plan_destroy(
    filigree_incomplete_factor_plan_t plan);

/**
 * The workspace with which the plan's factorizations allocate nothing.
 * \param plan a plan
 * \param bytes the size; factorizations that run at the same time need one each
 */
FILIGREE_C_EXPORT filigree_status_t filigree_incomplete_factor_plan_get_workspace_bytes(
    filigree_const_incomplete_factor_plan_t plan, size_t* bytes);

/**
 * Writes the factors by a plan: bitwise repeatable; waits for nothing.
 * filigree_triangular_solve_plan_create takes them as they are, once for each triangle.
 * \param handle a handle of the target that the plan was made for
 * \param plan the plan, which several threads may run at once
 * \param A the plan's matrix, whose values may have changed
 * \param factors as many values as A has: those of A, or apart from them. Of Cholesky what lies
 * right of the diagonal is not written
 * \param pivot_position an int64_t in the target's memory, or null: the first row whose pivot
 * counts as zero, counted from the matrix's index base, or -1. It is there when the stream has
 * come so far
 * \param workspace null: the call allocates one if it needs one
 * \param workspace_bytes its size
 */
FILIGREE_C_EXPORT filigree_status_t filigree_incomplete_factor_plan_run(
    filigree_handle_t handle, filigree_const_incomplete_factor_plan_t plan,
    filigree_const_sparse_matrix_t A, void* factors, void* pivot_position, void* workspace,
    size_t workspace_bytes);

/**
 * A with zeros stored wherever the elimination fills in at a level up to k, in arrays of the
 * library's: the factors of filigree_incomplete_factor_plan_run in its pattern are ILU(k) or
 * IC(k) of A. Works on one thread of the host, and waits.
 * \param handle a handle
 * \param A a square general CSR matrix of float, double, complex_float or complex_double
 * \param level 0: A, its rows sorted
 * \param B the result, of A's types and base, for filigree_sparse_matrix_destroy
 */
FILIGREE_C_EXPORT filigree_status_t filigree_iluk_pattern(
    filigree_handle_t handle, filigree_const_sparse_matrix_t A, int64_t level,
    filigree_sparse_matrix_t* B);

/**
 * ILUT(p, tau): L U is about A, and what a row keeps is decided by the size of its entries.
 * Both factors as one CSR matrix in arrays of the library's, for
 * filigree_triangular_solve_plan_create, once for each triangle, L with a diagonal of ones.
 * Works on one thread of the host, and waits.
 * \param handle a handle
 * \param A as for filigree_iluk_pattern
 * \param tolerance entries that are not above this times the 2-norm of A's row are dropped
 * \param fill the most entries that a row of L keeps, and one of U beside its diagonal
 * \param pivot_tolerance a pivot whose absolute value is not above it counts as zero; 0 or more
 * \param pivot_boost what takes the place of a pivot that counts as zero; null: it is
 * FILIGREE_STATUS_ZERO_PIVOT
 * \param factors the factors, of A's types and base, for filigree_sparse_matrix_destroy
 * \param first_zero_pivot the first row whose pivot was replaced, counted from A's base, or -1
 */
FILIGREE_C_EXPORT filigree_status_t filigree_ilut(
    filigree_handle_t handle, filigree_const_sparse_matrix_t A, double tolerance, int64_t fill,
    double pivot_tolerance, const double* pivot_boost, filigree_sparse_matrix_t* factors,
    int64_t* first_zero_pivot);

/* --- Gauss-Seidel -------------------------------------------------------------------------- */

/**
 * Prepares sweeps of Gauss-Seidel or SOR by colours of the rows. Reads the pattern, not the
 * values; waits for the device.
 * \param handle a handle of the target that will run the plan
 * \param plan the plan, for filigree_gauss_seidel_plan_destroy
 * \param A a square general CSR matrix of float, double, complex_float or complex_double; its
 * values may be null
 */
FILIGREE_C_EXPORT filigree_status_t filigree_gauss_seidel_plan_create(
    filigree_handle_t handle, filigree_gauss_seidel_plan_t* plan, filigree_const_sparse_matrix_t
    A);

/**
 * Ends a plan.
 * \param plan a plan
 */
FILIGREE_C_EXPORT filigree_status_t filigree_gauss_seidel_plan_destroy(
    filigree_gauss_seidel_plan_t plan);

/**
 * The colours: as many kernels run one after the other in a sweep.
 * \param plan a plan
 * \param num_colors their number
 */
FILIGREE_C_EXPORT filigree_status_t filigree_gauss_seidel_plan_get_num_colors(
    filigree_const_gauss_seidel_plan_t plan, int64_t* num_colors);

/**
 * Relaxes X for A X = B, a right-hand side and its solution a column: bitwise repeatable;
 * allocates nothing and waits for nothing. A row whose diagonal is zero or not stored keeps its
 * X.
 * \param handle a handle of the target that the plan was made for
 * \param plan the plan, which several threads may run at once
 * \param A the plan's matrix, whose values may have changed
 * \param B right-hand sides, of A's type
 * \param X where the sweeps begin, then their result, apart from B
 * \param direction the order of the colours
 * \param omega the factor of over-relaxation; 1: Gauss-Seidel
 * \param count how often; of symmetric sweeps each is one forward and one backward
 * \param from_zero not 0: X is taken for zero, whatever is there
 * \param pivot_position an int64_t in the target's memory, or null: the first row whose
 * diagonal is zero or not stored, counted from A's index base, or -1. It is there when the
 * stream has come so far
 */
FILIGREE_C_EXPORT filigree_status_t filigree_gauss_seidel_plan_run(
    filigree_handle_t handle, filigree_const_gauss_seidel_plan_t plan,
    filigree_const_sparse_matrix_t A, filigree_const_dense_matrix_t B, filigree_dense_matrix_t
    X, filigree_sweep_t direction, double omega, int64_t count, int from_zero, void*
    pivot_position);

/* --- Colours and orders of rows ------------------------------------------------------------ */

/**
 * Colours the rows of a matrix so that no two that an entry joins get the same colour. Depends
 * on the pattern only; waits.
 * \param handle a handle
 * \param A a square CSR matrix, of which the pattern counts
 * \param distance 1, or 2: rows that are both joined to a third one differ, too
 * \param colors an int32_t for each row in the target's memory: colours, from 0 on
 * \param num_colors how many there are
 */
FILIGREE_C_EXPORT filigree_status_t filigree_color_graph(
    filigree_handle_t handle, filigree_const_sparse_matrix_t A, int distance, void* colors,
    int64_t* num_colors);

/**
 * The reverse Cuthill-McKee order of the rows of a matrix, which brings those that entries join
 * close to each other. Depends on the pattern only; works on the host, and waits.
 * \param handle a handle
 * \param A a square CSR matrix, of which the pattern counts
 * \param order an integer of the type of A's indices for each row in the target's memory: which
 * row, from 0, comes at that place
 */
FILIGREE_C_EXPORT filigree_status_t filigree_reverse_cuthill_mckee(
    filigree_handle_t handle, filigree_const_sparse_matrix_t A, void* order);

/**
 * The rows and columns of A in an order, with arrays of the library's; its rows are sorted.
 * Waits.
 * \param handle a handle
 * \param A a square general CSR matrix of float, double, complex_float or complex_double
 * \param order as filigree_reverse_cuthill_mckee has it
 * \param B the result, of A's types and base, for filigree_sparse_matrix_destroy
 */
FILIGREE_C_EXPORT filigree_status_t filigree_reorder(
    filigree_handle_t handle, filigree_const_sparse_matrix_t A, const void* order,
    filigree_sparse_matrix_t* B);

/* --- Banded systems ------------------------------------------------------------------------ */

/**
 * Describes tridiagonal or pentadiagonal systems of one size. Each diagonal has an entry for
 * every row, that of row i of system s at i * row_stride + s * system_stride.
 * \param A the description, for filigree_banded_matrix_destroy
 * \param num_rows of each system
 * \param num_systems 1, or as many as the batch has
 * \param num_diagonals 3 or 5
 * \param diagonals an array of so many pointers, the lowest diagonal first, which is not kept;
 * entries outside of the matrix are not read, or, where the systems are periodic, are those of
 * the unknowns around the end
 * \param row_stride in entries; 1 where a system lies in one piece
 * \param system_stride in entries; 1 where systems are interleaved, of one system any
 * \param scalar_type float, double, complex_float or complex_double
 */
FILIGREE_C_EXPORT filigree_status_t filigree_banded_matrix_create(
    filigree_banded_matrix_t* A, int64_t num_rows, int64_t num_systems, int num_diagonals, const
    void* const* diagonals, int64_t row_stride, int64_t system_stride, filigree_scalar_type_t
    scalar_type);

/**
 * Ends a description. The arrays stay.
 * \param A a description
 */
FILIGREE_C_EXPORT filigree_status_t filigree_banded_matrix_destroy(
    filigree_const_banded_matrix_t A);

/**
 * Other arrays, laid out in the same way.
 * \param A a description
 * \param diagonals as many pointers as the description has diagonals
 */
FILIGREE_C_EXPORT filigree_status_t filigree_banded_matrix_set_diagonals(
    filigree_banded_matrix_t A, const void* const* diagonals);

/**
 * op(A) X = B in one call. Where a system has no pivot, its X is unspecified; the others are
 * right.
 * \param handle a handle
 * \param op applied to A
 * \param A the systems
 * \param B the right-hand sides, a column each; of more than one system a column for each
 * system
 * \param X as many solutions; B itself, or apart from A and B
 * \param pivoting how
 * \param periodic not 0: the entries outside of the matrix are those of the unknowns around the
 * end
 * \param pivot_positions an int64_t for each system in the target's memory, or null: the first
 * row without a pivot, from 0, or -1
 */
FILIGREE_C_EXPORT filigree_status_t filigree_banded_solve(
    filigree_handle_t handle, filigree_op_t op, filigree_const_banded_matrix_t A,
    filigree_const_dense_matrix_t B, filigree_dense_matrix_t X, filigree_pivoting_t pivoting,
    int periodic, void* pivot_positions);

/**
 * Prepares solves of systems of these sizes and strides. Reads none of their entries, and no
 * array has to be there yet.
 * \param handle a handle of the target that will run the plan
 * \param plan the plan, for filigree_banded_solve_plan_destroy
 * \param op applied to A
 * \param A systems of this size and these strides
 * \param B right-hand sides, as filigree_banded_solve takes them
 * \param X solutions
 * \param pivoting how
 * \param periodic not 0: the entries outside of the matrix are those of the unknowns around the
 * end
 */
FILIGREE_C_EXPORT filigree_status_t filigree_banded_solve_plan_create(
    filigree_handle_t handle, filigree_banded_solve_plan_t* plan, filigree_op_t op,
    filigree_const_banded_matrix_t A, filigree_const_dense_matrix_t B,
    filigree_const_dense_matrix_t X, filigree_pivoting_t pivoting, int periodic);

/**
 * Ends a plan.
 * \param plan a plan
 */
FILIGREE_C_EXPORT filigree_status_t filigree_banded_solve_plan_destroy(
    filigree_banded_solve_plan_t plan);

/**
 * The workspace with which the plan's solves allocate nothing.
 * \param plan a plan
 * \param bytes the size; solves that run at the same time need one each
 */
FILIGREE_C_EXPORT filigree_status_t filigree_banded_solve_plan_get_workspace_bytes(
    filigree_const_banded_solve_plan_t plan, size_t* bytes);

/**
 * op(A) X = B by a plan: bitwise repeatable; waits for nothing.
 * \param handle a handle of the target that the plan was made for
 * \param plan the plan, which several threads may run at once
 * \param A the systems
 * \param B the right-hand sides
 * \param X the solutions; B itself, or apart from A and B
 * \param pivot_positions as for filigree_banded_solve, in stream order
 * \param workspace null: the call allocates one if it needs one
 * \param workspace_bytes its size
 */
FILIGREE_C_EXPORT filigree_status_t filigree_banded_solve_plan_run(
    filigree_handle_t handle, filigree_const_banded_solve_plan_t plan,
    filigree_const_banded_matrix_t A, filigree_const_dense_matrix_t B, filigree_dense_matrix_t
    X, void* pivot_positions, void* workspace, size_t workspace_bytes);

/* --- Sparse and dense vectors -------------------------------------------------------------- */

/**
 * y = alpha x + beta y. Where beta is 0, y is not read; where alpha is 0, x's values are not.
 * \param handle a handle
 * \param alpha in the compute type
 * \param x the sparse vector
 * \param beta in the compute type
 * \param y as long as x; apart from it
 */
FILIGREE_C_EXPORT filigree_status_t filigree_axpby(
    filigree_handle_t handle, const void* alpha, filigree_const_sparse_vector_t x, const void*
    beta, filigree_dense_vector_t y);

/**
 * The entries of y at x's indices become x's values.
 * \param handle a handle
 * \param y as long as x; apart from it
 * \param x the sparse vector, of any type; its values are written
 */
FILIGREE_C_EXPORT filigree_status_t filigree_gather(
    filigree_handle_t handle, filigree_const_dense_vector_t y, filigree_sparse_vector_t x);

/**
 * x's values become the entries of y at its indices; the others stay.
 * \param handle a handle
 * \param x the sparse vector, of any type
 * \param y as long as x; apart from it
 */
FILIGREE_C_EXPORT filigree_status_t filigree_scatter(
    filigree_handle_t handle, filigree_const_sparse_vector_t x, filigree_dense_vector_t y);

/**
 * Givens rotation: where x has entries, x and y become c x + s y and c y - s x. Indices must be
 * distinct.
 * \param handle a handle
 * \param c in the compute type
 * \param s in the compute type
 * \param x the sparse vector
 * \param y as long as x; apart from it
 */
FILIGREE_C_EXPORT filigree_status_t filigree_rotate(
    filigree_handle_t handle, const void* c, const void* s, filigree_sparse_vector_t x,
    filigree_dense_vector_t y);

/**
 * The sum of op(x's values) times the entries of y at its indices, in the target's memory.
 * \param handle a handle
 * \param op none, or the conjugate transpose: x is conjugated
 * \param x the sparse vector
 * \param y as long as x
 * \param result_type the compute type; of int8 int32 or float
 * \param result one value, apart from x and y
 */
FILIGREE_C_EXPORT filigree_status_t filigree_spvv(
    filigree_handle_t handle, filigree_op_t op, filigree_const_sparse_vector_t x,
    filigree_const_dense_vector_t y, filigree_scalar_type_t result_type, void* result);

/**
 * y = alpha op(A) x + beta y for a dense A. Where beta is 0, y is not read; where alpha is 0,
 * nothing of A and x reaches y. Bitwise repeatable; allocates nothing and waits for nothing.
 * \param handle a handle
 * \param op applied to A
 * \param alpha of the operands' type
 * \param A the matrix, of float, double, complex_float or complex_double; of its columns, or
 * rows where op is a transpose, those that x names are read
 * \param x as long as op(A) has columns, and of A's type; indices in any order, repeated ones
 * are summed
 * \param beta of the operands' type
 * \param y as long as op(A) has rows, and of A's type; apart from A and x
 */
FILIGREE_C_EXPORT filigree_status_t filigree_gemvi(
    filigree_handle_t handle, filigree_op_t op, const void* alpha, filigree_const_dense_matrix_t
    A, filigree_const_sparse_vector_t x, const void* beta, filigree_dense_vector_t y);

#endif
