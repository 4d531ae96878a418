// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/io/harwell_boeing.hpp>
#include <filigree/io/matrix_market.hpp>

#include "text_source.hpp"

namespace filigree::detail {

/// The readers proper, behind the opening of files: messages name the call that opened the text.
template <class Scalar, class Index>
CooMatrix<Scalar, Index, Kokkos::HostSpace> read_coo(const ReadContext& context, TextSource& source,
                                                     const ReadOptions& options);
template <class Scalar, class Index>
HarwellBoeingMatrix<Scalar, Index> read_csc(const ReadContext& context, TextSource& source,
                                            const ReadOptions& options);

}  // namespace filigree::detail
