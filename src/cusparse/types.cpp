// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/types.hpp>

#include <iterator>
#include <string>

#include <cusparse/guard.hpp>

namespace filigree::cusparse {
namespace {

/// In the order of runtime::ScalarType.
constexpr cudaDataType data_types[] = {CUDA_R_32F, CUDA_R_64F,  CUDA_C_32F, CUDA_C_64F,
                                       CUDA_R_16F, CUDA_R_16BF, CUDA_C_16F, CUDA_C_16BF,
                                       CUDA_R_8I,  CUDA_R_32I};
static_assert(std::size(data_types) == runtime::num_scalar_types);

}  // namespace

runtime::ScalarType scalar_type(const char* call, const char* argument, cudaDataType type) {
  int i = 0;
  while (i < runtime::num_scalar_types && data_types[i] != type) ++i;
  require(i < runtime::num_scalar_types, call, argument, std::to_string(int(type)).c_str(),
          "a real or complex type of 16 to 64 bits, or an integer of 8 or 32");
  return runtime::ScalarType(i);
}

runtime::IndexType index_type(const char* call, const char* argument, cusparseIndexType_t type) {
  require(type != CUSPARSE_INDEX_16U, call, argument, "CUSPARSE_INDEX_16U",
          "CUSPARSE_INDEX_32I or CUSPARSE_INDEX_64I");
  return type == CUSPARSE_INDEX_64I ? runtime::IndexType::int64 : runtime::IndexType::int32;
}

cudaDataType data_type(runtime::ScalarType type) { return data_types[int(type)]; }

}  // namespace filigree::cusparse
