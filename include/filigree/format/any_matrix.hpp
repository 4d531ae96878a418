// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include <filigree/format/any_format.hpp>
#include <filigree/format/blocked_ell.hpp>
#include <filigree/format/bsc.hpp>
#include <filigree/format/bsr.hpp>
#include <filigree/format/bsrx.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/coo_aos.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/format/dia.hpp>
#include <filigree/format/ell.hpp>
#include <filigree/format/hdia.hpp>
#include <filigree/format/hyb.hpp>
#include <filigree/format/sell.hpp>

namespace filigree {

template <class Scalar, class Index, class Offset, class MemorySpace>
class AnyMatrix;

namespace detail {

/// The parameters that a container shows. Sizes of 1 in a container without rows are those of a
/// default-constructed one, which stands for its format alone.
template <class Container>
FormatParameters parameters_of(const Container& A) {
  FormatParameters result;
  const auto known = [&A](std::int64_t size) { return A.num_rows() > 0 || size != 1; };
  if constexpr (requires { A.slice_size(); }) {
    if (known(A.slice_size())) result.slice_size = A.slice_size();
    if (A.is_permuted()) result.sort_window = all_rows;
  } else if constexpr (requires { A.hack_size(); }) {
    if (known(A.hack_size())) result.hack_size = A.hack_size();
  } else if constexpr (requires { A.block(); }) {
    if (known(A.block().rows * A.block().cols)) result.block = A.block();
  } else if constexpr (requires { A.block_size(); }) {
    if (known(A.block_size())) result.block_size = A.block_size();
  } else if constexpr (requires { A.ell(); }) {
    if (A.num_rows() > 0) {
      result.partition = HybPartition::user;
      result.ell_width = A.ell().ell_width();
    }
  }
  return result;
}

/// AnyMatrix::convert_to, defined in convert_any.hpp.
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
auto convert_any(const Exec& exec, const AnyMatrix<Scalar, Index, Offset, MemorySpace>& A,
                 Format format, const FormatOptions& options)
    -> AnyMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>;

}  // namespace detail

/// A matrix whose format is known when the program runs: any one of the containers. It converts to
/// a format that is named (convert_to) or that another matrix has (convert_like: the prototype, or
/// mold, of PSBLAS), and products take it as they take any container.
///
/// Shallow: it is made from a container and copied without copying arrays. Offset is the type of
/// the formats that have offsets; the others leave it out.
template <class Scalar, class Index = std::int32_t, class Offset = Index,
          class MemorySpace = DefaultMemorySpace>
class AnyMatrix : public MatrixBase {
 public:
  ///@{
  /// Scalar without const and as it was given; the integers of indices and offsets; the memory.
  using scalar_type = std::remove_const_t<Scalar>;
  using value_type = Scalar;
  using index_type = Index;
  using offset_type = Offset;
  using memory_space = MemorySpace;
  ///@}

  /// One alternative for each Format, in that order.
  using container_type = std::variant<
      CsrMatrix<Scalar, Index, Offset, MemorySpace>, CscMatrix<Scalar, Index, Offset, MemorySpace>,
      CooMatrix<Scalar, Index, MemorySpace>, CooAosMatrix<Scalar, Index, MemorySpace>,
      EllMatrix<Scalar, Index, MemorySpace>, SellMatrix<Scalar, Index, Offset, MemorySpace>,
      BsrMatrix<Scalar, Index, Offset, MemorySpace>, BscMatrix<Scalar, Index, Offset, MemorySpace>,
      BsrxView<Scalar, Index, Offset, MemorySpace>, BlockedEllMatrix<Scalar, Index, MemorySpace>,
      HybMatrix<Scalar, Index, MemorySpace>, DiaMatrix<Scalar, Index, MemorySpace>,
      HdiaMatrix<Scalar, Index, Offset, MemorySpace>>;
  static_assert(std::variant_size_v<container_type> == all_formats.size());

  /// The container of a format.
  template <Format format>
  using container_t = std::variant_alternative_t<std::size_t(format), container_type>;

 private:
  template <class Container, class Variant>
  struct Holds;
  template <class Container, class... Alternatives>
  struct Holds<Container, std::variant<Alternatives...>>
      : std::bool_constant<(std::is_same_v<Container, Alternatives> || ...)> {};

 public:
  /// Whether a Container is one of the alternatives.
  template <class Container>
  static constexpr bool can_hold = Holds<Container, container_type>::value;

  /// An empty 0 x 0 Csr matrix.
  AnyMatrix() : AnyMatrix(container_t<Format::csr>()) {}

