// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handles that change their stream, some of them while a stream records a graph.
#include <optional>
#include <thread>
#include <vector>

#include "products.hpp"

namespace filigree::test::cusparse {
namespace {

constexpr auto as_stored = CUSPARSE_OPERATION_NON_TRANSPOSE;

class Stream {
 public:
  Stream() { EXPECT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess); }
  Stream(const Stream&) = delete;
  ~Stream() { cudaStreamDestroy(stream_); }
  cudaStream_t get() const { return stream_; }
  void wait() const { EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess); }

  /// f, recorded, and run once.
  template <class F>
  void record(const F& f) const {
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    ASSERT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), cudaSuccess);
    f();
    ASSERT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
    ASSERT_EQ(cudaGraphInstantiateWithFlags(&executable, graph, 0), cudaSuccess);
    EXPECT_EQ(cudaGraphLaunch(executable, stream_), cudaSuccess);
    wait();
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
  }

 private:
  cudaStream_t stream_ = nullptr;
};

/// 2 on the diagonal, 1 below it. The solution with 2, 3, 3, ... is of ones.
struct Triangle {
  static constexpr int rows = 50'000;
  Array<int> offsets{std::size_t(rows) + 1}, columns{std::size_t(2 * rows - 1)};
  Array<double> values{std::size_t(2 * rows - 1)};
  cusparseSpMatDescr_t description = nullptr;

  Triangle() {
    std::vector<int> all_offsets{0}, all_columns;
    std::vector<double> all_values;
    for (int row = 0; row < rows; ++row) {
      if (row > 0) all_columns.push_back(row - 1), all_values.push_back(1);
      all_columns.push_back(row), all_values.push_back(2);
      all_offsets.push_back(int(all_values.size()));
    }
    offsets.assign(all_offsets), columns.assign(all_columns), values.assign(all_values);
    must(cusparseCreateCsr(&description, rows, rows, std::int64_t(all_values.size()),
                           offsets.data(), columns.data(), values.data(), CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  }
  Triangle(const Triangle&) = delete;
  ~Triangle() { cusparseDestroySpMat(description); }
};

/// op(A) x = b times `factor`, with b of twos and threes.
struct Solve {
  double factor;
  Array<double> b{std::size_t(Triangle::rows)}, x{std::size_t(Triangle::rows)};
  DenseVector<double> B{b}, X{x};

  explicit Solve(double f) : factor(f) {
    std::vector<double> right(std::size_t(Triangle::rows), 3 * f);
    right[0] = 2 * f;
    b.assign(right);
  }
  template <class Function, class... Last>
  void call(cusparseHandle_t handle, const Triangle& A, cusparseSpSVDescr_t state,
            const Function& function, Last... last) const {
    const double alpha = 1;
    must(function(handle, as_stored, &alpha, A.description, B.get(), X.get(), CUDA_R_64F,
                  CUSPARSE_SPSV_ALG_DEFAULT, state, last...));
  }
  bool is_right() const { return x.to_host() == std::vector<double>(x.size(), factor); }
};

TEST(CusparseStreams, many_by_turns) {
  const Handle handle;
  const Coordinates<double> A(60, 50, 1);
  const SparseMatrix<double> matrix(A, formats[0], 0);
  const VectorProduct<double> product(A, as_stored);
  const std::vector<Stream> streams(20);  // more than a handle has targets for
  for (int turn = 0; turn < 3; ++turn)
    for (const Stream& stream : streams) {
      must(cusparseSetStream(handle.get(), stream.get()));
      EXPECT_EQ(product.run(handle, matrix.get(), false), product.expected(A));
      must(cusparseSetStream(handle.get(), nullptr));
    }
}

/// cuSPARSE notes the stream, so that it may be set at any time.
TEST(CusparseStreams, one_is_set_while_it_records) {
  const Handle handle;
  const Triangle A;
  const Stream stream;
  const Array<double> x(std::vector<double>(std::size_t(Triangle::rows), 1)), y(x.size());
  const DenseVector<double> X(x), Y(y);
  const double alpha = 1, beta = 0;
  stream.record([&] {
    must(cusparseSetStream(handle.get(), stream.get()));
    must(cusparseSpMV(handle.get(), as_stored, &alpha, A.description, X.get(), &beta, Y.get(),
                      CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
  });
  std::vector<double> expected(x.size(), 3);
  expected[0] = 2;
  EXPECT_EQ(y.to_host(), expected);
}

/// What another thread makes and ends meanwhile disturbs no recording.
TEST(CusparseStreams, objects_end_while_another_stream_records) {
  const Handle handle;
  const Triangle A;
  const Solve solve(1);
  const Stream stream, other;
  must(cusparseSetStream(handle.get(), stream.get()));
  cusparseSpSVDescr_t state = nullptr, second = nullptr;
  for (auto* const description : {&state, &second}) {
    must(cusparseSpSV_createDescr(description));
    solve.call(handle.get(), A, *description, cusparseSpSV_analysis, nullptr);
  }
  std::optional<Handle> ending(std::in_place);
  must(cusparseSetStream(ending->get(), other.get()));
  stream.record([&] {
    solve.call(handle.get(), A, state, cusparseSpSV_solve);
    std::thread([&] {
      must(cusparseSpSV_destroyDescr(second));
      must(cusparseSetStream(ending->get(), nullptr));
      ending.reset();
    }).join();
  });
  EXPECT_TRUE(solve.is_right());
  must(cusparseSpSV_destroyDescr(state));
}

/// The buffer of the analysis is that of its stream: solves of another one work elsewhere.
TEST(CusparseStreams, one_analysis_for_solves_side_by_side) {
  const Handle first, second;
  const Triangle A;
  const Stream one, other;
  must(cusparseSetStream(first.get(), one.get()));
  must(cusparseSetStream(second.get(), other.get()));
  const Solve ones(1), fours(4);
  cusparseSpSVDescr_t state = nullptr;
  must(cusparseSpSV_createDescr(&state));
  std::size_t bytes = 0;
  ones.call(first.get(), A, state, cusparseSpSV_bufferSize, &bytes);
  const Array<char> buffer(bytes);
  ones.call(first.get(), A, state, cusparseSpSV_analysis, buffer.data());
  for (int i = 0; i < 20; ++i) {
    ones.call(first.get(), A, state, cusparseSpSV_solve);
    fours.call(second.get(), A, state, cusparseSpSV_solve);
  }
  one.wait();
  other.wait();
  EXPECT_TRUE(ones.is_right());
  EXPECT_TRUE(fours.is_right());
  must(cusparseSpSV_destroyDescr(state));
}

}  // namespace
}  // namespace filigree::test::cusparse
