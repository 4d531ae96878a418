! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! A program in the manner of those written for NVIDIA's
! cusparse_fortran.c: no interfaces, handles and arrays of the device
! are integer*8. A matrix of four rows in coordinates becomes CSR; a
! scatter, a product with a vector and one with two vectors follow.
      program names77
      implicit none
      integer cuda_malloc, cuda_memset
      integer cuda_memcpy_fort2c_int, cuda_memcpy_fort2c_real
      integer cuda_memcpy_c2fort_int, cuda_memcpy_c2fort_real
      integer cusparse_create, cusparse_get_version
      integer cusparse_create_mat_descr
      integer cusparse_set_mat_type, cusparse_get_mat_type
      integer cusparse_set_mat_fill_mode, cusparse_get_mat_fill_mode
      integer cusparse_set_mat_diag_type, cusparse_get_mat_diag_type
      integer cusparse_set_mat_index_base, cusparse_get_mat_index_base
      integer cusparse_xcoo2csr
      integer cusparse_dsctr, cusparse_dcsrmv, cusparse_dcsrmm
      external cuda_free, cusparse_destroy, cusparse_destroy_mat_descr
      external get_shifted_address

      integer n, nnz
      parameter (n=4, nnz=9)
      integer*8 handle, matrix, nothing
      integer*8 rows, cols, values, offsets, xind, xval, y, y2, z
      integer bad, version, hrows(nnz), hcols(nnz), hind(3)
      integer hoffs(n+1), offs(n+1)
      real*8 hvals(nnz), hxval(3), hy(2*n), hz(2*(n+1))
      real*8 wanty(2*n), wantz(2*(n+1))
      integer i
      data hrows /1, 1, 1, 2, 3, 3, 3, 4, 4/
      data hcols /1, 3, 4, 2, 1, 3, 4, 2, 4/
      data hvals /1, 2, 3, 4, 5, 6, 7, 8, 9/
      data hind /1, 2, 4/
      data hxval /100, 200, 400/
      data hy /10, 20, 30, 40, 50, 60, 70, 80/
      data offs /1, 4, 5, 8, 10/
      data wanty /10, 20, 30, 40, 680, 760, 1230, 2240/
      data wantz /950, 400, 2550, 2600, 0,
     $            49300, 15200, 132300, 131200, 0/

      nothing = 0
      bad = 0
      call must(cuda_malloc(rows, nnz*4), 0, bad)
      call must(cuda_malloc(cols, nnz*4), 0, bad)
      call must(cuda_malloc(values, nnz*8), 0, bad)
      call must(cuda_malloc(offsets, (n+1)*4), 0, bad)
      call must(cuda_malloc(xind, 3*4), 0, bad)
      call must(cuda_malloc(xval, 3*8), 0, bad)
      call must(cuda_malloc(y, 2*n*8), 0, bad)
      call must(cuda_malloc(z, 2*(n+1)*8), 0, bad)
      call must(cuda_memcpy_fort2c_int(rows, hrows, nnz*4, 1), 0, bad)
      call must(cuda_memcpy_fort2c_int(cols, hcols, nnz*4, 1), 0, bad)
      call must(cuda_memcpy_fort2c_real(values, hvals, nnz*8, 1),
     $          0, bad)
      call must(cuda_memcpy_fort2c_int(xind, hind, 3*4, 1), 0, bad)
      call must(cuda_memcpy_fort2c_real(xval, hxval, 3*8, 1), 0, bad)
      call must(cuda_memcpy_fort2c_real(y, hy, 2*n*8, 1), 0, bad)
      call must(cuda_memset(z, 0, 2*(n+1)*8), 0, bad)

      call must(cusparse_create(handle), 0, bad)
      call must(cusparse_get_version(handle, version), 0, bad)
      if (version .le. 0) bad = bad + 1
      call must(cusparse_create_mat_descr(matrix), 0, bad)
      call must(cusparse_get_mat_type(matrix), 0, bad)
      call must(cusparse_get_mat_fill_mode(matrix), 0, bad)
      call must(cusparse_get_mat_diag_type(matrix), 0, bad)
      call must(cusparse_get_mat_index_base(matrix), 0, bad)
      call must(cusparse_set_mat_index_base(matrix, 1), 0, bad)
      call must(cusparse_get_mat_index_base(matrix), 1, bad)

      call must(cusparse_xcoo2csr(handle, rows, nnz, n, offsets, 1),
     $          0, bad)
      call must(cuda_memcpy_c2fort_int(hoffs, offsets, (n+1)*4, 2),
     $          0, bad)
      do i = 1, n + 1
        if (hoffs(i) .ne. offs(i)) bad = bad + 1
      enddo
      call get_shifted_address(y, n*8, y2)
      call must(cusparse_dsctr(handle, 3, xval, xind, y2, 1), 0, bad)
      call must(cusparse_dcsrmv(handle, 0, n, n, nnz, 2.0d0, matrix,
     $          values, offsets, cols, y, 3.0d0, y2), 0, bad)
      call must(cuda_memcpy_c2fort_real(hy, y, 2*n*8, 2), 0, bad)
      call must(cusparse_dcsrmm(handle, 0, n, 2, n, nnz, 5.0d0, matrix,
     $          values, offsets, cols, y, n, 0.0d0, z, n+1), 0, bad)
      call must(cuda_memcpy_c2fort_real(hz, z, 2*(n+1)*8, 2), 0, bad)
      write (*, '(a, 8f9.0)') 'y =', hy
      write (*, '(a, 10f9.0)') 'z =', hz
      do i = 1, 2 * n
        if (hy(i) .ne. wanty(i)) bad = bad + 1
      enddo
      do i = 1, 2 * (n + 1)
        if (hz(i) .ne. wantz(i)) bad = bad + 1
      enddo

      call others(handle, matrix, offsets, cols, bad)

