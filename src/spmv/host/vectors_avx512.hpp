// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "spmv/host/isa.hpp"
#include "spmv/host/vectors_avx2.hpp"

#if FILIGREE_HOST_SIMD

/// 512-bit vectors of double and float for vector_rows.inc and SpMM.

namespace filigree::detail::avx512 {

template <class Compute>
struct Vector;

template <>
struct Vector<double> {
  static constexpr int width = 8;
  using Register = __m512d;

  FILIGREE_TARGET_AVX512 static Register zero() { return _mm512_setzero_pd(); }
  FILIGREE_TARGET_AVX512 static Register load(const double* p) { return _mm512_loadu_pd(p); }
  FILIGREE_TARGET_AVX512 static void store(double* p, Register a) { _mm512_storeu_pd(p, a); }
  FILIGREE_TARGET_AVX512 static Register fma(Register a, Register b, Register c) {
    return _mm512_fmadd_pd(a, b, c);
  }
  FILIGREE_TARGET_AVX512 static Register add(Register a, Register b) { return _mm512_add_pd(a, b); }

  /// The sum of p[0 .. length), length <= 32.
  FILIGREE_TARGET_AVX512 static double sum_first(const double* p, int length) {
    const std::uint64_t bits = (std::uint64_t(1) << length) - 1;
    const Register low = _mm512_add_pd(_mm512_maskz_loadu_pd(__mmask8(bits), p),
                                       _mm512_maskz_loadu_pd(__mmask8(bits >> 8), p + 8));
    const Register high = _mm512_add_pd(_mm512_maskz_loadu_pd(__mmask8(bits >> 16), p + 16),
                                        _mm512_maskz_loadu_pd(__mmask8(bits >> 24), p + 24));
    const Register all = _mm512_add_pd(low, high);
    const __m256d four = _mm256_add_pd(_mm512_castpd512_pd256(all), _mm512_extractf64x4_pd(all, 1));
    const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
    return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
  }

  /// Columns k .. k + 3 of `width` rows that lie `stride` apart, p at column k of the first.
  FILIGREE_TARGET_AVX512 static void load_columns(const double* p, std::int64_t stride,
                                                  Register (&c)[4]) {
    turn(two(p, p + 2 * stride), two(p + stride, p + 3 * stride),
         two(p + 4 * stride, p + 6 * stride), two(p + 5 * stride, p + 7 * stride), c);
  }
  /// Only the first `count` < 4 columns; the others are 0.
  FILIGREE_TARGET_AVX512 static void load_columns(const double* p, std::int64_t stride, int count,
                                                  Register (&c)[4]) {
    const auto mask = __mmask8((1u << count) - 1u);
    turn(two(p, p + 2 * stride, mask), two(p + stride, p + 3 * stride, mask),
         two(p + 4 * stride, p + 6 * stride, mask), two(p + 5 * stride, p + 7 * stride, mask), c);
  }

 private:
  FILIGREE_TARGET_AVX512 static Register two(const double* a, const double* b) {
    return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(a)), _mm256_loadu_pd(b), 1);
  }
  FILIGREE_TARGET_AVX512 static Register two(const double* a, const double* b, __mmask8 mask) {
    return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_maskz_loadu_pd(mask, a)),
                              _mm256_maskz_loadu_pd(mask, b), 1);
  }
  /// Rows (0, 2), (1, 3), (4, 6), (5, 7), four columns each: into columns.
  FILIGREE_TARGET_AVX512 static void turn(Register r02, Register r13, Register r46, Register r57,
                                          Register (&c)[4]) {
    const Register even_low = _mm512_unpacklo_pd(r02, r13);
    const Register odd_low = _mm512_unpackhi_pd(r02, r13);
    const Register even_high = _mm512_unpacklo_pd(r46, r57);
    const Register odd_high = _mm512_unpackhi_pd(r46, r57);
    c[0] = _mm512_shuffle_f64x2(even_low, even_high, 0x88);
    c[1] = _mm512_shuffle_f64x2(odd_low, odd_high, 0x88);
    c[2] = _mm512_shuffle_f64x2(even_low, even_high, 0xdd);
    c[3] = _mm512_shuffle_f64x2(odd_low, odd_high, 0xdd);
  }
};

