! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!> Every operation in memory of a target: of the device, where the library was built for one. Values
!> are small integers, so that results are exact.
program targets
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: real64
  use filigree
  use expectations
  implicit none

  ! 4 . 1 .
  ! . 2 . .
  ! 1 . 8 .
  ! . 2 . 4
  integer, parameter :: n = 4, nnz = 7
  integer, target :: offsets(n + 1) = [1, 3, 4, 6, 8], cols(nnz) = [1, 3, 2, 1, 3, 2, 4]
  real(real64), target :: values(nnz) = [4, 1, 2, 1, 8, 2, 4]
  real(real64) :: dense(n, n), x(n) = [1, 10, 100, 1000], y(n), B(n, 2), C(n, 2)
  type(filigree_handle) :: handle
  type(target_memory) :: on_target(3), at_x, at_y, at_B, at_C, at_dense
  type(dense_vector) :: x_vector, y_vector
  type(dense_matrix) :: B_matrix, C_matrix
  type(csr_matrix) :: A
  integer(c_int) :: target

  target = FILIGREE_TARGET_HOST
  if (filigree_has_device()) target = FILIGREE_TARGET_DEVICE
  call handle%create(target)
  print '(2a)', "on ", filigree_device_name()
  call set_up()
  call test_memory()
  call test_facts()
  call test_products()
  call test_solves()
  call test_results()
  call test_padded()
  call test_relaxation()
  call test_sparse_vector()
  call test_banded()
  call finish()

