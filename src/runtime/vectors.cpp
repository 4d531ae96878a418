// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/vectors.hpp>

#include <convert/entries.hpp>
#include <filigree/gemvi.hpp>
#include <filigree/vector_operations.hpp>
#include <runtime/pattern.hpp>

namespace filigree::runtime {
namespace {

template <class T, class Index>
struct ClearEntries {
  const Index* indices;
  std::int64_t base;
  T* y;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    y[std::int64_t(indices[k]) - base] = T{};
  }
};

[[noreturn]] void refuse_types(std::string_view operation, ScalarType x, ScalarType result) {
  throw_types_not_supported(operation, {x, x, result});
}

template <class T, class Exec>
auto view_of(const Exec&, const VectorOperand& y) {
  return Kokkos::View<T*, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
      static_cast<T*>(y.values), std::size_t(y.size));
}

/// f(exec, x, y) with their types, which must be the same.
template <class F>
void visit_vectors(std::string_view operation, const Target& target, const SparseVectorOperand& x,
                   const VectorOperand& y, const F& f) {
  if (x.scalar != y.scalar)
    detail::throw_error(
        Status::not_supported,
        {operation, "y", std::string(name(y.scalar)) + " beside " + std::string(name(x.scalar)),
         "the scalar type of x", "convert one of them"});
  detail::check_pointer(operation, "y", y.values, y.size);
  target.visit([&]<class Exec>(const Exec& exec) {
    visit_scalar(x.scalar, [&]<class T>(std::type_identity<T>) {
      const auto call = [&]<class Index>(std::type_identity<Index>) {
        f(exec,
          SparseVector<T, Index, typename Exec::memory_space>::wrap(
              x.size, x.nnz, static_cast<const Index*>(x.indices), static_cast<T*>(x.values),
              x.base),
          view_of<T>(exec, y));
      };
      if (x.index == IndexType::int64)
        call(std::type_identity<std::int64_t>());
      else
        call(std::type_identity<std::int32_t>());
    });
  });
}

}  // namespace

void check(std::string_view operation, const SparseVectorOperand& vector) {
  const std::int64_t limit = vector.index == IndexType::int32
                                 ? std::int64_t(std::numeric_limits<std::int32_t>::max())
                                 : std::numeric_limits<std::int64_t>::max();
  detail::check_extent(operation, "size", vector.size, limit, "the index type's range");
  detail::check_at_least(operation, "nnz", vector.nnz, 0, "no entries");
}

ScalarType vector_compute_type(std::string_view operation, ScalarType type) {
  return visit_scalar(type, [&]<class T>(std::type_identity<T>) -> ScalarType {
    if constexpr (std::is_void_v<vector_compute_t<T>>)
      refuse_types(operation, type, type);
    else
      return ScalarTypeOf<vector_compute_t<T>>::value;
  });
}

void axpby(const Target& target, const ScalarOperand& alpha, const SparseVectorOperand& x,
           const ScalarOperand& beta, const VectorOperand& y) {
  visit_vectors("axpby", target, x, y,
                [&](const auto& exec, const auto& sparse, const auto& dense) {
                  using T = typename std::decay_t<decltype(sparse)>::scalar_type;
                  if constexpr (std::is_integral_v<T>)
                    refuse_types("axpby", x.scalar, y.scalar);
                  else
                    filigree::axpby(exec, scalar_argument<vector_compute_t<T>>(alpha), sparse,
                                    scalar_argument<vector_compute_t<T>>(beta), dense);
                });
}

void gather(const Target& target, const VectorOperand& y, const SparseVectorOperand& x) {
  visit_vectors("gather", target, x, y,
                [&](const auto& exec, const auto& sparse, const auto& dense) {
                  filigree::gather(exec, dense, sparse);
                });
}

void scatter(const Target& target, const SparseVectorOperand& x, const VectorOperand& y) {
  visit_vectors("scatter", target, x, y,
                [&](const auto& exec, const auto& sparse, const auto& dense) {
                  filigree::scatter(exec, sparse, dense);
                });
}

