// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstring>

#include "spmv/host/isa.hpp"

#if FILIGREE_HOST_SIMD

/// Vectors of double and float for vector_rows.inc and format_loops.hpp: 256 bits, or four numbers.

namespace filigree::detail::avx2 {

template <class Compute>
struct Vector;

template <>
struct Vector<double> {
  static constexpr int width = 4;
  using Register = __m256d;

  FILIGREE_TARGET_AVX2 static Register zero() { return _mm256_setzero_pd(); }
  FILIGREE_TARGET_AVX2 static Register load(const double* p) { return _mm256_loadu_pd(p); }
  FILIGREE_TARGET_AVX2 static Register load(const float* p) {
    return _mm256_cvtps_pd(_mm_loadu_ps(p));
  }
  FILIGREE_TARGET_AVX2 static void store(double* p, Register a) { _mm256_storeu_pd(p, a); }
  FILIGREE_TARGET_AVX2 static Register fma(Register a, Register b, Register c) {
    return _mm256_fmadd_pd(a, b, c);
  }
  FILIGREE_TARGET_AVX2 static Register add(Register a, Register b) { return _mm256_add_pd(a, b); }
  FILIGREE_TARGET_AVX2 static Register mul(Register a, Register b) { return _mm256_mul_pd(a, b); }
  /// The last Places lanes of `before`, then the first ones of `a`.
  template <int Places>
  FILIGREE_TARGET_AVX2 static Register slide(Register before, Register a) {
    static_assert(Places >= 1 && Places <= 3);
    const Register middle = _mm256_permute2f128_pd(before, a, 0x21);
    if constexpr (Places == 1) return _mm256_shuffle_pd(middle, a, 5);
    if constexpr (Places == 2) return middle;
    if constexpr (Places == 3) return _mm256_shuffle_pd(before, middle, 5);
  }

  /// The sum of p[0 .. length), length <= 32.
  FILIGREE_TARGET_AVX2 static double sum_first(const double* p, int length) {
    Register all = zero();
    for (int i = 0; i < 32; i += width) {
      const __m256i mask =
          _mm256_cmpgt_epi64(_mm256_set1_epi64x(length - i), _mm256_setr_epi64x(0, 1, 2, 3));
      all = _mm256_add_pd(all, _mm256_maskload_pd(p + i, mask));
    }
    const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(all), _mm256_extractf128_pd(all, 1));
    return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
  }

  /// Columns k .. k + 3 of `width` rows that lie `stride` apart, p at column k of the first.
  FILIGREE_TARGET_AVX2 static void load_columns(const double* p, std::int64_t stride,
                                                Register (&c)[4]) {
    for (int i = 0; i < 4; ++i, p += stride) c[i] = load(p);
    turn(c);
  }
  FILIGREE_TARGET_AVX2 static void load_columns(const float* p, std::int64_t stride,
                                                Register (&c)[4]) {
    for (int i = 0; i < 4; ++i, p += stride) c[i] = load(p);
    turn(c);
  }
  /// Only the first `count` < 4 columns; the others are 0.
  FILIGREE_TARGET_AVX2 static void load_columns(const double* p, std::int64_t stride, int count,
                                                Register (&c)[4]) {
    const __m256i mask =
        _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_setr_epi64x(0, 1, 2, 3));
    for (int i = 0; i < 4; ++i, p += stride) c[i] = _mm256_maskload_pd(p, mask);
    turn(c);
  }
  FILIGREE_TARGET_AVX2 static void load_columns(const float* p, std::int64_t stride, int count,
                                                Register (&c)[4]) {
    const __m128i mask = _mm_cmpgt_epi32(_mm_set1_epi32(count), _mm_setr_epi32(0, 1, 2, 3));
    for (int i = 0; i < 4; ++i, p += stride) c[i] = _mm256_cvtps_pd(_mm_maskload_ps(p, mask));
    turn(c);
  }

 private:
  FILIGREE_TARGET_AVX2 static void turn(Register (&r)[4]) {
    const Register low_01 = _mm256_unpacklo_pd(r[0], r[1]);
    const Register high_01 = _mm256_unpackhi_pd(r[0], r[1]);
    const Register low_23 = _mm256_unpacklo_pd(r[2], r[3]);
    const Register high_23 = _mm256_unpackhi_pd(r[2], r[3]);
    r[0] = _mm256_permute2f128_pd(low_01, low_23, 0x20);
    r[1] = _mm256_permute2f128_pd(high_01, high_23, 0x20);
    r[2] = _mm256_permute2f128_pd(low_01, low_23, 0x31);
    r[3] = _mm256_permute2f128_pd(high_01, high_23, 0x31);
  }
};

