/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_C_FILIGREE_H
#define FILIGREE_C_FILIGREE_H

/**
 * \file
 * The C API of Filigree, for C99 and later, C++ and what calls C.
 *
 * A handle says where calls run: the host, or a device and one of its streams. Descriptions of
 * matrices and vectors are sizes, types and pointers; the arrays stay the caller's and must live as
 * long as they are used. A call returns a status and, where that is not FILIGREE_STATUS_SUCCESS,
 * has written nothing; filigree_last_error_message() says what was wrong. Every object is usable
 * after every error. No call throws, ends the program or prints.
 *
 * On a device a call starts its kernels on the handle's stream and returns; the arrays are in
 * device memory. On the host it returns when the result is there.
 *
 * Handles, descriptions and plans may be used by several threads at once as long as none of them
 * changes or destroys one of these. The last error message is of the thread.
 *
 * docs/c_api.md has a complete program.
 */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <filigree/core/config.hpp> /* the version as macros; nothing of C++ */

/** Marks what the library exports. */
#if defined(FILIGREE_C_STATIC_DEFINE) || !defined(__GNUC__)
#define FILIGREE_C_EXPORT
#else
#define FILIGREE_C_EXPORT __attribute__((visibility("default")))
#endif

/** Behind the name of an enumeration: it holds any int in both languages, so that a wrong value can
 *  be refused. */
#ifdef __cplusplus
#define FILIGREE_C_INT : int
extern "C" {
#else
#define FILIGREE_C_INT
#endif

/** Where calls run, and how they read their scalars. */
typedef struct filigree_handle* filigree_handle_t;

/** \name A sparse matrix of any format: sizes, types and pointers. */
/**@{*/
typedef struct filigree_sparse_matrix* filigree_sparse_matrix_t;
typedef const struct filigree_sparse_matrix* filigree_const_sparse_matrix_t;
/**@}*/

/** \name A contiguous vector. */
/**@{*/
typedef struct filigree_dense_vector* filigree_dense_vector_t;
typedef const struct filigree_dense_vector* filigree_const_dense_vector_t;
/**@}*/

/** \name A sparse vector: indices and values. */
/**@{*/
typedef struct filigree_sparse_vector* filigree_sparse_vector_t;
typedef const struct filigree_sparse_vector* filigree_const_sparse_vector_t;
/**@}*/

/** \name A dense matrix with a leading dimension. */
/**@{*/
typedef struct filigree_dense_matrix* filigree_dense_matrix_t;
typedef const struct filigree_dense_matrix* filigree_const_dense_matrix_t;
/**@}*/

/** \name The diagonals of tridiagonal or pentadiagonal systems. */
/**@{*/
typedef struct filigree_banded_matrix* filigree_banded_matrix_t;
typedef const struct filigree_banded_matrix* filigree_const_banded_matrix_t;
/**@}*/

/** \name Operations prepared for one pattern, or for sizes and strides. */
/**@{*/
typedef struct filigree_spmv_plan* filigree_spmv_plan_t;
typedef const struct filigree_spmv_plan* filigree_const_spmv_plan_t;
typedef struct filigree_spmm_plan* filigree_spmm_plan_t;
typedef const struct filigree_spmm_plan* filigree_const_spmm_plan_t;
typedef struct filigree_triangular_solve_plan* filigree_triangular_solve_plan_t;
typedef const struct filigree_triangular_solve_plan* filigree_const_triangular_solve_plan_t;
typedef struct filigree_spgemm_plan* filigree_spgemm_plan_t;
typedef const struct filigree_spgemm_plan* filigree_const_spgemm_plan_t;
typedef struct filigree_geam_plan* filigree_geam_plan_t;
typedef const struct filigree_geam_plan* filigree_const_geam_plan_t;
typedef struct filigree_dense_to_sparse_plan* filigree_dense_to_sparse_plan_t;
typedef const struct filigree_dense_to_sparse_plan* filigree_const_dense_to_sparse_plan_t;
typedef struct filigree_sddmm_plan* filigree_sddmm_plan_t;
typedef const struct filigree_sddmm_plan* filigree_const_sddmm_plan_t;
typedef struct filigree_gauss_seidel_plan* filigree_gauss_seidel_plan_t;
typedef const struct filigree_gauss_seidel_plan* filigree_const_gauss_seidel_plan_t;
typedef struct filigree_incomplete_factor_plan* filigree_incomplete_factor_plan_t;
typedef const struct filigree_incomplete_factor_plan* filigree_const_incomplete_factor_plan_t;
typedef struct filigree_banded_solve_plan* filigree_banded_solve_plan_t;
typedef const struct filigree_banded_solve_plan* filigree_const_banded_solve_plan_t;
/**@}*/

/** Takes one line of the log: its kind (1 error, 2 kernel, 4 hint, 8 plan, 16 call) and its text.
 */
typedef void (*filigree_log_callback_t)(int kind, const char* line, void* user_data);

#include <filigree/c/functions.h>

#ifdef __cplusplus
}
#endif

#endif