  /// A container of any format, sharing its arrays.
  template <class Container>
  requires can_hold<Container> AnyMatrix(const Container& A)
      : AnyMatrix(A, detail::parameters_of(A)) {}

  /// A container, and the parameters of the conversion that made it, of which not all can be seen
  /// in the container: the sort window of a Sell matrix, the partition of a Hyb matrix.
  template <class Container>
  requires can_hold<Container> AnyMatrix(const Container& A, FormatParameters parameters)
      : MatrixBase(A), container_(A), parameters_(std::move(parameters)) {}

  /// A matrix without rows that stands for a format: a prototype for convert_like.
  static AnyMatrix prototype(Format format, FormatParameters parameters = {}) {
    AnyMatrix result;
    result.container_ = empty_container(format, std::make_index_sequence<all_formats.size()>());
    result.parameters_ = std::move(parameters);
    return result;
  }

  /// A matrix is also a matrix of constant values.
  template <std::same_as<AnyMatrix<const Scalar, Index, Offset, MemorySpace>> Constant>
  operator Constant() const requires(!std::is_const_v<Scalar>) {
    return visit([this]<template <class, class...> class Container, class... Rest>(
                     const Container<Scalar, Rest...>& A) {
      return Constant(Container<const Scalar, Rest...>(A), parameters_);
    });
  }

  /// The format that the matrix has now.
  Format format() const noexcept { return Format(container_.index()); }
  /// Those that the matrix was converted with, else those that its container shows. Rows of a Sell
  /// matrix that were permuted elsewhere count as sorted all together.
  const FormatParameters& parameters() const noexcept { return parameters_; }
  /// The containers' std::variant, for std::visit and std::get_if.
  const container_type& container() const noexcept { return container_; }

  /// f(A) for the container A. All containers' results must be of one type.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(std::forward<F>(f), container_);
  }

  /// Whether get() gives a Container: the matrix has its format.
  template <class Container>
  bool holds() const noexcept requires can_hold<Container> {
    return std::holds_alternative<Container>(container_);
  }

  ///@{
  /// The container, which shares the arrays.
  /// \throws Error invalid_value where the matrix has another format
  template <class Container>
  const Container& get() const requires can_hold<Container> {
    if (const Container* const held = std::get_if<Container>(&container_)) return *held;
    const std::string asked = Container::format_name;
    detail::throw_error(
        Status::invalid_value,
        {"AnyMatrix::get", "Container", "a matrix in format " + std::string(name(format())),
         "format " + asked, "ask format(), or convert_to(exec, Format::" + asked + ") first"});
  }
  template <Format format>
  const container_t<format>& get() const {
    return get<container_t<format>>();
  }
  ///@}

  /// This matrix in another format, with arrays of its own; in the same format it is made anew.
  /// Include filigree/convert_any.hpp. \throws Error what convert_to of convert_formats.hpp throws,
  /// not_supported for Format::bsrx, which is a view of a Bsr matrix
  template <execution_space Exec>
  AnyMatrix<scalar_type, Index, Offset, MemorySpace> convert_to(
      const Exec& exec, Format format, const FormatOptions& options = {}) const {
    return detail::convert_any(exec, *this, format, options);
  }

  /// This matrix in the format, the parameters and the index base of `prototype`, which may be of
  /// other types and have no rows. Include filigree/convert_any.hpp. \throws Error as convert_to
  template <execution_space Exec, class S, class I, class O, class M>
  AnyMatrix<scalar_type, Index, Offset, MemorySpace> convert_like(
      const Exec& exec, const AnyMatrix<S, I, O, M>& prototype) const {
    return convert_to(exec, prototype.format(),
                      {.index_base = prototype.index_base(), .parameters = prototype.parameters()});
  }

 private:
  template <std::size_t... Formats>
  static container_type empty_container(Format format, std::index_sequence<Formats...>) {
    container_type result;
    ((std::size_t(format) == Formats ? void(result.template emplace<Formats>()) : void()), ...);
    return result;
  }

  container_type container_;
  FormatParameters parameters_;
};

///@{
/// AnyMatrix(A) has the types of A; those of a format without offsets give Offset = Index.
template <template <class, class, class, class> class Container, class S, class I, class O, class M>
AnyMatrix(const Container<S, I, O, M>&) -> AnyMatrix<S, I, O, M>;
template <template <class, class, class> class Container, class S, class I, class M>
AnyMatrix(const Container<S, I, M>&) -> AnyMatrix<S, I, I, M>;
///@}

}  // namespace filigree