template <>
struct Vector<float> {
  static constexpr int width = 8;
  using Register = __m256;

  FILIGREE_TARGET_AVX2 static Register zero() { return _mm256_setzero_ps(); }
  FILIGREE_TARGET_AVX2 static Register load(const float* p) { return _mm256_loadu_ps(p); }
  FILIGREE_TARGET_AVX2 static void store(float* p, Register a) { _mm256_storeu_ps(p, a); }
  FILIGREE_TARGET_AVX2 static Register fma(Register a, Register b, Register c) {
    return _mm256_fmadd_ps(a, b, c);
  }
  FILIGREE_TARGET_AVX2 static Register add(Register a, Register b) { return _mm256_add_ps(a, b); }
  FILIGREE_TARGET_AVX2 static Register mul(Register a, Register b) { return _mm256_mul_ps(a, b); }
  template <int Places>
  FILIGREE_TARGET_AVX2 static Register slide(Register before, Register a) {
    static_assert(Places >= 1 && Places <= 3);
    const Register middle = _mm256_permute2f128_ps(before, a, 0x21);
    return _mm256_castsi256_ps(
        _mm256_alignr_epi8(_mm256_castps_si256(a), _mm256_castps_si256(middle), 16 - 4 * Places));
  }

  FILIGREE_TARGET_AVX2 static float sum_first(const float* p, int length) {
    Register all = zero();
    for (int i = 0; i < 32; i += width) {
      const __m256i mask = _mm256_cmpgt_epi32(_mm256_set1_epi32(length - i),
                                              _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
      all = _mm256_add_ps(all, _mm256_maskload_ps(p + i, mask));
    }
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1));
    four = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(four, _mm_shuffle_ps(four, four, 1)));
  }

  FILIGREE_TARGET_AVX2 static void load_columns(const float* p, std::int64_t stride,
                                                Register (&c)[4]) {
    Register r[4];
    for (int i = 0; i < 4; ++i, p += stride)
      r[i] = _mm256_set_m128(_mm_loadu_ps(p + 4 * stride), _mm_loadu_ps(p));
    turn(r, c);
  }
  FILIGREE_TARGET_AVX2 static void load_columns(const float* p, std::int64_t stride, int count,
                                                Register (&c)[4]) {
    const __m128i mask = _mm_cmpgt_epi32(_mm_set1_epi32(count), _mm_setr_epi32(0, 1, 2, 3));
    Register r[4];
    for (int i = 0; i < 4; ++i, p += stride)
      r[i] = _mm256_set_m128(_mm_maskload_ps(p + 4 * stride, mask), _mm_maskload_ps(p, mask));
    turn(r, c);
  }

 private:
  /// Lane i of r[j] holds four columns of row 4 i + j: a 4 x 4 transposition within each lane.
  FILIGREE_TARGET_AVX2 static void turn(const Register (&r)[4], Register (&c)[4]) {
    const __m256d low_01 = _mm256_castps_pd(_mm256_unpacklo_ps(r[0], r[1]));
    const __m256d high_01 = _mm256_castps_pd(_mm256_unpackhi_ps(r[0], r[1]));
    const __m256d low_23 = _mm256_castps_pd(_mm256_unpacklo_ps(r[2], r[3]));
    const __m256d high_23 = _mm256_castps_pd(_mm256_unpackhi_ps(r[2], r[3]));
    c[0] = _mm256_castpd_ps(_mm256_unpacklo_pd(low_01, low_23));
    c[1] = _mm256_castpd_ps(_mm256_unpackhi_pd(low_01, low_23));
    c[2] = _mm256_castpd_ps(_mm256_unpacklo_pd(high_01, high_23));
    c[3] = _mm256_castpd_ps(_mm256_unpackhi_pd(high_01, high_23));
  }
};

/// Two columns. Where they are narrow, by one load: loads limit a row's sum.
struct TwoColumns {
  std::int64_t first, second;

  template <class Column>
  explicit TwoColumns(const Column* cols) {
    if constexpr (sizeof(Column) == 4) {
      std::int64_t both;
      std::memcpy(&both, cols, sizeof(both));
      first = Column(both);
      second = Column(both >> 32);
    } else if constexpr (sizeof(Column) == 2) {
      std::uint32_t both;
      std::memcpy(&both, cols, sizeof(both));
      first = Column(both);
      second = Column(both >> 16);
    } else {
      first = cols[0];
      second = cols[1];
    }
  }
};

/// Four entries of a row, or fewer (`Count`) and zeros.
template <class X>
struct Four;