!     what is wrong is a status: 1 not initialized, 3 invalid value
      call must(cuda_malloc(nothing, -1), 1, bad)
      call must(cuda_memset(nothing, 0, 8), 1, bad)
      call must(cuda_memset(y, 0, -8), 1, bad)
      call must(cuda_memcpy_fort2c_int(nothing, hind, 4, 1), 1, bad)
      call must(cuda_memcpy_fort2c_real(nothing, hy, 8, 1), 1, bad)
      call must(cuda_memcpy_c2fort_int(hind, nothing, 4, 2), 1, bad)
      call must(cuda_memcpy_c2fort_real(hy, y, -8, 2), 1, bad)
      call must(cusparse_get_version(nothing, version), 1, bad)
      call must(cusparse_set_mat_type(matrix, 4), 3, bad)
      call must(cusparse_set_mat_type(nothing, 0), 3, bad)
      call must(cusparse_set_mat_fill_mode(matrix, 2), 3, bad)
      call must(cusparse_set_mat_diag_type(matrix, -1), 3, bad)
      call must(cusparse_set_mat_index_base(matrix, 2), 3, bad)
      call must(cusparse_xcoo2csr(nothing, rows, nnz, n, offsets, 1),
     $          1, bad)
      call must(cusparse_xcoo2csr(handle, rows, -1, n, offsets, 1),
     $          3, bad)
      call must(cusparse_dsctr(nothing, 3, xval, xind, y2, 1), 1, bad)
      call must(cusparse_dsctr(handle, 3, nothing, xind, y2, 1),
     $          3, bad)
      call must(cusparse_dcsrmv(nothing, 0, n, n, nnz, 2.0d0, matrix,
     $          values, offsets, cols, y, 3.0d0, y2), 1, bad)
      call must(cusparse_dcsrmv(handle, 7, n, n, nnz, 2.0d0, matrix,
     $          values, offsets, cols, y, 3.0d0, y2), 3, bad)
      call must(cusparse_dcsrmv(handle, 0, n, n, nnz, 2.0d0, nothing,
     $          values, offsets, cols, y, 3.0d0, y2), 3, bad)
      call must(cusparse_dcsrmm(handle, 0, n, 2, n, nnz, 5.0d0, matrix,
     $          values, offsets, cols, y, n, 0.0d0, z, n-1), 3, bad)
      call must(cusparse_dcsrmm(handle, 0, n, 2, n, nnz, 5.0d0, nothing,
     $          values, offsets, cols, y, n, 0.0d0, z, n+1), 3, bad)

      call cuda_free(rows)
      call cuda_free(cols)
      call cuda_free(values)
      call cuda_free(offsets)
      call cuda_free(xind)
      call cuda_free(xval)
      call cuda_free(y)
      call cuda_free(z)
      call cusparse_destroy_mat_descr(matrix)
      call cusparse_destroy(handle)
      if (bad .ne. 0) then
        write (*, *) 'not as expected:', bad
        stop 1
      endif
      write (*, *) 'fortran example test PASSED'
      end

      subroutine must(status, expected, bad)
      integer status, expected, bad
      if (status .eq. expected) return
      bad = bad + 1
      write (*, *) 'status', status, 'not', expected
      end

