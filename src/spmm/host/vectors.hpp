// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "spmv/host/isa.hpp"
#include "spmv/host/vectors_avx2.hpp"
#include "spmv/host/vectors_avx512.hpp"

/// The vectors of spmv's host kernels with what tiles of several columns need on top, one namespace
/// an instruction set; `baseline` is plain C++.

namespace filigree::detail::baseline {

template <class T>
struct TileVector {
  static constexpr int width = 32 / sizeof(T);
  struct Register {
    T lane[width];
  };
  using Mask = int;

  static Register zero() { return {}; }
  static Register broadcast(T a) {
    Register r;
    for (int i = 0; i < width; ++i) r.lane[i] = a;
    return r;
  }
  static Register load(const T* p) {
    Register r;
    for (int i = 0; i < width; ++i) r.lane[i] = p[i];
    return r;
  }
  static Mask mask(int count) { return count; }
  /// Lanes past the mask are 0.
  static Register load(const T* p, Mask count) {
    Register r{};
    for (int i = 0; i < count; ++i) r.lane[i] = p[i];
    return r;
  }
  static void store(T* p, const Register& a) {
    for (int i = 0; i < width; ++i) p[i] = a.lane[i];
  }
  static void stream(T* p, const Register& a) { store(p, a); }
  static Register fma(const Register& a, const Register& b, Register c) {
    for (int i = 0; i < width; ++i) c.lane[i] += a.lane[i] * b.lane[i];
    return c;
  }
  static Register add(Register a, const Register& b) {
    for (int i = 0; i < width; ++i) a.lane[i] += b.lane[i];
    return a;
  }
  /// The first `count` <= 4 columns of `width` rows that lie `stride` apart.
  static void load_columns(const T* p, std::int64_t stride, int count, Register (&c)[4]) {
    for (int k = 0; k < count; ++k)
      for (int i = 0; i < width; ++i) c[k].lane[i] = p[i * stride + k];
  }
  static void load_columns(const T* p, std::int64_t stride, Register (&c)[4]) {
    load_columns(p, stride, 4, c);
  }
};

}  // namespace filigree::detail::baseline

#if FILIGREE_HOST_SIMD

namespace filigree::detail::avx2 {

template <class T>
struct TileVector;

template <>
struct TileVector<double> : Vector<double> {
  using Mask = __m256i;
  using Vector<double>::load;

  FILIGREE_TARGET_AVX2 static Register broadcast(double a) { return _mm256_set1_pd(a); }
  FILIGREE_TARGET_AVX2 static Mask mask(int count) {
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_setr_epi64x(0, 1, 2, 3));
  }
  FILIGREE_TARGET_AVX2 static Register load(const double* p, Mask mask) {
    return _mm256_maskload_pd(p, mask);
  }
  FILIGREE_TARGET_AVX2 static void stream(double* p, Register a) { _mm256_stream_pd(p, a); }
};

template <>
struct TileVector<float> : Vector<float> {
  using Mask = __m256i;
  using Vector<float>::load;

  FILIGREE_TARGET_AVX2 static Register broadcast(float a) { return _mm256_set1_ps(a); }
  FILIGREE_TARGET_AVX2 static Mask mask(int count) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  }
  FILIGREE_TARGET_AVX2 static Register load(const float* p, Mask mask) {
    return _mm256_maskload_ps(p, mask);
  }
  FILIGREE_TARGET_AVX2 static void stream(float* p, Register a) { _mm256_stream_ps(p, a); }
};

}  // namespace filigree::detail::avx2

/// 128-bit vectors with the same instructions, for tiles that fill no more.
namespace filigree::detail::avx2_half {

template <class T>
struct TileVector;

template <>
struct TileVector<double> {
  static constexpr int width = 2;
  using Register = __m128d;
  using Mask = __m128i;