template <>
struct Four<float> {
  using Register = __m128;

  FILIGREE_TARGET_AVX2 static Register zero() { return _mm_setzero_ps(); }
  FILIGREE_TARGET_AVX2 static Register add(Register a, Register b) { return _mm_add_ps(a, b); }
  FILIGREE_TARGET_AVX2 static Register fma(Register a, Register b, Register c) {
    return _mm_fmadd_ps(a, b, c);
  }
  FILIGREE_TARGET_AVX2 static void store(float* p, Register a) { _mm_storeu_ps(p, a); }
  /// p[0], p[1], p[0], p[1]
  FILIGREE_TARGET_AVX2 static Register twice(const float* p) {
    return _mm_movelh_ps(load<2>(p), load<2>(p));
  }
  template <int I, int J, int K, int L>
  FILIGREE_TARGET_AVX2 static Register permute(Register a) {
    return _mm_permute_ps(a, I | J << 2 | K << 4 | L << 6);
  }
  template <int Count>
  FILIGREE_TARGET_AVX2 static Register load(const float* p) {
    if constexpr (Count == 4) return _mm_loadu_ps(p);
    if constexpr (Count == 3) return _mm_movelh_ps(load<2>(p), _mm_load_ss(p + 2));
    if constexpr (Count == 2)
      return _mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)));
    return _mm_load_ss(p);
  }
  /// x[cols[i]], i < Count. Loads of their own: gather instructions are slow where microcode guards
  /// them (Intel's "gather data sampling").
  template <int Count, class Column>
  FILIGREE_TARGET_AVX2 static Register gather(const float* x, const Column* cols) {
    if constexpr (Count == 4) return _mm_movelh_ps(two(x, cols), two(x, cols + 2));
    return two(x, cols);
  }
  FILIGREE_TARGET_AVX2 static float sum(Register a) {
    const __m128 two = _mm_add_ps(a, _mm_movehl_ps(a, a));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
  }

 private:
  template <class Column>
  FILIGREE_TARGET_AVX2 static __m128 two(const float* x, const Column* cols) {
    const TwoColumns at(cols);
    return _mm_unpacklo_ps(_mm_load_ss(x + at.first), _mm_load_ss(x + at.second));
  }
};

template <>
struct Four<double> {
  using Register = __m256d;

  FILIGREE_TARGET_AVX2 static Register zero() { return _mm256_setzero_pd(); }
  FILIGREE_TARGET_AVX2 static Register add(Register a, Register b) { return _mm256_add_pd(a, b); }
  FILIGREE_TARGET_AVX2 static Register fma(Register a, Register b, Register c) {
    return _mm256_fmadd_pd(a, b, c);
  }
  FILIGREE_TARGET_AVX2 static void store(double* p, Register a) { _mm256_storeu_pd(p, a); }
  /// p[0], p[1], p[0], p[1]
  FILIGREE_TARGET_AVX2 static Register twice(const double* p) {
    return _mm256_broadcast_pd(reinterpret_cast<const __m128d*>(p));
  }
  template <int I, int J, int K, int L>
  FILIGREE_TARGET_AVX2 static Register permute(Register a) {
    return _mm256_permute4x64_pd(a, I | J << 2 | K << 4 | L << 6);
  }
  template <int Count>
  FILIGREE_TARGET_AVX2 static Register load(const double* p) {
    if constexpr (Count == 4) return _mm256_loadu_pd(p);
    if constexpr (Count == 3) return _mm256_set_m128d(_mm_load_sd(p + 2), _mm_loadu_pd(p));
    return _mm256_zextpd128_pd256(Count == 2 ? _mm_loadu_pd(p) : _mm_load_sd(p));
  }
  template <int Count>
  FILIGREE_TARGET_AVX2 static Register load(const float* p) {
    return _mm256_cvtps_pd(Four<float>::load<Count>(p));
  }
  template <int Count, class Column>
  FILIGREE_TARGET_AVX2 static Register gather(const double* x, const Column* cols) {
    if constexpr (Count == 4) return _mm256_set_m128d(two(x, cols + 2), two(x, cols));
    return _mm256_zextpd128_pd256(two(x, cols));
  }
  FILIGREE_TARGET_AVX2 static double sum(Register a) {
    const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
  }

 private:
  template <class Column>
  FILIGREE_TARGET_AVX2 static __m128d two(const double* x, const Column* cols) {
    const TwoColumns at(cols);
    return _mm_loadh_pd(_mm_load_sd(x + at.first), x + at.second);
  }
};

}  // namespace filigree::detail::avx2

#endif