! The other types. Their arrays are copied as real*8 of the same bytes.
      subroutine others(handle, matrix, offsets, cols, bad)
      implicit none
      integer cusparse_ssctr, cusparse_scsrmv, cusparse_scsrmm
      integer cusparse_csctr, cusparse_ccsrmv, cusparse_ccsrmm
      integer cusparse_zsctr, cusparse_zcsrmv, cusparse_zcsrmm
      integer cuda_malloc, cuda_memcpy_fort2c_int
      integer*8 handle, matrix, offsets, cols
      integer*8 dall4, dsa, dsx, dsy, dsz, dca, dcx, dcy, dcz
      integer*8 dza, dzx, dzy, dzz
      integer bad, n, nnz
      parameter (n=4, nnz=9)
      integer i, all4(n)
      real want(n)
      real sa(nnz+1), sy(n), sz(n)
      complex ca(nnz), cy(n), cz(n)
      complex*16 za(nnz), zy(n), zz(n)
      real*8 bsa(5), bsy(2), bsz(2), bca(nnz), bcy(n), bcz(n)
      real*8 bza(2*nnz), bzy(2*n), bzz(2*n)
      equivalence (sa, bsa), (sy, bsy), (sz, bsz)
      equivalence (ca, bca), (cy, bcy), (cz, bcz)
      equivalence (za, bza), (zy, bzy), (zz, bzz)
      data all4 /1, 2, 3, 4/
      data want /6, 4, 18, 17/
      do i = 1, nnz
        sa(i) = i
        ca(i) = i
        za(i) = i
      enddo
      sz = 1
      cz = (1, 0)
      zz = (1, 0)
      call must(cuda_malloc(dall4, 4*n), 0, bad)
      call must(cuda_memcpy_fort2c_int(dall4, all4, 4*n, 1), 0, bad)
      call put(dsa, bsa, 40, bad)
      call put(dca, bca, 8*nnz, bad)
      call put(dza, bza, 16*nnz, bad)
      call put(dsz, bsz, 4*n, bad)
      call put(dcz, bcz, 8*n, bad)
      call put(dzz, bzz, 16*n, bad)
      call must(cuda_malloc(dsx, 4*n), 0, bad)
      call must(cuda_malloc(dcx, 8*n), 0, bad)
      call must(cuda_malloc(dzx, 16*n), 0, bad)
      call must(cuda_malloc(dsy, 4*n), 0, bad)
      call must(cuda_malloc(dcy, 8*n), 0, bad)
      call must(cuda_malloc(dzy, 16*n), 0, bad)
      call must(cusparse_ssctr(handle, n, dsz, dall4, dsx, 1), 0, bad)
      call must(cusparse_csctr(handle, n, dcz, dall4, dcx, 1), 0, bad)
      call must(cusparse_zsctr(handle, n, dzz, dall4, dzx, 1), 0, bad)
      call must(cusparse_scsrmv(handle, 0, n, n, nnz, 1.0e0, matrix,
     $          dsa, offsets, cols, dsx, 0.0e0, dsy), 0, bad)
      call must(cusparse_ccsrmv(handle, 0, n, n, nnz, (0.0e0, 1.0e0),
     $          matrix, dca, offsets, cols, dcx,
     $          (0.0e0, 0.0e0), dcy), 0, bad)
      call must(cusparse_zcsrmv(handle, 0, n, n, nnz, (0.0d0, 1.0d0),
     $          matrix, dza, offsets, cols, dzx,
     $          (0.0d0, 0.0d0), dzy), 0, bad)
      call must(cusparse_scsrmm(handle, 0, n, 1, n, nnz, 1.0e0, matrix,
     $          dsa, offsets, cols, dsx, n, 0.0e0, dsz, n), 0, bad)
      call must(cusparse_ccsrmm(handle, 0, n, 1, n, nnz,
     $          (0.0e0, 1.0e0), matrix, dca, offsets, cols,
     $          dcx, n, (0.0e0, 0.0e0), dcz, n), 0, bad)
      call must(cusparse_zcsrmm(handle, 0, n, 1, n, nnz,
     $          (0.0d0, 1.0d0), matrix, dza, offsets, cols,
     $          dzx, n, (0.0d0, 0.0d0), dzz, n), 0, bad)
      call take(bsy, dsy, 4*n, bad)
      call take(bsz, dsz, 4*n, bad)
      call take(bcy, dcy, 8*n, bad)
      call take(bcz, dcz, 8*n, bad)
      call take(bzy, dzy, 16*n, bad)
      call take(bzz, dzz, 16*n, bad)
      do i = 1, n
        if (sy(i) .ne. want(i) .or. sz(i) .ne. want(i)) bad = bad + 1
        if (cy(i) .ne. cmplx(0.0, want(i))) bad = bad + 1
        if (cz(i) .ne. cmplx(0.0, want(i))) bad = bad + 1
        if (zy(i) .ne. cmplx(0.0, want(i))) bad = bad + 1
        if (zz(i) .ne. cmplx(0.0, want(i))) bad = bad + 1
      enddo
      call cuda_free(dall4)
      call cuda_free(dsa)
      call cuda_free(dca)
      call cuda_free(dza)
      call cuda_free(dsx)
      call cuda_free(dcx)
      call cuda_free(dzx)
      end

! Memory of the device with what an array has.
      subroutine put(device, array, bytes, bad)
      implicit none
      integer cuda_malloc, cuda_memcpy_fort2c_real
      integer*8 device
      integer bytes, bad
      real*8 array(*)
      call must(cuda_malloc(device, bytes), 0, bad)
      call must(cuda_memcpy_fort2c_real(device, array, bytes, 1),
     $          0, bad)
      end

! What memory of the device has, which ends.
      subroutine take(array, device, bytes, bad)
      implicit none
      integer cuda_memcpy_c2fort_real
      integer*8 device
      integer bytes, bad
      real*8 array(*)
      call must(cuda_memcpy_c2fort_real(array, device, bytes, 2),
     $          0, bad)
      call cuda_free(device)
      end
