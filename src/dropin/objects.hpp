// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include <cusparse.h>

/// Who owns what the caller's pointers point to.
///
/// An object is Filigree's, unless only the vendor's library could make it. A call that goes to the
/// vendor's library takes, in the place of each object of Filigree's, its *twin*: an object of that
/// library with the same contents, made by the first such call, renewed where the contents have
/// changed since, destroyed with the original. Operation objects (of SpSV, SpGEMM, infos, ...) hold
/// what their calls have found, which cannot be copied: these belong to the library that the first
/// call with one of them succeeded in, and all later calls go there.

namespace filigree::dropin {

enum class Kind {
  other,
  handle,
  matrix_description,
  sparse_vector,
  dense_vector,
  sparse_matrix,
  dense_matrix,
  operation
};

/// What a type of objects needs for twins; operations say which calls make and end one.
struct ObjectType {
  Kind kind = Kind::other;
  const char* create = nullptr;
  const char* destroy = nullptr;
};

/// Objects that are made by calls with more arguments have no twin.
template <class T>
constexpr ObjectType object_type{};
template <>
inline constexpr ObjectType object_type<cusparseContext>{Kind::handle, "cusparseCreate",
                                                         "cusparseDestroy"};
template <>
inline constexpr ObjectType object_type<cusparseMatDescr>{
    Kind::matrix_description, "cusparseCreateMatDescr", "cusparseDestroyMatDescr"};
template <>
inline constexpr ObjectType object_type<cusparseSpVecDescr>{Kind::sparse_vector, nullptr,
                                                            "cusparseDestroySpVec"};
template <>
inline constexpr ObjectType object_type<cusparseDnVecDescr>{Kind::dense_vector, nullptr,
                                                            "cusparseDestroyDnVec"};
template <>
inline constexpr ObjectType object_type<cusparseSpMatDescr>{Kind::sparse_matrix, nullptr,
                                                            "cusparseDestroySpMat"};
template <>
inline constexpr ObjectType object_type<cusparseDnMatDescr>{Kind::dense_matrix, nullptr,
                                                            "cusparseDestroyDnMat"};

#define FILIGREE_DROPIN_OPERATION(type, create, destroy) \
  template <>                                            \
  inline constexpr ObjectType object_type<type> {        \
    Kind::operation, create, destroy                     \
  }
#define FILIGREE_DROPIN_INFO(type, name) \
  FILIGREE_DROPIN_OPERATION(type, "cusparseCreate" name, "cusparseDestroy" name)
FILIGREE_DROPIN_INFO(bsrsv2Info, "Bsrsv2Info");
FILIGREE_DROPIN_INFO(bsrsm2Info, "Bsrsm2Info");
FILIGREE_DROPIN_INFO(csric02Info, "Csric02Info");
FILIGREE_DROPIN_INFO(bsric02Info, "Bsric02Info");
FILIGREE_DROPIN_INFO(csrilu02Info, "Csrilu02Info");
FILIGREE_DROPIN_INFO(bsrilu02Info, "Bsrilu02Info");
FILIGREE_DROPIN_INFO(csru2csrInfo, "Csru2csrInfo");
FILIGREE_DROPIN_INFO(cusparseColorInfo, "ColorInfo");
FILIGREE_DROPIN_INFO(pruneInfo, "PruneInfo");
FILIGREE_DROPIN_OPERATION(cusparseSpSVDescr, "cusparseSpSV_createDescr",
                          "cusparseSpSV_destroyDescr");
FILIGREE_DROPIN_OPERATION(cusparseSpSMDescr, "cusparseSpSM_createDescr",
                          "cusparseSpSM_destroyDescr");
FILIGREE_DROPIN_OPERATION(cusparseSpGEMMDescr, "cusparseSpGEMM_createDescr",
                          "cusparseSpGEMM_destroyDescr");
FILIGREE_DROPIN_OPERATION(cusparseSpGEAMDescr, "cusparseSpGEAM_createDescr",
                          "cusparseSpGEAM_destroyDescr");
FILIGREE_DROPIN_OPERATION(cusparseSpMatConvertDescr, nullptr, "cusparseSpMatConvertDescrDestroy");
FILIGREE_DROPIN_OPERATION(cusparseSpMVDescr, nullptr, "cusparseSpMV_destroyDescr");
FILIGREE_DROPIN_OPERATION(cusparseSpMVOpDescr, nullptr, "cusparseSpMVOp_destroyDescr");
FILIGREE_DROPIN_OPERATION(cusparseSpMVOpPlan, nullptr, "cusparseSpMVOp_destroyPlan");
FILIGREE_DROPIN_OPERATION(cusparseSpMMOpPlan, nullptr, "cusparseSpMMOp_destroyPlan");
#undef FILIGREE_DROPIN_INFO
#undef FILIGREE_DROPIN_OPERATION

/// What an argument's type points to, without const; void for what is no pointer.
template <class Argument>
using pointee = std::remove_const_t<std::remove_pointer_t<Argument>>;

/// Whether an argument is an object, and whether it is where a call writes a new one.
template <class Argument>
constexpr bool is_object =
    std::is_pointer_v<Argument>&& object_type<pointee<Argument>>.kind != Kind::other;
template <class Argument>
constexpr bool is_new_object =
    std::is_pointer_v<Argument> && std::is_pointer_v<pointee<Argument>> &&
    object_type<pointee<pointee<Argument>>>.kind != Kind::other;

///@{
/// Threads may call these at once.

/// Whether the vendor's library has made the object.
bool is_adopted(const void* object) noexcept;
/// Whether it has, or the object is an operation that it has begun.
bool is_vendors(const void* object) noexcept;
/// Whether Filigree has begun the operation.
bool is_begun_here(const void* operation) noexcept;
/// Remembers who has begun an operation; nothing changes where it was begun before.
void begin_operation(const void* operation, bool here) noexcept;
/// Remembers that the vendor's library has made the object.
void adopt(const void* object) noexcept;

/// The vendor's object to be passed in the place of `object`: itself where it is the vendor's or
/// null, else its twin. Null where there can be none.
const void* twin_of(const ObjectType& type, const void* object) noexcept;
/// Takes over what a call of the vendor's has written into the twin of a sparse matrix: its size.
void take_over_size(cusparseSpMatDescr* matrix) noexcept;
/// Destroys the twin of an object that has ended, and forgets both.
void forget(const void* object) noexcept;
///@}

}  // namespace filigree::dropin