  FILIGREE_TARGET_AVX2 static Register zero() { return _mm_setzero_pd(); }
  FILIGREE_TARGET_AVX2 static Register broadcast(double a) { return _mm_set1_pd(a); }
  FILIGREE_TARGET_AVX2 static Register load(const double* p) { return _mm_loadu_pd(p); }
  FILIGREE_TARGET_AVX2 static Mask mask(int count) {
    return _mm_cmpgt_epi64(_mm_set1_epi64x(count), _mm_set_epi64x(1, 0));
  }
  FILIGREE_TARGET_AVX2 static Register load(const double* p, Mask mask) {
    return _mm_maskload_pd(p, mask);
  }
  FILIGREE_TARGET_AVX2 static void store(double* p, Register a) { _mm_storeu_pd(p, a); }
  FILIGREE_TARGET_AVX2 static void stream(double* p, Register a) { _mm_stream_pd(p, a); }
  FILIGREE_TARGET_AVX2 static Register fma(Register a, Register b, Register c) {
    return _mm_fmadd_pd(a, b, c);
  }
  FILIGREE_TARGET_AVX2 static Register add(Register a, Register b) { return _mm_add_pd(a, b); }
  /// Columns k .. k + 3 of two rows that lie `stride` apart, p at column k of the first.
  FILIGREE_TARGET_AVX2 static void load_columns(const double* p, std::int64_t stride,
                                                Register (&c)[4]) {
    for (int k = 0; k < 4; k += 2) {
      const Register first = _mm_loadu_pd(p + k), second = _mm_loadu_pd(p + stride + k);
      c[k] = _mm_unpacklo_pd(first, second);
      c[k + 1] = _mm_unpackhi_pd(first, second);
    }
  }
};

template <>
struct TileVector<float> {
  static constexpr int width = 4;
  using Register = __m128;
  using Mask = __m128i;

  FILIGREE_TARGET_AVX2 static Register zero() { return _mm_setzero_ps(); }
  FILIGREE_TARGET_AVX2 static Register broadcast(float a) { return _mm_set1_ps(a); }
  FILIGREE_TARGET_AVX2 static Register load(const float* p) { return _mm_loadu_ps(p); }
  FILIGREE_TARGET_AVX2 static Mask mask(int count) {
    return _mm_cmpgt_epi32(_mm_set1_epi32(count), _mm_setr_epi32(0, 1, 2, 3));
  }
  FILIGREE_TARGET_AVX2 static Register load(const float* p, Mask mask) {
    return _mm_maskload_ps(p, mask);
  }
  FILIGREE_TARGET_AVX2 static void store(float* p, Register a) { _mm_storeu_ps(p, a); }
  FILIGREE_TARGET_AVX2 static void stream(float* p, Register a) { _mm_stream_ps(p, a); }
  FILIGREE_TARGET_AVX2 static Register fma(Register a, Register b, Register c) {
    return _mm_fmadd_ps(a, b, c);
  }
  FILIGREE_TARGET_AVX2 static Register add(Register a, Register b) { return _mm_add_ps(a, b); }
  /// Columns k .. k + 3 of four rows that lie `stride` apart, p at column k of the first.
  FILIGREE_TARGET_AVX2 static void load_columns(const float* p, std::int64_t stride,
                                                Register (&c)[4]) {
    for (int i = 0; i < 4; ++i) c[i] = _mm_loadu_ps(p + i * stride);
    _MM_TRANSPOSE4_PS(c[0], c[1], c[2], c[3]);
  }
};

}  // namespace filigree::detail::avx2_half

namespace filigree::detail::avx512 {

template <class T>
struct TileVector;

template <>
struct TileVector<double> : Vector<double> {
  using Mask = __mmask8;
  using Vector<double>::load;

  FILIGREE_TARGET_AVX512 static Register broadcast(double a) { return _mm512_set1_pd(a); }
  FILIGREE_TARGET_AVX512 static Mask mask(int count) { return Mask((1u << count) - 1u); }
  FILIGREE_TARGET_AVX512 static Register load(const double* p, Mask mask) {
    return _mm512_maskz_loadu_pd(mask, p);
  }
  FILIGREE_TARGET_AVX512 static void stream(double* p, Register a) { _mm512_stream_pd(p, a); }
};

template <>
struct TileVector<float> : Vector<float> {
  using Mask = __mmask16;
  using Vector<float>::load;

  FILIGREE_TARGET_AVX512 static Register broadcast(float a) { return _mm512_set1_ps(a); }
  FILIGREE_TARGET_AVX512 static Mask mask(int count) { return Mask((1u << count) - 1u); }
  FILIGREE_TARGET_AVX512 static Register load(const float* p, Mask mask) {
    return _mm512_maskz_loadu_ps(mask, p);
  }
  FILIGREE_TARGET_AVX512 static void stream(float* p, Register a) { _mm512_stream_ps(p, a); }
};

}  // namespace filigree::detail::avx512

#endif
