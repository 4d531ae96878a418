// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// All of Filigree, for trying things out: a program that includes what it uses compiles faster.
/// Left out is filigree/format/rsb.hpp, which needs librsb.

/// \namespace filigree
/// All public names: sparse matrices in the formats of the field, conversions among them, and
/// products and solves with them on hosts and GPUs. Each operation's header has its contract in a
/// comment at its beginning; errors are thrown as Error.

#include <filigree/core/activation.hpp>
#include <filigree/core/block_scale.hpp>
#include <filigree/core/config.hpp>
#include <filigree/core/environment.hpp>
#include <filigree/core/error.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/file_path.hpp>
#include <filigree/core/float4.hpp>
#include <filigree/core/float8.hpp>
#include <filigree/core/half.hpp>
#include <filigree/core/host_device.hpp>
#include <filigree/core/huge_pages.hpp>
#include <filigree/core/log.hpp>
#include <filigree/core/macros.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/pivot_report.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/core/structured_kind.hpp>
#include <filigree/core/types.hpp>
#include <filigree/core/version.hpp>

#include <filigree/format/any_format.hpp>
#include <filigree/format/any_matrix.hpp>
#include <filigree/format/block_layout.hpp>
#include <filigree/format/blocked_ell.hpp>
#include <filigree/format/bsc.hpp>
#include <filigree/format/bsr.hpp>
#include <filigree/format/bsrx.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/coo_aos.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/format/csr_arrays.hpp>
#include <filigree/format/dia.hpp>
#include <filigree/format/ell.hpp>
#include <filigree/format/hdia.hpp>
#include <filigree/format/host_device_dense.hpp>
#include <filigree/format/host_device_matrix.hpp>
#include <filigree/format/hyb.hpp>
#include <filigree/format/matrix_base.hpp>
#include <filigree/format/matrix_batch.hpp>
#include <filigree/format/packed_matrix.hpp>
#include <filigree/format/sell.hpp>
#include <filigree/format/sparse_vector.hpp>
#include <filigree/format/structured.hpp>

#include <filigree/io/binary.hpp>
#include <filigree/io/harwell_boeing.hpp>
#include <filigree/io/matrix_market.hpp>
#include <filigree/io/options.hpp>
#include <filigree/io/read.hpp>

#include <filigree/adjoints.hpp>
#include <filigree/assembly.hpp>
#include <filigree/banded_matrix.hpp>
#include <filigree/banded_solve.hpp>
#include <filigree/banded_solve_adjoint.hpp>
#include <filigree/banded_solve_options.hpp>
#include <filigree/block_spgemm.hpp>
#include <filigree/color_graph.hpp>
#include <filigree/convert.hpp>
#include <filigree/convert_any.hpp>
#include <filigree/convert_blocks.hpp>
#include <filigree/convert_formats.hpp>
#include <filigree/convert_options.hpp>
#include <filigree/dense.hpp>
#include <filigree/explanation.hpp>
#include <filigree/gauss_seidel.hpp>
#include <filigree/gauss_seidel_options.hpp>
#include <filigree/geam.hpp>
#include <filigree/geam_options.hpp>
#include <filigree/gemvi.hpp>
#include <filigree/host_device.hpp>
#include <filigree/iluk_pattern.hpp>
#include <filigree/ilut.hpp>
#include <filigree/ilut_options.hpp>
#include <filigree/incomplete_factor.hpp>
#include <filigree/incomplete_factor_options.hpp>
#include <filigree/masked_spgemm.hpp>
#include <filigree/permutation.hpp>
#include <filigree/product_output.hpp>
#include <filigree/prune.hpp>
#include <filigree/recommend.hpp>
#include <filigree/recommendation.hpp>
#include <filigree/reorder.hpp>
#include <filigree/sddmm.hpp>
#include <filigree/sddmm_op.hpp>
#include <filigree/sddmm_options.hpp>
#include <filigree/semiring.hpp>
#include <filigree/spgemm.hpp>
#include <filigree/spgemm_adjoint.hpp>
#include <filigree/spgemm_options.hpp>
#include <filigree/spmm.hpp>
#include <filigree/spmm_op.hpp>
#include <filigree/spmm_options.hpp>
#include <filigree/spmm_values.hpp>
#include <filigree/spmv.hpp>
#include <filigree/spmv_functor.hpp>
#include <filigree/spmv_op.hpp>
#include <filigree/spmv_options.hpp>
#include <filigree/structured.hpp>
#include <filigree/structured_matmul.hpp>
#include <filigree/structured_options.hpp>
#include <filigree/structured_search.hpp>
#include <filigree/triangular_solve.hpp>
#include <filigree/triangular_solve_options.hpp>
#include <filigree/tune.hpp>
#include <filigree/tune_choice.hpp>
#include <filigree/validate.hpp>
#include <filigree/vector_operations.hpp>
#include <filigree/vector_view.hpp>