void clear_entries(const Target& target, const SparseVectorOperand& x, const VectorOperand& y) {
  visit_vectors(
      "clear_entries", target, x, y,
      [&]<class Exec, class T, class Index, class Space>(
          const Exec& exec, const SparseVector<T, Index, Space>& sparse, const auto& dense) {
        detail::check_vector_call<Exec, T>("clear_entries", exec, sparse, dense);
        Kokkos::parallel_for(
            "filigree::runtime::clear_entries", detail::EntryRange<Exec>(exec, 0, sparse.nnz()),
            ClearEntries<T, Index>{sparse.indices().data(), std::int64_t(sparse.index_base()),
                                   dense.data()});
      });
}

void rot(const Target& target, const ScalarOperand& c, const ScalarOperand& s,
         const SparseVectorOperand& x, const VectorOperand& y) {
  visit_vectors("rot", target, x, y, [&](const auto& exec, const auto& sparse, const auto& dense) {
    using T = typename std::decay_t<decltype(sparse)>::scalar_type;
    if constexpr (std::is_integral_v<T>)
      refuse_types("rot", x.scalar, y.scalar);
    else
      filigree::rot(exec, scalar_argument<vector_compute_t<T>>(c),
                    scalar_argument<vector_compute_t<T>>(s), sparse, dense);
  });
}

void check_spvv_types(ScalarType type, ScalarType result) {
  const bool is_supported = visit_scalar(type, [&]<class X>(std::type_identity<X>) {
    return visit_scalar(result, [&]<class Result>(std::type_identity<Result>) {
      return detail::spvv_supports<X, Result>;
    });
  });
  if (!is_supported) refuse_types("spvv", type, result);
}

void spvv(const Target& target, Op op, const SparseVectorOperand& x, const VectorOperand& y,
          ScalarType type, void* result) {
  check_spvv_types(x.scalar, type);
  visit_vectors("spvv", target, x, y,
                [&]<class Exec>(const Exec& exec, const auto& sparse, const auto& dense) {
                  using X = typename std::decay_t<decltype(sparse)>::scalar_type;
                  visit_scalar(type, [&]<class Result>(std::type_identity<Result>) {
                    if constexpr (detail::spvv_supports<X, Result>)
                      filigree::spvv(exec, op, sparse, dense,
                                     Kokkos::View<Result, typename Exec::memory_space,
                                                  Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                                         static_cast<Result*>(result)));
                  });
                });
}

KernelId gemvi(const Target& target, Op op, const ScalarOperand& alpha, const DenseOperand& A,
               const SparseVectorOperand& x, const ScalarOperand& beta, const VectorOperand& y) {
  if (A.scalar != x.scalar || A.scalar != y.scalar)
    throw_types_not_supported("gemvi", {A.scalar, x.scalar, y.scalar});
  detail::check_pointer("gemvi", "A", A.values, A.num_rows * A.num_cols);
  KernelId kernel;
  visit_vectors("gemvi", target, x, y,
                [&]<class Exec>(const Exec& exec, const auto& sparse, const auto& dense) {
                  using T = typename std::decay_t<decltype(sparse)>::scalar_type;
                  if constexpr (gemvi_supports<T>) {
                    const Kokkos::LayoutStride layout(
                        std::size_t(A.num_rows), std::size_t(A.row_stride()),
                        std::size_t(A.num_cols), std::size_t(A.col_stride()));
                    const Kokkos::View<const T**, Kokkos::LayoutStride, typename Exec::memory_space,
                                       Kokkos::MemoryTraits<Kokkos::Unmanaged>>
                        matrix(static_cast<const T*>(A.values), layout);
                    kernel = filigree::gemvi(exec, op, scalar_argument<T>(alpha), matrix, sparse,
                                             scalar_argument<T>(beta), dense);
                  } else {
                    throw_types_not_supported("gemvi", {A.scalar, x.scalar, y.scalar});
                  }
                });
  return kernel;
}

}  // namespace filigree::runtime
