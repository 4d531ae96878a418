// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <chrono>

#include <filigree/detail/tune_problem.hpp>

namespace filigree {

std::string difference(const TuneKey& made_for, const TuneKey& found) {
  std::string text;
  const auto compare = [&text](const char* what, const std::string& a, const std::string& b) {
    if (a == b) return;
    text += text.empty() ? "" : "; ";
    text.append(what).append(" ").append(b).append(" instead of ").append(a);
  };
  const auto number = [](std::int64_t value) { return std::to_string(value); };
  compare("library version", made_for.library_version, found.library_version);
  compare("machine", "'" + made_for.machine + "'", "'" + found.machine + "'");
  compare("scalar", made_for.scalar, found.scalar);
  compare("bytes of an index", number(made_for.index_bytes), number(found.index_bytes));
  compare("bytes of an offset", number(made_for.offset_bytes), number(found.offset_bytes));
  compare("rows", number(made_for.num_rows), number(found.num_rows));
  compare("columns", number(made_for.num_cols), number(found.num_cols));
  compare("entries", number(made_for.nnz), number(found.nnz));
  // Other sizes are another pattern: no need to say so twice.
  if (text.empty() && made_for.checksum != found.checksum) text = "another pattern of equal size";
  return text;
}

namespace detail {

std::string machine_key(const Machine& machine) {
  std::string name = machine.name;
  std::replace(name.begin(), name.end(), '\n', ' ');
  return name + ", " + std::to_string(machine.threads) + " threads";
}

std::vector<Recommendation> candidates_of(const Recommendations& recommendations,
                                          int max_candidates) {
  const auto& ranked = recommendations.ranked;
  const auto csr = std::find_if(ranked.begin(), ranked.end(), [](const Recommendation& candidate) {
    return candidate.format == Format::csr;
  });
  std::vector<Recommendation> result{*csr};
  for (auto candidate = ranked.begin(); candidate != ranked.end(); ++candidate)
    if (candidate != csr && int(result.size()) < std::max(max_candidates, 1))
      result.push_back(*candidate);
  return result;
}

std::int64_t fastest_of(const std::vector<TuneMeasurement>& measurements) {
  std::int64_t best = -1;
  for (std::size_t k = 0; k < measurements.size(); ++k) {
    if (!measurements[k].failure.empty()) continue;
    if (best < 0 || measurements[k].seconds < measurements[std::size_t(best)].seconds)
      best = std::int64_t(k);
  }
  return best;
}

TimedProduct time_product(const TuneOptions& options, const std::function<void()>& run,
                          const std::function<void()>& wait) {
  using Clock = std::chrono::steady_clock;
  const auto seconds_of = [&](int products) {
    const auto start = Clock::now();
    for (int i = 0; i < products; ++i) run();
    wait();
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  seconds_of(1);  // code and data come in
  int products = 1;
  for (double seconds = seconds_of(1); seconds < options.sample_seconds && products < 1 << 20;
       seconds = seconds_of(products))
    products = std::max(
        products + 1, int(std::min(8.0 * products, double(products) * 1.1 * options.sample_seconds /
                                                       std::max(seconds, 1e-9))));
  std::vector<double> samples(std::size_t(std::max(options.samples, 1)));
  for (double& sample : samples) sample = seconds_of(products) / products;
  std::sort(samples.begin(), samples.end());
  return {samples[samples.size() / 2], samples.front()};
}

}  // namespace detail
}  // namespace filigree
