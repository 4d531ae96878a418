// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The build puts this before every file of a shared library.
//
// The library is compiled with hidden visibility. Types of Kokkos' headers would become hidden with
// it, and so would every template instantiated with them, e.g. make_plan<Kokkos::OpenMP, int, int>,
// whatever its own declaration says: the shared library would not export it. Kokkos' types are not
// ours to hide.
#pragma once

#pragma GCC visibility push(default)
#include <Kokkos_Core.hpp>
#pragma GCC visibility pop
