// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <string>
#include <vector>

#include "contender.hpp"
#include "harness.hpp"

namespace perf {

/// One line of the results.
struct Row {
  std::string problem;  ///< the matrix
  std::string scalar;
  std::string op;
  std::string library;
  std::string name;  ///< which of the library's ways
  std::string kernel;
  Timing timing;
  double bytes = 0;      ///< that it had to move
  double csr_bytes = 0;  ///< that plain CSR has to move
  double error = 0;      ///< largest, of sum |a||x|
  double setup_seconds = 0;
  /// Filled in at the end, for rows of Filigree: a peer's time over this row's time.
  std::map<std::string, double> ratios;
  std::string best_peer;
  double best_ratio = 0;

  std::string key() const { return problem + "/" + scalar + "/" + op; }
};

struct Machine {
  std::string cpu;
  std::string device;
  std::string kokkos;
  std::string date;
  std::string filigree;
  int threads = 0;
  double copy = 0;  ///< bytes a second
  double triad = 0;
  std::vector<Peer> peers;

  double best() const { return std::max(copy, triad); }
};

Machine describe_machine(const Exec& exec, const std::vector<Peer>& peers);
/// Each row of Filigree against all rows of peers with the same product.
void compare_with_peers(std::vector<Row>& rows);
void print_table(const Machine& machine, const std::vector<Row>& rows);
void write_json(const std::string& path, const Machine& machine, const std::vector<Row>& rows);

}  // namespace perf
