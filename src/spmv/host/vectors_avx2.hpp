// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "spmv/host/isa.hpp"

#if FILIGREE_HOST_SIMD

/// 256-bit vectors of double and float for vector_rows.inc.

namespace filigree::detail::avx2 {

template <class Compute>
struct Vector;

template <>
struct Vector<double> {
  static constexpr int width = 4;
  using Register = __m256d;
  using Mask = __m256i;

  FILIGREE_TARGET_AVX2 static Register zero() { return _mm256_setzero_pd(); }
  FILIGREE_TARGET_AVX2 static Register load(const double* p) { return _mm256_loadu_pd(p); }
  FILIGREE_TARGET_AVX2 static Register load(const float* p) { return _mm256_cvtps_pd(_mm_loadu_ps(p)); }
  FILIGREE_TARGET_AVX2 static Mask first(int count) {
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_setr_epi64x(0, 1, 2, 3));
  }
  FILIGREE_TARGET_AVX2 static Register load(const double* p, Mask m) { return _mm256_maskload_pd(p, m); }
  FILIGREE_TARGET_AVX2 static Register load(const float* p, Mask m) {
    const __m256i even = _mm256_permutevar8x32_epi32(m, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
    return _mm256_cvtps_pd(_mm_maskload_ps(p, _mm256_castsi256_si128(even)));
  }
  FILIGREE_TARGET_AVX2 static void store(double* p, Register a) { _mm256_storeu_pd(p, a); }
  FILIGREE_TARGET_AVX2 static Register fma(Register a, Register b, Register c) { return _mm256_fmadd_pd(a, b, c); }
  FILIGREE_TARGET_AVX2 static Register add(Register a, Register b) { return _mm256_add_pd(a, b); }
  FILIGREE_TARGET_AVX2 static double sum(Register a) {
    const __m128d half = _mm_add_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_add_sd(half, _mm_unpackhi_pd(half, half)));
  }
  FILIGREE_TARGET_AVX2 static Register gather(const double* x, const std::int32_t* cols) {
    return _mm256_i32gather_pd(x, _mm_loadu_si128(reinterpret_cast<const __m128i*>(cols)), 8);
  }
  FILIGREE_TARGET_AVX2 static Register gather(const double* x, const std::uint16_t* cols) {
    const __m128i narrow = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(cols));
    return _mm256_i32gather_pd(x, _mm_cvtepu16_epi32(narrow), 8);
  }

  FILIGREE_TARGET_AVX2 static void transpose(Register (&r)[4]) {
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
  using Mask = __m256i;

  FILIGREE_TARGET_AVX2 static Register zero() { return _mm256_setzero_ps(); }
  FILIGREE_TARGET_AVX2 static Register load(const float* p) { return _mm256_loadu_ps(p); }
  FILIGREE_TARGET_AVX2 static Mask first(int count) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  }
  FILIGREE_TARGET_AVX2 static Register load(const float* p, Mask m) { return _mm256_maskload_ps(p, m); }
  FILIGREE_TARGET_AVX2 static void store(float* p, Register a) { _mm256_storeu_ps(p, a); }
  FILIGREE_TARGET_AVX2 static Register fma(Register a, Register b, Register c) { return _mm256_fmadd_ps(a, b, c); }
  FILIGREE_TARGET_AVX2 static Register add(Register a, Register b) { return _mm256_add_ps(a, b); }
  FILIGREE_TARGET_AVX2 static float sum(Register a) {
    __m128 half = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    half = _mm_add_ps(half, _mm_movehl_ps(half, half));
    return _mm_cvtss_f32(_mm_add_ss(half, _mm_shuffle_ps(half, half, 1)));
  }
  FILIGREE_TARGET_AVX2 static Register gather(const float* x, const std::int32_t* cols) {
    return _mm256_i32gather_ps(x, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(cols)), 4);
  }
  FILIGREE_TARGET_AVX2 static Register gather(const float* x, const std::uint16_t* cols) {
    const __m128i narrow = _mm_loadu_si128(reinterpret_cast<const __m128i*>(cols));
    return _mm256_i32gather_ps(x, _mm256_cvtepu16_epi32(narrow), 4);
  }

  FILIGREE_TARGET_AVX2 static void transpose(Register (&r)[8]) {
    __m256 quads[4][2];
    for (int q = 0; q < 2; ++q) {
      const __m256d low_01 = _mm256_castps_pd(_mm256_unpacklo_ps(r[4 * q], r[4 * q + 1]));
      const __m256d high_01 = _mm256_castps_pd(_mm256_unpackhi_ps(r[4 * q], r[4 * q + 1]));
      const __m256d low_23 = _mm256_castps_pd(_mm256_unpacklo_ps(r[4 * q + 2], r[4 * q + 3]));
      const __m256d high_23 = _mm256_castps_pd(_mm256_unpackhi_ps(r[4 * q + 2], r[4 * q + 3]));
      quads[0][q] = _mm256_castpd_ps(_mm256_unpacklo_pd(low_01, low_23));
      quads[1][q] = _mm256_castpd_ps(_mm256_unpackhi_pd(low_01, low_23));
      quads[2][q] = _mm256_castpd_ps(_mm256_unpacklo_pd(high_01, high_23));
      quads[3][q] = _mm256_castpd_ps(_mm256_unpackhi_pd(high_01, high_23));
    }
    for (int e = 0; e < 4; ++e) {
      r[e] = _mm256_permute2f128_ps(quads[e][0], quads[e][1], 0x20);
      r[4 + e] = _mm256_permute2f128_ps(quads[e][0], quads[e][1], 0x31);
    }
  }
};

}  // namespace filigree::detail::avx2

#endif
