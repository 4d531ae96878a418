// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/convert_formats.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/convert_once.hpp>

/// The calls of convert_formats.hpp.

namespace filigree {
// --- plans ---------------------------------------------------------------------------------------

template <class From, class To>
template <execution_space Exec>
ConversionPlan<From, To>::ConversionPlan(const Exec& exec, const from_type& A,
                                         const options_type& options) try
    : source_(detail::pattern_of(A)) {
  detail::check_conversion_types<From, To>();
  static_assert(detail::directly_convertible<from_type, To>,
                "there is no plan between these two formats, whose values pass through Csr: make a "
                "plan of each step, or call convert_to");
  const detail::ConversionCall call("filigree::ConversionPlan", exec, A, options.validate);
  // Unqualified: formats whose header comes later are found too.
  using detail::build_conversion;
  built_ = build_conversion(call.operation(), exec, A, detail::target<To>, options);
} catch (...) {
  detail::rethrow_as_error("ConversionPlan");
}

template <class From, class To>
template <execution_space Exec, class FromView, class ToView>
void ConversionPlan<From, To>::apply_values(const Exec& exec, const FromView& from_values,
                                            const ToView& to_values) const try {
  const detail::ScopedRegion region("filigree::ConversionPlan::apply_values");
  const detail::ValueArrays from = detail::value_arrays(source_);
  const detail::ValueArrays to = detail::value_arrays(built_.pattern);
  static_assert(
      requires(const From& A, const To& B) { A.values(), B.values(); },
      "the values of a Hyb matrix are two arrays: pass the matrices to apply()");
  detail::check_value_views<Exec>("ConversionPlan::apply_values", "from_values", from_values,
                                  from.first_count, "to_values", to_values, to.first_count,
                                  "the places of the format");
  detail::move_values(exec, sizeof(typename ToView::value_type), built_.places.data(),
                      {from_values.data(), from.first_count}, {to_values.data(), to.first_count});
} catch (...) {
  detail::rethrow_as_error("ConversionPlan::apply_values");
}

template <class From, class To>
template <execution_space Exec>
To ConversionPlan<From, To>::apply(const Exec& exec, const from_type& A) const try {
  const To result = detail::allocate_values("ConversionPlan::apply", exec, built_.pattern);
  apply(exec, A, result);
  return result;
} catch (...) {
  detail::rethrow_as_error("ConversionPlan::apply");
}

template <class From, class To>
template <execution_space Exec>
void ConversionPlan<From, To>::apply(const Exec& exec, const from_type& A, const To& B) const try {
  const detail::ConversionCall call("filigree::ConversionPlan::apply", exec, A, false);
  if (!detail::same_pattern(A, source_)) detail::throw_stale_conversion(call.operation());
  if (!detail::same_pattern(B, built_.pattern))
    detail::throw_error(Status::invalid_value,
                        {call.operation(), "B", "another pattern", "the pattern of this plan",
                         "pass a matrix that apply() returned"});
  const detail::ValueArrays from = detail::value_arrays(A), to = detail::value_arrays(B);
  const auto bytes = [](std::int64_t count) {
    return std::size_t(count) * sizeof(typename To::scalar_type);
  };
  detail::check_disjoint_values(call.operation(), sizeof(typename To::scalar_type), from, to);
  detail::check_operand(call.operation(), "A", exec, A, {"B", to.first, bytes(to.first_count)},
                        false);
  detail::check_operand(call.operation(), "A", exec, A, {"B", to.second, bytes(to.second_count)},
                        false);
  detail::move_values(exec, sizeof(typename To::scalar_type), built_.places.data(), from, to);
} catch (...) {
  detail::rethrow_as_error("ConversionPlan::apply");
}

template <class To, execution_space Exec, class From>
ConversionPlan<From, To> conversion_plan(const Exec& exec, const From& A,
                                         const detail::target_options_t<To>& options) {
  return ConversionPlan<From, To>(exec, A, options);
}

// --- one-shot conversions ------------------------------------------------------------------------

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
EllMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> csr_to_ell(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const EllOptions& options) {
  return detail::convert_once<EllMatrix<std::remove_const_t<Scalar>, Index, MemorySpace>>(
      "filigree::csr_to_ell", exec, A, options);
}

template <class NewOffset, execution_space Exec, class Scalar, class Index, class Offset,
          class MemorySpace>
auto csr_to_sell(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                 const SellOptions& options)
    -> SellMatrix<std::remove_const_t<Scalar>, Index, detail::offset_or_t<NewOffset, Offset>,
                  MemorySpace> {
  return detail::convert_once<SellMatrix<std::remove_const_t<Scalar>, Index,
                                         detail::offset_or_t<NewOffset, Offset>, MemorySpace>>(
      "filigree::csr_to_sell", exec, A, options);
}

template <class NewOffset, execution_space Exec, class Scalar, class Index, class Offset,
          class MemorySpace>
auto csr_to_hll(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                const HllOptions& options)
    -> HllMatrix<std::remove_const_t<Scalar>, Index, detail::offset_or_t<NewOffset, Offset>,
                 MemorySpace> {
  return csr_to_sell<NewOffset>(exec, A,
                                SellOptions{.index_base = options.index_base,
                                            .validate = options.validate,
                                            .memory_limit_bytes = options.memory_limit_bytes,
                                            .slice_size = options.hack_size,
                                            .sort_window = options.sort_window});
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
HybMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> csr_to_hyb(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const HybOptions& options) {
  return detail::convert_once<HybMatrix<std::remove_const_t<Scalar>, Index, MemorySpace>>(
      "filigree::csr_to_hyb", exec, A, options);
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
DiaMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> csr_to_dia(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const DiaOptions& options) {
  return detail::convert_once<DiaMatrix<std::remove_const_t<Scalar>, Index, MemorySpace>>(
      "filigree::csr_to_dia", exec, A, options);
}

template <class NewOffset, execution_space Exec, class Scalar, class Index, class Offset,
          class MemorySpace>
auto csr_to_hdia(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                 const HdiaOptions& options)
    -> HdiaMatrix<std::remove_const_t<Scalar>, Index, detail::offset_or_t<NewOffset, Offset>,
                  MemorySpace> {
  return detail::convert_once<HdiaMatrix<std::remove_const_t<Scalar>, Index,
                                         detail::offset_or_t<NewOffset, Offset>, MemorySpace>>(
      "filigree::csr_to_hdia", exec, A, options);
}

template <class NewOffset, execution_space Exec, class Matrix>
auto format_to_csr(const Exec& exec, const Matrix& A, const ToCsrOptions& options)
    -> detail::csr_of_t<Matrix, NewOffset> {
  return detail::convert_once<detail::csr_of_t<Matrix, NewOffset>>("filigree::format_to_csr", exec,
                                                                   A, options);
}

template <execution_space Exec, class Scalar, class Index, class MemorySpace>
CooAosMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> coo_to_coo_aos(
    const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
    const ConvertOptions& options) {
  return detail::convert_once<CooAosMatrix<std::remove_const_t<Scalar>, Index, MemorySpace>>(
      "filigree::coo_to_coo_aos", exec, A, options);
}

template <execution_space Exec, class Scalar, class Index, class MemorySpace>
CooMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> coo_aos_to_coo(
    const Exec& exec, const CooAosMatrix<Scalar, Index, MemorySpace>& A,
    const ConvertOptions& options) {
  return detail::convert_once<CooMatrix<std::remove_const_t<Scalar>, Index, MemorySpace>>(
      "filigree::coo_aos_to_coo", exec, A, options);
}

template <execution_space Exec, class Scalar, class Index, class MemorySpace>
EllMatrix<Scalar, Index, MemorySpace> mark_padding(
    const Exec& exec, const EllMatrix<Scalar, Index, MemorySpace>& A) try {
  const detail::ConversionCall call("filigree::mark_padding", exec, A, false);
  return detail::marked(call.operation(), exec, A);
} catch (...) {
  detail::rethrow_as_error("mark_padding");
}

// --- any two formats -----------------------------------------------------------------------------

namespace detail {

/// A Csr matrix whose zeros go where the options say so.
template <class Exec, class Csr>
Csr without_zeros(const Exec& exec, const Csr& A, const ToCsrOptions& options) {
  if (options.zeros != ZeroEntries::drop) return A;
  return convert_once<Csr>("filigree::convert_to", exec, A,
                           ToCsrOptions{.validate = false, .zeros = ZeroEntries::drop});
}

/// From any format to Csr with the format's own index type.
template <class To, class Exec, class S, class I, class M>
To any_to_csr(const Exec& exec, const CooMatrix<S, I, M>& A, const ToCsrOptions& options) {
  const To csr = coo_to_csr<typename To::offset_type>(exec, A,
                                                      {.duplicates = Duplicates::keep,
                                                       .index_base = options.index_base,
                                                       .validate = options.validate});
  return without_zeros(exec, csr, options);
}
template <class To, class Exec, class S, class I, class M>
To any_to_csr(const Exec& exec, const CooAosMatrix<S, I, M>& A, const ToCsrOptions& options) {
  return any_to_csr<To>(exec, coo_aos_to_coo(exec, A, {.validate = false}), options);
}
template <class To, class Exec, class S, class I, class O, class M>
To any_to_csr(const Exec& exec, const CscMatrix<S, I, O, M>& A, const ToCsrOptions& options) {
  const auto csr =
      csc_to_csr(exec, A, {.index_base = options.index_base, .validate = options.validate});
  if constexpr (std::is_same_v<To, std::remove_const_t<decltype(csr)>>)
    return without_zeros(exec, csr, options);
  else
    return without_zeros(exec, cast_indices<I, typename To::offset_type>(exec, csr), options);
}
template <class To, class Exec, class From>
requires directly_convertible<From, To> To any_to_csr(const Exec& exec, const From& A,
                                                      const ToCsrOptions& options) {
  return convert_once<To>("filigree::convert_to", exec, A, options);
}

/// From Csr to any format, in the target's integers.
template <class S, class R, class I, class O, class M, class Exec>
CscMatrix<S, I, O, M> csr_to_any(const Exec& exec, const CsrMatrix<R, I, O, M>& A,
                                 Target<CscMatrix<S, I, O, M>>, const ConvertOptions& options) {
  return csr_to_csc(exec, A, options);
}
template <class S, class R, class I, class O, class M, class Exec>
CooMatrix<S, I, M> csr_to_any(const Exec& exec, const CsrMatrix<R, I, O, M>& A,
                              Target<CooMatrix<S, I, M>>, const ConvertOptions& options) {
  return csr_to_coo(exec, A, options);
}
template <class S, class R, class I, class O, class M, class Exec>
CooAosMatrix<S, I, M> csr_to_any(const Exec& exec, const CsrMatrix<R, I, O, M>& A,
                                 Target<CooAosMatrix<S, I, M>>, const ConvertOptions& options) {
  return coo_to_coo_aos(exec, csr_to_coo(exec, A, options), {.validate = false});
}
template <class To, class Exec, class R, class I, class O, class M>
requires directly_convertible<CsrMatrix<R, I, O, M>, To> To
csr_to_any(const Exec& exec, const CsrMatrix<R, I, O, M>& A, Target<To>,
           const target_options_t<To>& options) {
  return convert_once<To>("filigree::convert_to", exec, A, options);
}

/// The options of the first of two steps, where the second has `options`.
template <class Options>
ToCsrOptions first_step_options(const Options& options) {
  if constexpr (std::is_same_v<Options, ToCsrOptions>)
    return options;
  else
    return {.validate = options.validate};
}

}  // namespace detail

template <class To, execution_space Exec, class From>
To convert_to(const Exec& exec, const From& A, const detail::target_options_t<To>& options) try {
  detail::check_conversion_types<From, To>();
  using Index = typename To::index_type;
  using Offset = typename To::offset_type;
  if constexpr (detail::directly_convertible<From, To>) {
    return detail::convert_once<To>("filigree::convert_to", exec, A, options);
  } else if constexpr (detail::is_csr<From>) {
    const detail::ConversionCall call("filigree::convert_to", exec, A, options.validate);
    auto unchecked = options;
    unchecked.validate = false;
    if constexpr (std::is_same_v<typename From::index_type, Index> &&
                  std::is_same_v<typename From::offset_type, Offset>)
      return detail::csr_to_any(exec, A, detail::target<To>, unchecked);
    else
      return detail::csr_to_any(exec, cast_indices<Index, Offset>(exec, A), detail::target<To>,
                                unchecked);
  } else {
    const detail::ScopedRegion region("filigree::convert_to");
    using Csr = CsrMatrix<typename From::scalar_type, typename From::index_type, Offset,
                          typename From::memory_space>;
    const Csr csr = detail::any_to_csr<Csr>(exec, A, detail::first_step_options(options));
    if constexpr (std::is_same_v<To, Csr>) {
      return csr;
    } else {
      auto unchecked = options;
      unchecked.validate = false;
      return convert_to<To>(exec, csr, unchecked);
    }
  }
} catch (...) {
  detail::rethrow_as_error("convert_to");
}

}  // namespace filigree