contains

  subroutine set_up()
    integer :: i, k
    dense = 0
    do i = 1, n
      do k = offsets(i), offsets(i + 1) - 1
        dense(i, cols(k)) = values(k)
      end do
    end do
    B(:, 1) = x
    B(:, 2) = [3, 1, 2, 5]
    call on_target(1)%create(4_c_int64_t * size(offsets), handle)
    call on_target(2)%create(4_c_int64_t * nnz, handle)
    call on_target(3)%create(8_c_int64_t * nnz, handle)
    call on_target(1)%put(offsets)
    call on_target(2)%put(cols)
    call on_target(3)%put(values)
    call A%create(int(n, c_int64_t), int(n, c_int64_t), int(nnz, c_int64_t), &
        on_target(1)%address(), on_target(2)%address(), on_target(3)%address(), &
        FILIGREE_SCALAR_DOUBLE, FILIGREE_INDEX_INT32)
    call at_x%create(8_c_int64_t * n, handle)
    call at_y%create(8_c_int64_t * n, handle)
    call at_B%create(16_c_int64_t * n, handle)
    call at_C%create(16_c_int64_t * n, handle)
    call at_x%put(x)
    call at_B%put(B)
    call x_vector%create(int(n, c_int64_t), at_x%address(), FILIGREE_SCALAR_DOUBLE)
    call y_vector%create(int(n, c_int64_t), at_y%address(), FILIGREE_SCALAR_DOUBLE)
    call B_matrix%create(int(n, c_int64_t), 2_c_int64_t, int(n, c_int64_t), at_B%address(), &
        FILIGREE_SCALAR_DOUBLE)
    call C_matrix%create(int(n, c_int64_t), 2_c_int64_t, int(n, c_int64_t), at_C%address(), &
        FILIGREE_SCALAR_DOUBLE)
  end subroutine set_up

  subroutine test_memory()
    type(target_memory) :: memory, same, nothing
    real(real64) :: few(2) = [7, 8], back(2), many(3) = 0, gaps(6) = 0
    integer :: info
    call memory%create(16_c_int64_t, handle)
    call memory%put(few)
    back = 0
    call memory%get(back)
    call expect(all(abs(back - few) <= 0), "there and back")
    call expect(memory%bytes() == 16, "its size")
    call memory%put(many, info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "too large", "larger")
    call memory%get(many, info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "too large", "larger")
    call memory%put(gaps(1:3:2), info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "gaps", "contiguous")
    call memory%create(-1_c_int64_t, handle, info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "less than none", "less than no")
    call nothing%put(few, info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "no memory", "larger")
    call nothing%create(huge(1_c_int64_t), handle, info)
    call expect_status(info, FILIGREE_STATUS_ALLOC_FAILED, "too much memory")
    same = memory
    call memory%destroy()
    call same%get(back)
    call expect(all(abs(back - few) <= 0) .and. memory%bytes() == 0, "another variable has it")
    back = 0
    call expect(c_associated(same%address(8_c_int64_t)), "an address inside")
  end subroutine test_memory

  subroutine test_facts()
    integer :: info
    call expect(len(filigree_device_name()) > 0, "a name")
    call expect(filigree_device_property(FILIGREE_DEVICE_PROPERTY_MEMORY_BYTES) > 0, "memory")
    call expect(filigree_device_property(FILIGREE_DEVICE_PROPERTY_WARP_SIZE) >= 1, "warps")
    call expect(filigree_current_device() >= -1, "the device")
    call expect(filigree_has_device() .eqv. filigree_current_device() >= 0, "a device or none")
    call expect(filigree_device_property(FILIGREE_DEVICE_PROPERTY_WARP_SIZE, 1000000, info) == 0, &
        "no such device")
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "no such device", "device")
    call expect(filigree_device_property(99_c_int, info=info) == 0, "no such property")
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "no such property", "property")
    call expect(filigree_device_name(1000000, info) == "", "no such device")
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "no such device", "device")
  end subroutine test_facts

  subroutine expect_y(expected, what)
    real(real64), intent(in) :: expected(:)
    character(len=*), intent(in) :: what
    call handle%synchronize()
    call at_y%get(y)
    call expect(all(abs(y - expected) <= 0), what)
  end subroutine expect_y

  subroutine expect_C(expected, what)
    real(real64), intent(in) :: expected(:, :)
    character(len=*), intent(in) :: what
    call handle%synchronize()
    call at_C%get(C)
    call expect(all(abs(C - expected) <= 0), what)
  end subroutine expect_C

  subroutine test_products()
    type(spmv_plan) :: plan
    type(spmm_plan) :: block_plan
    type(sddmm_plan) :: sampled_plan
    type(csr_matrix) :: sampled
    type(target_memory) :: sampled_values
    real(real64) :: product(n, n), found(nnz)
    integer :: i, k
    call A%multiply(x_vector, y_vector, handle=handle)
    call expect_y(matmul(dense, x), "a product with a vector")
    call A%multiply(x_vector, y_vector, 2.0_c_double, 1.0_c_double, FILIGREE_OP_TRANSPOSE, &
        FILIGREE_ALGORITHM_DETERMINISTIC, handle)
    call expect_y(2 * matmul(transpose(dense), x) + matmul(dense, x), "alpha and beta")
    call A%multiply(at_x%address(), at_y%address(), handle=handle)
    call expect_y(matmul(dense, x), "by addresses")
    call A%multiply(B_matrix, C_matrix, handle=handle)
    call expect_C(matmul(dense, B), "a product with a block")
    call plan%create(A, handle=handle)
    call plan%run(A, x_vector, y_vector, 3.0_c_double)
    call expect_y(3 * matmul(dense, x), "a plan with a vector")
    call block_plan%create(A, FILIGREE_OP_TRANSPOSE, handle)
    call block_plan%run(A, B_matrix, C_matrix)
    call expect_C(matmul(transpose(dense), B), "a plan with a block")
    call sampled_values%create(8_c_int64_t * nnz, handle)
    call sampled%create(int(n, c_int64_t), int(n, c_int64_t), int(nnz, c_int64_t), &
        on_target(1)%address(), on_target(2)%address(), sampled_values%address(), &
        FILIGREE_SCALAR_DOUBLE, FILIGREE_INDEX_INT32)
    product = matmul(B, transpose(B))
    call sampled%sddmm(B_matrix, B_matrix, op_b=FILIGREE_OP_TRANSPOSE, handle=handle)
    call handle%synchronize()
    call sampled_values%get(found)
    do i = 1, n
      do k = offsets(i), offsets(i + 1) - 1
        call expect(abs(found(k) - product(i, cols(k))) <= 0, "a sampled product")
      end do
    end do
    call sampled_plan%create(sampled, handle)
    call sampled_plan%run(B_matrix, B_matrix, sampled, 2.0_c_double, op_b=FILIGREE_OP_TRANSPOSE)
    call handle%synchronize()
    call sampled_values%get(found)
    call expect(abs(found(1) - 2 * product(1, 1)) <= 0, "a sampled product by a plan")
    call expect(sampled_plan%workspace_bytes(2) >= 0, "its workspace")
  end subroutine test_products

  !> The lower triangle: 4; 2; 1 8; 2 4.
  subroutine test_solves()
    type(triangular_solve_plan) :: plan
    type(incomplete_factor_plan) :: factor_plan
    type(target_memory) :: factors
    real(real64) :: lower(n, n), solution(n, 2), lu(nnz)
    integer :: i, j
    lower = 0
    do j = 1, n
      do i = j, n
        lower(i, j) = dense(i, j)
      end do
    end do
    solution(:, 1) = [1, 2, 3, 4]
    solution(:, 2) = [8, 4, 2, 0]
    call at_B%put(matmul(lower, solution))
    call A%solve(B_matrix, C_matrix, handle=handle)
    call expect_C(solution, "a solve")
    call plan%create(A, handle=handle)
    call plan%run(A, B_matrix, C_matrix, 2.0_c_double)
    call expect_C(2 * solution, "a solve by a plan")
    call expect(plan%missing_pivot() == -1, "no pivot is missing")
    call expect(plan%workspace_bytes(C_matrix) >= 0, "its workspace")
    call at_B%put(B)
    call factors%create(8_c_int64_t * nnz, handle)
    call factor_plan%create(FILIGREE_INCOMPLETE_FACTOR_LU, A, handle=handle)
    call factor_plan%run(A, factors%address())
    call handle%synchronize()
    call factors%get(lu)
    call expect(all(abs(lu - [4.0_real64, 1.0_real64, 2.0_real64, 0.25_real64, 7.75_real64, &
        1.0_real64, 4.0_real64]) <= 0), "ILU(0)")
  end subroutine test_solves

  subroutine test_results()
    type(sparse_matrix) :: by_prototype
    type(csr_matrix) :: square, sum, back
    type(bsr_matrix) :: blocks
    type(sell_matrix) :: slices
    type(blocked_ell_matrix) :: ell
    type(csc_matrix) :: columns
    type(coo_matrix) :: coordinates
    type(spgemm_plan) :: product_plan
    type(geam_plan) :: sum_plan
    type(dense_matrix) :: dense_on_target
    call at_dense%create(8_c_int64_t * n * n, handle)
    call dense_on_target%create(int(n, c_int64_t), int(n, c_int64_t), int(n, c_int64_t), &
        at_dense%address(), FILIGREE_SCALAR_DOUBLE)
    call square%product(A, A, handle=handle)
    call square%to_dense(dense_on_target, handle)
    call expect_dense(matmul(dense, dense), "A A")
    call product_plan%create(A, A, handle=handle)
    call product_plan%make_result(square)
    call product_plan%run(A, A, square, 2.0_c_double)
    call square%to_dense(dense_on_target, handle)
    call expect_dense(2 * matmul(dense, dense), "2 A A by a plan")
    call sum%add(A, A, 1.0_c_double, 2.0_c_double, op_b=FILIGREE_OP_TRANSPOSE, handle=handle)
    call sum%to_dense(dense_on_target, handle)
    call expect_dense(dense + 2 * transpose(dense), "A + 2 A^T")
    call sum_plan%create(A, square, handle=handle)
    call sum_plan%make_result(sum)
    call sum_plan%run(A, square, sum)
    call sum%to_dense(dense_on_target, handle)
    call expect_dense(dense + 2 * matmul(dense, dense), "A + 2 A A by a plan")
    call blocks%convert(A, block_rows=2, handle=handle)
    call check_format(blocks, FILIGREE_FORMAT_BSR)
    call slices%convert(A, block_rows=2, handle=handle)
    call check_format(slices, FILIGREE_FORMAT_SELL)
    call ell%convert(A, block_rows=2, handle=handle)
    call check_format(ell, FILIGREE_FORMAT_BLOCKED_ELL)
    call columns%convert(A, handle=handle)
    call check_format(columns, FILIGREE_FORMAT_CSC)
    call coordinates%convert(A, handle=handle)
    call check_format(coordinates, FILIGREE_FORMAT_COO)
    call back%convert(blocks, handle=handle)
    call check_format(back, FILIGREE_FORMAT_CSR)
    call by_prototype%convert(A, mold=blocks, handle=handle)
    call check_format(by_prototype, FILIGREE_FORMAT_BSR)
    call coordinates%to_dense(dense_on_target, handle)
    call expect_dense(dense, "to dense")
    call back%from_dense(dense_on_target, handle=handle)
    call check_format(back, FILIGREE_FORMAT_CSR)
  end subroutine test_results

  subroutine test_padded()
    type(ell_matrix) :: ell
    type(dia_matrix) :: dia
    type(hdia_matrix) :: hdia
    call ell%convert(A, handle=handle)
    call check_format(ell, FILIGREE_FORMAT_ELL)
    call dia%convert(A, handle=handle)
    call check_format(dia, FILIGREE_FORMAT_DIA)
    call hdia%convert(A, block_rows=2, handle=handle)
    call check_format(hdia, FILIGREE_FORMAT_HDIA)
    call hdia%validate(handle)
  end subroutine test_padded

  !> Colours, an order, factors with fill and sweeps, in the target's memory.
  subroutine test_relaxation()
    type(csr_matrix) :: reordered, filled, factors
    type(gauss_seidel_plan) :: plan
    type(dense_matrix) :: dense_on_target
    type(target_memory) :: at_order
    integer(c_int64_t) :: num_colors
    integer :: order(n), k
    real(real64) :: complete(n, n)
    call dense_on_target%create(int(n, c_int64_t), int(n, c_int64_t), int(n, c_int64_t), &
        at_dense%address(), FILIGREE_SCALAR_DOUBLE)
    call at_order%create(4_c_int64_t * n, handle)
    call A%color(at_order%address(), num_colors, handle=handle)
    call at_order%get(order)
    call expect(order(1) /= order(3) .and. order(2) /= order(4) .and. &
        maxval(order) + 1 == num_colors, "colours")
    call A%reverse_cuthill_mckee(at_order%address(), handle)
    call reordered%reorder(A, at_order%address(), handle)
    call at_order%get(order)
    call reordered%to_dense(dense_on_target, handle)
    call expect_dense(dense(order + 1, order + 1), "rows in an order")
    complete = dense
    do k = 1, 2
      complete(k + 2, k) = complete(k + 2, k) / complete(k, k)
      complete(k + 2, k + 2) = complete(k + 2, k + 2) - complete(k + 2, k) * complete(k, k + 2)
    end do
    call factors%ilut(A, 0.0_c_double, n, handle=handle)
    call factors%to_dense(dense_on_target, handle)
    call expect_dense(complete, "ILUT that drops nothing")
    call filled%iluk_pattern(A, 1, handle)
    call filled%to_dense(dense_on_target, handle)
    call expect_dense(dense, "a pattern with fill")
    call plan%create(factors, handle)
    call expect(plan%num_colors() == num_colors, "colours of a plan")
    call at_C%put(B)
    call factors%multiply(C_matrix, B_matrix, handle=handle)
    call plan%run(factors, B_matrix, C_matrix, omega=1.5_c_double)
    call expect_C(B, "the solution stays")
    call at_B%put(B)
  end subroutine test_relaxation

  subroutine expect_dense(expected, what)
    real(real64), intent(in) :: expected(:, :)
    character(len=*), intent(in) :: what
    real(real64) :: found(n, n)
    call handle%synchronize()
    call at_dense%get(found)
    call expect(all(abs(found - expected) <= 0), what)
  end subroutine expect_dense

  subroutine check_format(matrix, format)
    class(sparse_matrix), intent(in) :: matrix
    integer(c_int), intent(in) :: format
    call expect(matrix%format() == format, "the format")
    call expect(matrix%index_base() == merge(FILIGREE_BASE_ZERO, FILIGREE_BASE_ONE, &
        format == FILIGREE_FORMAT_SELL), "the base")
    call matrix%multiply(x_vector, y_vector, handle=handle)
    call expect_y(matmul(dense, x), "a product in the format")
  end subroutine check_format

  subroutine test_sparse_vector()
    type(sparse_vector) :: sparse
    type(target_memory) :: at(3)
    real(real64) :: answer(1), entries(2)
    integer, target :: indices(2) = [2, 4]
    call at(1)%create(8_c_int64_t, handle)
    call at(2)%create(16_c_int64_t, handle)
    call at(3)%create(8_c_int64_t, handle)
    call at(1)%put(indices)
    call at(2)%put([3.0_real64, 5.0_real64])
    call sparse%create(int(n, c_int64_t), 2_c_int64_t, at(1)%address(), at(2)%address(), &
        FILIGREE_SCALAR_DOUBLE, FILIGREE_INDEX_INT32)
    call at_y%put(x)
    call sparse%axpby(y_vector, 2.0_c_double, handle=handle)
    call expect_y(x + [0, 6, 0, 10], "axpby")
    call sparse%scatter(y_vector, handle)
    call expect_y([1.0_real64, 3.0_real64, 100.0_real64, 5.0_real64], "scatter")
    call sparse%dot(x_vector, at(3)%address(), handle=handle)
    call handle%synchronize()
    call at(3)%get(answer)
    call expect(abs(answer(1) - 5030) <= 0, "a dot product")
    call sparse%rotate(y_vector, 0.0_c_double, 1.0_c_double, handle)
    call expect_y([1.0_real64, -3.0_real64, 100.0_real64, -5.0_real64], "a rotation")
    call sparse%gather(x_vector, handle)
    call handle%synchronize()
    call at(2)%get(entries)
    call expect(all(abs(entries - [10, 1000]) <= 0), "gather")
    call gemv(sparse)
  end subroutine test_sparse_vector

  subroutine gemv(sparse)
    type(sparse_vector), intent(in) :: sparse
    type(dense_matrix) :: dense_on_target
    call at_dense%create(8_c_int64_t * n * n, handle)
    call at_dense%put(dense)
    call dense_on_target%create(int(n, c_int64_t), int(n, c_int64_t), int(n, c_int64_t), &
        at_dense%address(), FILIGREE_SCALAR_DOUBLE)
    call sparse%gemv(dense_on_target, y_vector, handle=handle)
    call expect_y(matmul(dense, [0.0_real64, 10.0_real64, 0.0_real64, 1000.0_real64]), "gemvi")
  end subroutine gemv

  !> -1 2 -1 without its first and last entry.
  subroutine test_banded()
    type(banded_matrix) :: bands
    type(banded_solve_plan) :: plan
    type(target_memory) :: at(3)
    real(real64) :: found(n, 2), expected(n, 2)
    integer :: k
    do k = 1, 3
      call at(k)%create(8_c_int64_t * n, handle)
    end do
    call at(1)%put([0.0_real64, -1.0_real64, -1.0_real64, -1.0_real64])
    call at(2)%put([2.0_real64, 2.0_real64, 2.0_real64, 2.0_real64])
    call at(3)%put([-1.0_real64, -1.0_real64, -1.0_real64, 0.0_real64])
    call bands%create(int(n, c_int64_t), 1_c_int64_t, [at(1)%address(), at(2)%address(), &
        at(3)%address()], 1_c_int64_t, int(n, c_int64_t), FILIGREE_SCALAR_DOUBLE)
    expected(:, 1) = [1, 2, 3, 4]
    expected(:, 2) = [4, 0, 0, 0]
    call at_B%put(reshape([0, 0, 0, 5, 8, -4, 0, 0] * 1.0_real64, [n, 2]))
    call bands%solve(B_matrix, C_matrix, handle=handle)
    call handle%synchronize()
    call at_C%get(found)
    call expect(all(abs(found - expected) <= 1e-13_real64), "a tridiagonal solve")
    call plan%create(bands, B_matrix, C_matrix, handle=handle)
    call plan%run(bands, B_matrix, C_matrix)
    call handle%synchronize()
    call at_C%get(found)
    call expect(all(abs(found - expected) <= 1e-13_real64), "a tridiagonal solve by a plan")
    call expect(plan%workspace_bytes() >= 0, "its workspace")
  end subroutine test_banded
end program targets
