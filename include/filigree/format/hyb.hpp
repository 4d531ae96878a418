// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include <filigree/format/coo.hpp>
#include <filigree/format/ell.hpp>

namespace filigree {

/// Hybrid ELLPACK and COO (Bell and Garland 2009): the sum of an Ell matrix, which holds the first
/// ell_width entries of each row, and a Coo matrix, which holds the others.
///
/// Shallow: a copy shares the arrays; the pattern is read-only through it.
template <class Scalar, class Index = std::int32_t, class MemorySpace = DefaultMemorySpace>
class HybMatrix : public MatrixBase {
 public:
  ///@{
  /// Scalar without const and as it was given; the integers of indices and offsets; the memory.
  using scalar_type = std::remove_const_t<Scalar>;
  using value_type = Scalar;
  using index_type = Index;
  using offset_type = std::int64_t;
  using memory_space = MemorySpace;
  ///@}
  ///@{
  /// The formats of the two parts.
  using ell_type = EllMatrix<Scalar, Index, MemorySpace>;
  using coo_type = CooMatrix<Scalar, Index, MemorySpace>;
  ///@}

  /// The name in messages and logs, which format_of() knows.
  static constexpr const char* format_name = "hyb";

  /// An empty 0 x 0 matrix.
  HybMatrix() = default;

  /// The parts must have the same sizes, index base, type, fill and diagonal. The result is flagged
  /// sorted (unique) where both parts are; where both are unique, no entry may be in both.
  /// \throws Error invalid_value where the parts do not belong together
  HybMatrix(ell_type ell, coo_type coo)
      : MatrixBase(ell.num_rows(), ell.num_cols(), ell.nnz() + coo.nnz(),
                   common_properties(ell.properties(), coo.properties())),
        ell_(std::move(ell)),
        coo_(std::move(coo)) {
    constexpr std::string_view operation = "HybMatrix";
    check_same(operation, "coo.num_rows", coo_.num_rows(), ell_.num_rows());
    check_same(operation, "coo.num_cols", coo_.num_cols(), ell_.num_cols());
    MatrixProperties of_coo = coo_.properties();
    of_coo.sorted = ell_.properties().sorted;
    of_coo.unique = ell_.properties().unique;
    if (of_coo != ell_.properties())
      detail::throw_error(Status::invalid_value,
                          {operation, "coo.properties", "other than those of ell",
                           "the same index base, type, fill and diagonal",
                           "make both parts with the same properties"});
  }

  /// A matrix is also a matrix of constant values.
  template <std::same_as<HybMatrix<const Scalar, Index, MemorySpace>> Constant>
  operator Constant() const requires(!std::is_const_v<Scalar>) {
    return {ell_, coo_};
  }

  ///@{
  /// The two parts, which share the arrays. The same row may have entries in both.
  const ell_type& ell() const noexcept { return ell_; }
  const coo_type& coo() const noexcept { return coo_; }
  ///@}

  /// A matrix of these arrays with other properties.
  HybMatrix with_properties(MatrixProperties properties) const {
    return {ell_.with_properties(properties), coo_.with_properties(properties)};
  }

 private:
  static MatrixProperties common_properties(MatrixProperties ell, const MatrixProperties& coo) {
    ell.sorted = ell.sorted && coo.sorted;
    ell.unique = ell.unique && coo.unique;
    return ell;
  }

  static void check_same(std::string_view operation, std::string_view argument, std::int64_t found,
                         std::int64_t expected) {
    if (found == expected) return;
    detail::throw_error(Status::invalid_value,
                        {operation, argument, std::to_string(found),
                         std::to_string(expected) + ", as the ell part has", "pass equal sizes"});
  }

  ell_type ell_;
  coo_type coo_;
};

}  // namespace filigree
