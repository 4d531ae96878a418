! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! filigree_memory.f90 is made by src/fortran/generate.py of filigree_memory.f90.in.

!> Memory of a target, a device's where Fortran has no arrays. Programs use module filigree.
module filigree_memory
  use filigree_arrays
  implicit none

  !> Memory of a handle's target, which ends with the variable: where Fortran has no arrays.
  type, extends(library_object) :: target_memory
    type(filigree_handle) :: handle
    integer(c_size_t) :: num_bytes = 0
  contains
    procedure :: create => memory_create
    procedure :: assign => memory_assign
    procedure :: destroy => memory_destroy
    procedure :: address => memory_address
    procedure :: bytes => memory_bytes
    procedure, private :: memory_put_sp, memory_get_sp
    generic :: put => memory_put_sp
    generic :: get => memory_get_sp
    procedure, private :: memory_put_dp, memory_get_dp
    generic :: put => memory_put_dp
    generic :: get => memory_get_dp
    procedure, private :: memory_put_csp, memory_get_csp
    generic :: put => memory_put_csp
    generic :: get => memory_get_csp
    procedure, private :: memory_put_cdp, memory_get_cdp
    generic :: put => memory_put_cdp
    generic :: get => memory_get_cdp
    procedure, private :: memory_put_i32, memory_get_i32
    generic :: put => memory_put_i32
    generic :: get => memory_get_i32
    procedure, private :: memory_put_i64, memory_get_i64
    generic :: put => memory_put_i64
    generic :: get => memory_get_i64
    procedure, private :: memory_put_block_sp, memory_get_block_sp
    generic :: put => memory_put_block_sp
    generic :: get => memory_get_block_sp
    procedure, private :: memory_put_block_dp, memory_get_block_dp
    generic :: put => memory_put_block_dp
    generic :: get => memory_get_block_dp
    procedure, private :: memory_put_block_csp, memory_get_block_csp
    generic :: put => memory_put_block_csp
    generic :: get => memory_get_block_csp
    procedure, private :: memory_put_block_cdp, memory_get_block_cdp
    generic :: put => memory_put_block_cdp
    generic :: get => memory_get_block_cdp
  end type target_memory

