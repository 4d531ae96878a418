# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Target Filigree::rsb, where librsb (LGPL) is: for programs that include filigree/format/rsb.hpp. Filigree's own library
# never links it. Part of Filigree's build and, as component "rsb", of its package: librsb is looked for where it is used.
#
# Variables: FILIGREE_LIBRSB_INCLUDE_DIR, the folder of rsb.h; FILIGREE_LIBRSB_LIBRARY.

find_path(FILIGREE_LIBRSB_INCLUDE_DIR rsb.h)
find_library(FILIGREE_LIBRSB_LIBRARY rsb)
mark_as_advanced(FILIGREE_LIBRSB_INCLUDE_DIR FILIGREE_LIBRSB_LIBRARY)
if(FILIGREE_LIBRSB_INCLUDE_DIR AND FILIGREE_LIBRSB_LIBRARY AND NOT TARGET Filigree::rsb)
  add_library(Filigree::rsb INTERFACE IMPORTED GLOBAL)
  target_include_directories(Filigree::rsb SYSTEM INTERFACE "${FILIGREE_LIBRSB_INCLUDE_DIR}")
  target_link_libraries(Filigree::rsb INTERFACE Filigree::filigree "${FILIGREE_LIBRSB_LIBRARY}")
endif()
