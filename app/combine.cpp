// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cstdio>

#include <filigree/geam.hpp>
#include <filigree/io/binary.hpp>
#include <filigree/io/matrix_market.hpp>
#include <filigree/spgemm.hpp>

#include "arguments.hpp"
#include "commands.hpp"
#include "matrix_source.hpp"
#include "matrix_target.hpp"

/// The commands that make a matrix of two: multiply and add.

namespace filigree::tool {
namespace {

constexpr std::array multiply_options{
    output_option,
    OptionSpec{"--cap", "", "BYTES", "the most memory beside A, B and C: 500M, 2G, 64k"},
};
constexpr std::array add_options{
    output_option,
    OptionSpec{"--alpha", "", "X", "the factor of A", "", "1"},
    OptionSpec{"--beta", "", "X", "the factor of B", "", "1"},
};

using Exec = Kokkos::DefaultExecutionSpace;

struct Request {
  std::string a, b, output;
  Target target = Target::matrix_market;
  MatrixFileHeader header_a, header_b;
};

Request request_of(const Arguments& arguments, ProgressLine& progress) {
  Request request;
  request.a = arguments.file(0);
  request.b = arguments.file(1);
  request.output = arguments.get("--output");
  request.target = target_of(request.output);
  request.header_a = load_header(request.a, progress);
  request.header_b = load_header(request.b, progress);
  return request;
}

/// The types that hold both matrices.
MatrixFileHeader wider_header(const Request& request) {
  const MatrixFileHeader &a = request.header_a, &b = request.header_b;
  MatrixFileHeader header = a;
  header.complex = a.complex || b.complex;
  header.num_rows = std::max(a.num_rows, b.num_rows);
  header.num_cols = std::max(a.num_cols, b.num_cols);
  header.num_entries = std::max(a.num_entries, b.num_entries);
  return header;
}

std::string size_text(const std::string& path, const MatrixFileHeader& header) {
  return "'" + path + "' is " + std::to_string(header.num_rows) + " x " +
         std::to_string(header.num_cols);
}

template <class Matrix>
void write_result(const Request& request, const Matrix& C, ProgressLine& progress) {
  progress.show("writing " + file_name(request.output));
  const auto on_host = mirror_in<Kokkos::HostSpace>(C);
  write_output([&] {
    if (request.target == Target::binary)
      write_binary(request.output, on_host);
    else
      write_matrix_market(request.output, on_host);
  });
  progress.clear();
  print_written(request.output, C);
}

template <class Scalar, class Index>
void multiply_matrices(const Request& request, const SpgemmOptions& options,
                       ProgressLine& progress) {
  const auto A = load_matrix<Scalar, Index>(request.a).matrix;
  const auto B = load_matrix<Scalar, Index>(request.b).matrix;
  progress.show("multiplying");
  const Exec exec;
  Kokkos::Timer timer;
  const auto plan = spgemm_plan<std::int64_t>(exec, A, B, options);
  exec.fence();  // a plan that is used once may not have waited
  const double plan_seconds = timer.seconds();
  const auto C = plan.make_result(exec);
  timer.reset();
  const KernelId kernel = plan.apply(exec, Scalar(1), A, B, C);
  exec.fence();
  const double seconds = timer.seconds();
  write_result(request, C, progress);
  const double compression = plan.nnz() == 0 ? 1 : double(plan.products()) / double(plan.nnz());
  std::printf(
      "%s products, %s per entry; pattern %s ms, values %s ms by %s; %s beside the result\n",
      grouped(plan.products()).c_str(), significant(compression).c_str(),
      significant(plan_seconds * 1e3).c_str(), significant(seconds * 1e3).c_str(),
      std::string(kernel.name).c_str(),
      bytes_text(double(plan.memory_bytes()) + double(plan.workspace_bytes())).c_str());
}

void run_multiply(const Arguments& arguments) {
  SpgemmOptions options;
  options.used_once = true;
  if (arguments.has("--cap")) options.memory_limit_bytes = arguments.bytes("--cap");
  ProgressLine progress;
  const Request request = request_of(arguments, progress);
  if (request.header_a.num_cols != request.header_b.num_rows)
    throw InputError(size_text(request.b, request.header_b) + ", but " +
                     size_text(request.a, request.header_a) +
                     ": B must have as many rows as A has columns");
  with_types(wider_header(request),
             [&]<class Scalar, class Index>(std::type_identity<Scalar>, std::type_identity<Index>) {
               multiply_matrices<Scalar, Index>(request, options, progress);
             });
}

void run_add(const Arguments& arguments) {
  const double alpha = arguments.real("--alpha");
  const double beta = arguments.real("--beta");
  ProgressLine progress;
  const Request request = request_of(arguments, progress);
  if (request.header_a.num_rows != request.header_b.num_rows ||
      request.header_a.num_cols != request.header_b.num_cols)
    throw InputError(size_text(request.b, request.header_b) + ", but " +
                     size_text(request.a, request.header_a) + ": sizes must agree");
  with_types(wider_header(request),
             [&]<class Scalar, class Index>(std::type_identity<Scalar>, std::type_identity<Index>) {
               const auto A = load_matrix<Scalar, Index>(request.a).matrix;
               const auto B = load_matrix<Scalar, Index>(request.b).matrix;
               progress.show("adding");
               const auto C = geam<void, std::int64_t>(Exec(), Scalar(alpha), A, Scalar(beta), B);
               Exec().fence();
               write_result(request, C, progress);
             });
}

}  // namespace

const Command multiply_command{
    "multiply",
    "multiplies two matrices",
    2,
    "Writes C = A B. C has an entry wherever a product of two entries falls, also where they "
    "cancel.\n"
    "Prints two lines: file, size, entries, bytes; products, products per entry of C, times, and "
    "the\n"
    "memory of the plan and its workspace. With --cap less memory is used, or the bytes that are\n"
    "needed are named; C is the same bit for bit.\n",
    "  filigree multiply A.mtx B.mtx -o C.mtx             C = A B\n"
    "  filigree multiply A.mtx B.mtx -o C.bin --cap 2G    with 2 GB beside A, B and C\n",
    multiply_options,
    run_multiply};

const Command add_command{
    "add",
    "adds two matrices",
    2,
    "Writes C = alpha A + beta B. C has an entry wherever A or B has one, also where they cancel.\n"
    "Prints one line: file, size, entries, bytes.\n",
    "  filigree add A.mtx B.mtx -o C.mtx              C = A + B\n"
    "  filigree add A.mtx B.mtx -o C.mtx --beta -1    C = A - B\n",
    add_options,
    run_add};

}  // namespace filigree::tool