template <>
struct Vector<float> {
  static constexpr int width = 16;
  using Register = __m512;

  FILIGREE_TARGET_AVX512 static Register zero() { return _mm512_setzero_ps(); }
  FILIGREE_TARGET_AVX512 static Register load(const float* p) { return _mm512_loadu_ps(p); }
  FILIGREE_TARGET_AVX512 static void store(float* p, Register a) { _mm512_storeu_ps(p, a); }
  FILIGREE_TARGET_AVX512 static Register fma(Register a, Register b, Register c) {
    return _mm512_fmadd_ps(a, b, c);
  }
  FILIGREE_TARGET_AVX512 static Register add(Register a, Register b) { return _mm512_add_ps(a, b); }

  FILIGREE_TARGET_AVX512 static float sum_first(const float* p, int length) {
    const std::uint64_t bits = (std::uint64_t(1) << length) - 1;
    const Register all = _mm512_add_ps(_mm512_maskz_loadu_ps(__mmask16(bits), p),
                                       _mm512_maskz_loadu_ps(__mmask16(bits >> 16), p + 16));
    const __m256 high = _mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(all), 1));
    const __m256 eight = _mm256_add_ps(_mm512_castps512_ps256(all), high);
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    four = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(four, _mm_shuffle_ps(four, four, 1)));
  }

  FILIGREE_TARGET_AVX512 static void load_columns(const float* p, std::int64_t stride,
                                                  Register (&c)[4]) {
    Register r[4];
    for (int i = 0; i < 4; ++i, p += stride)
      r[i] = join(_mm_loadu_ps(p), _mm_loadu_ps(p + 4 * stride), _mm_loadu_ps(p + 8 * stride),
                  _mm_loadu_ps(p + 12 * stride));
    turn(r, c);
  }
  FILIGREE_TARGET_AVX512 static void load_columns(const float* p, std::int64_t stride, int count,
                                                  Register (&c)[4]) {
    const auto mask = __mmask8((1u << count) - 1u);
    Register r[4];
    for (int i = 0; i < 4; ++i, p += stride)
      r[i] =
          join(_mm_maskz_loadu_ps(mask, p), _mm_maskz_loadu_ps(mask, p + 4 * stride),
               _mm_maskz_loadu_ps(mask, p + 8 * stride), _mm_maskz_loadu_ps(mask, p + 12 * stride));
    turn(r, c);
  }

 private:
  FILIGREE_TARGET_AVX512 static Register join(__m128 a, __m128 b, __m128 c, __m128 d) {
    Register result = _mm512_insertf32x4(_mm512_castps128_ps512(a), b, 1);
    result = _mm512_insertf32x4(result, c, 2);
    return _mm512_insertf32x4(result, d, 3);
  }
  /// Lane i of r[j] holds four columns of row 4 i + j: a 4 x 4 transposition within each lane.
  FILIGREE_TARGET_AVX512 static void turn(const Register (&r)[4], Register (&c)[4]) {
    const __m512d low_01 = _mm512_castps_pd(_mm512_unpacklo_ps(r[0], r[1]));
    const __m512d high_01 = _mm512_castps_pd(_mm512_unpackhi_ps(r[0], r[1]));
    const __m512d low_23 = _mm512_castps_pd(_mm512_unpacklo_ps(r[2], r[3]));
    const __m512d high_23 = _mm512_castps_pd(_mm512_unpackhi_ps(r[2], r[3]));
    c[0] = _mm512_castpd_ps(_mm512_unpacklo_pd(low_01, low_23));
    c[1] = _mm512_castpd_ps(_mm512_unpackhi_pd(low_01, low_23));
    c[2] = _mm512_castpd_ps(_mm512_unpacklo_pd(high_01, high_23));
    c[3] = _mm512_castpd_ps(_mm512_unpackhi_pd(high_01, high_23));
  }
};

}  // namespace filigree::detail::avx512

#endif