contains

  !> So many bytes of the target of `handle`.
  subroutine memory_create(this, bytes, handle, info)
    class(target_memory), intent(inout) :: this
    integer(c_int64_t), intent(in) :: bytes
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: memory
    integer(c_int) :: status, target
    if (bytes < 0) then
      call refuse("create: memory of less than no bytes", info)
      return
    end if
    memory = c_null_ptr
    status = filigree_memory_allocate(chosen(handle), int(bytes, c_size_t), memory)
    target = FILIGREE_TARGET_HOST
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_get_target(chosen(handle), target)
    if (status == FILIGREE_STATUS_SUCCESS) then
      if (target == FILIGREE_TARGET_HOST) then
        call this%held%take(memory, end_host_memory)
      else
        call this%held%take(memory, end_device_memory)
      end if
      if (present(handle)) then
        this%handle%held = handle%held
      else
        this%handle%held = host_handle%held
      end if
      this%num_bytes = int(bytes, c_size_t)
    end if
    call settle(status, info)
  end subroutine memory_create

  function end_host_memory(object) bind(c) result(status)
    type(c_ptr), value :: object
    integer(c_int) :: status
    status = end_memory(FILIGREE_TARGET_HOST, object)
  end function end_host_memory

  function end_device_memory(object) bind(c) result(status)
    type(c_ptr), value :: object
    integer(c_int) :: status
    status = end_memory(FILIGREE_TARGET_DEVICE, object)
  end function end_device_memory

  !> By a handle of its own: the one that the memory was made with may have ended.
  integer(c_int) function end_memory(target, object) result(status)
    integer(c_int), intent(in) :: target
    type(c_ptr), intent(in) :: object
    type(c_ptr) :: handle
    integer(c_int) :: ended
    handle = c_null_ptr
    status = filigree_handle_create(handle, target, -1_c_int)
    if (status /= FILIGREE_STATUS_SUCCESS) return
    status = filigree_memory_free(handle, object)
    ended = filigree_handle_destroy(handle)
    if (status == FILIGREE_STATUS_SUCCESS) status = ended
  end function end_memory

  subroutine memory_assign(this, other)
    class(target_memory), intent(inout) :: this
    class(library_object), intent(in) :: other
    call object_assign(this, other)
    select type (other)
    class is (target_memory)
      this%handle%held = other%handle%held
      this%num_bytes = other%num_bytes
    end select
  end subroutine memory_assign

  subroutine memory_destroy(this)
    class(target_memory), intent(inout) :: this
    call this%held%release()
    call this%handle%held%release()
    this%num_bytes = 0
  end subroutine memory_destroy

  !> Where it is, or `offset` bytes behind.
  function memory_address(this, offset) result(address)
    class(target_memory), intent(in) :: this
    integer(c_int64_t), intent(in), optional :: offset
    type(c_ptr) :: address
    integer(c_intptr_t) :: number
    address = this%held%object
    if (.not. present(offset)) return
    number = transfer(address, number) + int(offset, c_intptr_t)
    address = transfer(number, address)
  end function memory_address

  integer(c_int64_t) function memory_bytes(this)
    class(target_memory), intent(in) :: this
    memory_bytes = int(this%num_bytes, c_int64_t)
  end function memory_bytes

  !> Copies between an array of the host and the beginning of the memory, and waits.
  subroutine copy_array(this, kind, array, entry_bytes, info)
    class(target_memory), intent(in) :: this
    integer(c_int), intent(in) :: kind
    type(array_argument), intent(in) :: array
    integer, intent(in) :: entry_bytes
    integer, intent(out), optional :: info
    integer(c_size_t) :: bytes
    bytes = int(array%num_rows * array%num_cols * entry_bytes, c_size_t)
    if (.not. array%usable .or. (array%num_cols > 1 .and. &
        array%leading_dimension /= array%num_rows) .or. &
        array%layout /= FILIGREE_LAYOUT_COLUMN_MAJOR) then
      call refuse("copy: the array must be contiguous", info)
    else if (bytes > this%num_bytes) then
      call refuse("copy: the array is larger than the memory", info)
    else if (kind == FILIGREE_COPY_TO_TARGET) then
      call settle(filigree_memory_copy(this%handle%held%object, kind, this%held%object, &
          array%address, bytes), info)
    else
      call settle(filigree_memory_copy(this%handle%held%object, kind, array%address, &
          this%held%object, bytes), info)
    end if
  end subroutine copy_array

  !> Copies an array of the host to the beginning of the memory.
  subroutine memory_put_sp(this, array, info)
    class(target_memory), intent(in) :: this
    real(c_float), intent(in), target :: array(:)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_TO_TARGET, argument(array), storage_size(array) / 8, info)
  end subroutine memory_put_sp

  !> Copies the beginning of the memory to an array of the host.
  subroutine memory_get_sp(this, array, info)
    class(target_memory), intent(in) :: this
    real(c_float), intent(inout), target :: array(:)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_FROM_TARGET, argument(array), storage_size(array) / 8, &
        info)
  end subroutine memory_get_sp

  !> Copies an array of the host to the beginning of the memory.
  subroutine memory_put_dp(this, array, info)
    class(target_memory), intent(in) :: this
    real(c_double), intent(in), target :: array(:)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_TO_TARGET, argument(array), storage_size(array) / 8, info)
  end subroutine memory_put_dp

  !> Copies the beginning of the memory to an array of the host.
  subroutine memory_get_dp(this, array, info)
    class(target_memory), intent(in) :: this
    real(c_double), intent(inout), target :: array(:)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_FROM_TARGET, argument(array), storage_size(array) / 8, &
        info)
  end subroutine memory_get_dp

  !> Copies an array of the host to the beginning of the memory.
  subroutine memory_put_csp(this, array, info)
    class(target_memory), intent(in) :: this
    complex(c_float_complex), intent(in), target :: array(:)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_TO_TARGET, argument(array), storage_size(array) / 8, info)
  end subroutine memory_put_csp

  !> Copies the beginning of the memory to an array of the host.
  subroutine memory_get_csp(this, array, info)
    class(target_memory), intent(in) :: this
    complex(c_float_complex), intent(inout), target :: array(:)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_FROM_TARGET, argument(array), storage_size(array) / 8, &
        info)
  end subroutine memory_get_csp

  !> Copies an array of the host to the beginning of the memory.
  subroutine memory_put_cdp(this, array, info)
    class(target_memory), intent(in) :: this
    complex(c_double_complex), intent(in), target :: array(:)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_TO_TARGET, argument(array), storage_size(array) / 8, info)
  end subroutine memory_put_cdp

  !> Copies the beginning of the memory to an array of the host.
  subroutine memory_get_cdp(this, array, info)
    class(target_memory), intent(in) :: this
    complex(c_double_complex), intent(inout), target :: array(:)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_FROM_TARGET, argument(array), storage_size(array) / 8, &
        info)
  end subroutine memory_get_cdp

  !> Copies an array of the host to the beginning of the memory.
  subroutine memory_put_i32(this, array, info)
    class(target_memory), intent(in) :: this
    integer(c_int32_t), intent(in), target :: array(:)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_TO_TARGET, argument(array), storage_size(array) / 8, info)
  end subroutine memory_put_i32

  !> Copies the beginning of the memory to an array of the host.
  subroutine memory_get_i32(this, array, info)
    class(target_memory), intent(in) :: this
    integer(c_int32_t), intent(inout), target :: array(:)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_FROM_TARGET, argument(array), storage_size(array) / 8, &
        info)
  end subroutine memory_get_i32

  !> Copies an array of the host to the beginning of the memory.
  subroutine memory_put_i64(this, array, info)
    class(target_memory), intent(in) :: this
    integer(c_int64_t), intent(in), target :: array(:)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_TO_TARGET, argument(array), storage_size(array) / 8, info)
  end subroutine memory_put_i64

  !> Copies the beginning of the memory to an array of the host.
  subroutine memory_get_i64(this, array, info)
    class(target_memory), intent(in) :: this
    integer(c_int64_t), intent(inout), target :: array(:)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_FROM_TARGET, argument(array), storage_size(array) / 8, &
        info)
  end subroutine memory_get_i64

  subroutine memory_put_block_sp(this, array, info)
    class(target_memory), intent(in) :: this
    real(c_float), intent(in), target :: array(:, :)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_TO_TARGET, argument(array), storage_size(array) / 8, info)
  end subroutine memory_put_block_sp

  subroutine memory_get_block_sp(this, array, info)
    class(target_memory), intent(in) :: this
    real(c_float), intent(inout), target :: array(:, :)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_FROM_TARGET, argument(array), storage_size(array) / 8, &
        info)
  end subroutine memory_get_block_sp

  subroutine memory_put_block_dp(this, array, info)
    class(target_memory), intent(in) :: this
    real(c_double), intent(in), target :: array(:, :)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_TO_TARGET, argument(array), storage_size(array) / 8, info)
  end subroutine memory_put_block_dp

  subroutine memory_get_block_dp(this, array, info)
    class(target_memory), intent(in) :: this
    real(c_double), intent(inout), target :: array(:, :)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_FROM_TARGET, argument(array), storage_size(array) / 8, &
        info)
  end subroutine memory_get_block_dp

  subroutine memory_put_block_csp(this, array, info)
    class(target_memory), intent(in) :: this
    complex(c_float_complex), intent(in), target :: array(:, :)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_TO_TARGET, argument(array), storage_size(array) / 8, info)
  end subroutine memory_put_block_csp

  subroutine memory_get_block_csp(this, array, info)
    class(target_memory), intent(in) :: this
    complex(c_float_complex), intent(inout), target :: array(:, :)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_FROM_TARGET, argument(array), storage_size(array) / 8, &
        info)
  end subroutine memory_get_block_csp

  subroutine memory_put_block_cdp(this, array, info)
    class(target_memory), intent(in) :: this
    complex(c_double_complex), intent(in), target :: array(:, :)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_TO_TARGET, argument(array), storage_size(array) / 8, info)
  end subroutine memory_put_block_cdp

  subroutine memory_get_block_cdp(this, array, info)
    class(target_memory), intent(in) :: this
    complex(c_double_complex), intent(inout), target :: array(:, :)
    integer, intent(out), optional :: info
    call copy_array(this, FILIGREE_COPY_FROM_TARGET, argument(array), storage_size(array) / 8, &
        info)
  end subroutine memory_get_block_cdp

end module filigree_memory
