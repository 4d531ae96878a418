// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "spmv/host/isa.hpp"

#if FILIGREE_HOST_SIMD

/// 512-bit vectors of double and float for vector_rows.inc. (Masked forms stand where GCC 12 warns of an
/// uninitialised variable inside the plain form.)

namespace filigree::detail::avx512 {

template <class Compute>
struct Vector;

/// 4 x 4 transposition of 128-bit lanes: lane i of rows 0..3 becomes vector i.
FILIGREE_TARGET_AVX512 inline void transpose_lanes(__m512d& a, __m512d& b, __m512d& c, __m512d& d) {
  const __m512d low_ab = _mm512_shuffle_f64x2(a, b, 0x44);
  const __m512d low_cd = _mm512_shuffle_f64x2(c, d, 0x44);
  const __m512d high_ab = _mm512_shuffle_f64x2(a, b, 0xee);
  const __m512d high_cd = _mm512_shuffle_f64x2(c, d, 0xee);
  a = _mm512_shuffle_f64x2(low_ab, low_cd, 0x88);
  b = _mm512_shuffle_f64x2(low_ab, low_cd, 0xdd);
  c = _mm512_shuffle_f64x2(high_ab, high_cd, 0x88);
  d = _mm512_shuffle_f64x2(high_ab, high_cd, 0xdd);
}

template <>
struct Vector<double> {
  static constexpr int width = 8;
  using Register = __m512d;
  using Mask = __mmask8;

  FILIGREE_TARGET_AVX512 static Register zero() { return _mm512_setzero_pd(); }
  FILIGREE_TARGET_AVX512 static Register load(const double* p) { return _mm512_loadu_pd(p); }
  FILIGREE_TARGET_AVX512 static Register load(const float* p) { return _mm512_cvtps_pd(_mm256_loadu_ps(p)); }
  FILIGREE_TARGET_AVX512 static Mask first(int count) { return Mask((1u << count) - 1u); }
  FILIGREE_TARGET_AVX512 static Register load(const double* p, Mask m) { return _mm512_maskz_loadu_pd(m, p); }
  FILIGREE_TARGET_AVX512 static Register load(const float* p, Mask m) {
    return _mm512_cvtps_pd(_mm256_maskz_loadu_ps(m, p));
  }
  FILIGREE_TARGET_AVX512 static void store(double* p, Register a) { _mm512_storeu_pd(p, a); }
  FILIGREE_TARGET_AVX512 static Register fma(Register a, Register b, Register c) { return _mm512_fmadd_pd(a, b, c); }
  FILIGREE_TARGET_AVX512 static Register add(Register a, Register b) { return _mm512_add_pd(a, b); }
  FILIGREE_TARGET_AVX512 static double sum(Register a) {
    const __m256d four = _mm256_add_pd(_mm512_castpd512_pd256(a), _mm512_maskz_extractf64x4_pd(0xff, a, 1));
    const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
    return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
  }
  FILIGREE_TARGET_AVX512 static Register gather(const double* x, const std::int32_t* cols) {
    return _mm512_mask_i32gather_pd(zero(), 0xff, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(cols)), x, 8);
  }
  FILIGREE_TARGET_AVX512 static Register gather(const double* x, const std::uint16_t* cols) {
    const __m128i narrow = _mm_loadu_si128(reinterpret_cast<const __m128i*>(cols));
    return _mm512_mask_i32gather_pd(zero(), 0xff, _mm256_cvtepu16_epi32(narrow), x, 8);
  }

  /// Row i of `r` becomes its column i.
  FILIGREE_TARGET_AVX512 static void transpose(Register (&r)[8]) {
    Register even[4], odd[4];
    for (int i = 0; i < 4; ++i) {
      even[i] = _mm512_unpacklo_pd(r[2 * i], r[2 * i + 1]);
      odd[i] = _mm512_unpackhi_pd(r[2 * i], r[2 * i + 1]);
    }
    transpose_lanes(even[0], even[1], even[2], even[3]);
    transpose_lanes(odd[0], odd[1], odd[2], odd[3]);
    for (int i = 0; i < 4; ++i) {
      r[2 * i] = even[i];
      r[2 * i + 1] = odd[i];
    }
  }
};

template <>
struct Vector<float> {
  static constexpr int width = 16;
  using Register = __m512;
  using Mask = __mmask16;

  FILIGREE_TARGET_AVX512 static Register zero() { return _mm512_setzero_ps(); }
  FILIGREE_TARGET_AVX512 static Register load(const float* p) { return _mm512_loadu_ps(p); }
  FILIGREE_TARGET_AVX512 static Mask first(int count) { return Mask((1u << count) - 1u); }
  FILIGREE_TARGET_AVX512 static Register load(const float* p, Mask m) { return _mm512_maskz_loadu_ps(m, p); }
  FILIGREE_TARGET_AVX512 static void store(float* p, Register a) { _mm512_storeu_ps(p, a); }
  FILIGREE_TARGET_AVX512 static Register fma(Register a, Register b, Register c) { return _mm512_fmadd_ps(a, b, c); }
  FILIGREE_TARGET_AVX512 static Register add(Register a, Register b) { return _mm512_add_ps(a, b); }
  FILIGREE_TARGET_AVX512 static float sum(Register a) {
    const __m256 high = _mm256_castpd_ps(_mm512_maskz_extractf64x4_pd(0xff, _mm512_castps_pd(a), 1));
    const __m256 eight = _mm256_add_ps(_mm512_castps512_ps256(a), high);
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    four = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(four, _mm_shuffle_ps(four, four, 1)));
  }
  FILIGREE_TARGET_AVX512 static Register gather(const float* x, const std::int32_t* cols) {
    return _mm512_mask_i32gather_ps(zero(), 0xffff, _mm512_loadu_si512(cols), x, 4);
  }
  FILIGREE_TARGET_AVX512 static Register gather(const float* x, const std::uint16_t* cols) {
    const __m256i narrow = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(cols));
    return _mm512_mask_i32gather_ps(zero(), 0xffff, _mm512_cvtepu16_epi32(narrow), x, 4);
  }

  FILIGREE_TARGET_AVX512 static void transpose(Register (&r)[16]) {
    // Four rows at a time: entry e of lane i of quads[e][q] is column 4 i + e of rows 4 q .. 4 q + 3.
    __m512d quads[4][4];
    for (int q = 0; q < 4; ++q) {
      const __m512d low_01 = _mm512_castps_pd(_mm512_unpacklo_ps(r[4 * q], r[4 * q + 1]));
      const __m512d high_01 = _mm512_castps_pd(_mm512_unpackhi_ps(r[4 * q], r[4 * q + 1]));
      const __m512d low_23 = _mm512_castps_pd(_mm512_unpacklo_ps(r[4 * q + 2], r[4 * q + 3]));
      const __m512d high_23 = _mm512_castps_pd(_mm512_unpackhi_ps(r[4 * q + 2], r[4 * q + 3]));
      quads[0][q] = _mm512_unpacklo_pd(low_01, low_23);
      quads[1][q] = _mm512_unpackhi_pd(low_01, low_23);
      quads[2][q] = _mm512_unpacklo_pd(high_01, high_23);
      quads[3][q] = _mm512_unpackhi_pd(high_01, high_23);
    }
    for (int e = 0; e < 4; ++e) {
      transpose_lanes(quads[e][0], quads[e][1], quads[e][2], quads[e][3]);
      for (int i = 0; i < 4; ++i) r[4 * i + e] = _mm512_castpd_ps(quads[e][i]);
    }
  }
};

}  // namespace filigree::detail::avx512

#endif
