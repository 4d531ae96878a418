! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! filigree_base.f90 is made by src/fortran/generate.py of filigree_base.f90.in.

!> What the modules behind module filigree share: errors, objects of the C API that several
!> variables may hold, handles, the log and the machine. Programs use module filigree.
module filigree_base
  use, intrinsic :: iso_c_binding
  use filigree_c
  implicit none

  abstract interface
    !> What ends an object of the C API.
    function end_of_object(object) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: object
      integer(c_int) :: end_of_object
    end function end_of_object
  end interface

  !> An object of the C API that several variables may hold.
  type :: shared_object
    type(c_ptr) :: object = c_null_ptr
    procedure(end_of_object), pointer, nopass :: finish_object => null()
    integer, pointer :: holders => null()
    ! Where this variable is. A copy that the compiler made without asking (allocate with source=,
    ! and gfortran 12 where a component of a component has an assignment of its own) is elsewhere:
    ! it may be used as long as the other variable is there, and ends nothing.
    type(c_ptr) :: place = c_null_ptr
    integer :: mark = 0
  contains
    procedure, private :: share
    generic :: assignment(=) => share
    procedure :: take
    procedure :: release
    final :: finish
  end type shared_object

  !> What all types of module filigree have. After an assignment both variables hold one object,
  !> and the last of them ends it.
  type, abstract :: library_object
    type(shared_object) :: held
  contains
    procedure :: c_object
    procedure :: destroy => object_destroy
    procedure :: assign => object_assign
    generic :: assignment(=) => assign
  end type library_object

  !> Where calls run: the host, or a device and one of its streams. Calls without one run on the
  !> host.
  type, extends(library_object) :: filigree_handle
  contains
    procedure :: create => handle_create
    procedure :: set_stream => handle_set_stream
    procedure :: synchronize => handle_synchronize
    procedure :: last_kernel => handle_last_kernel
  end type filigree_handle

  !> An operation that was prepared for a pattern, on the handle that it was made with.
  type, abstract, extends(library_object) :: library_plan
    type(filigree_handle) :: handle
    integer(c_int) :: op = FILIGREE_OP_NONE
  contains
    procedure :: assign => plan_assign
    procedure :: destroy => plan_destroy
  end type library_plan

  !> The C library's, for lengths of its strings.
  interface
    function c_strlen(text) bind(c, name="strlen")
      import :: c_ptr, c_size_t
      type(c_ptr), value :: text
      integer(c_size_t) :: c_strlen
    end function c_strlen
  end interface

  !> What calls use that are given no handle; made by the first of them.
  type(filigree_handle), target, save :: host_handle

  ! The last error, where these modules found it and not the library. One for each thread.
  logical, save :: found_here = .false.
  character(len=200), save :: message_here = ""
  !$omp threadprivate(found_here, message_here)

contains

  ! --- errors, versions, the log

  !> What was wrong with the last call that failed.
  function filigree_message() result(text)
    character(len=:), allocatable :: text
    if (found_here) then
      text = trim(message_here)
    else
      text = text_of(filigree_last_error_message())
    end if
  end function filigree_message

  !> What a status says, in one sentence.
  function filigree_status_text(status) result(text)
    integer, intent(in) :: status
    character(len=:), allocatable :: text
    text = text_of(filigree_status_description(int(status, c_int)))
  end function filigree_status_text

  !> "major.minor.patch" of the library.
  function filigree_version() result(text)
    character(len=:), allocatable :: text
    text = text_of(filigree_version_string())
  end function filigree_version

  !> Whether the library was built for a device.
  logical function filigree_has_device()
    integer(c_int) :: answer
    answer = 0
    call settle(filigree_get_property(FILIGREE_PROPERTY_HAS_DEVICE, answer))
    filigree_has_device = answer /= 0
  end function filigree_has_device

  !> The devices that this process sees.
  integer function filigree_device_count()
    integer(c_int) :: answer
    answer = 0
    call settle(filigree_get_property(FILIGREE_PROPERTY_DEVICE_COUNT, answer))
    filigree_device_count = answer
  end function filigree_device_count

  !> The device that calls run on which do not choose one; -1 in a library that was built for the
  !> host alone.
  integer function filigree_current_device(info)
    integer, intent(out), optional :: info
    integer(c_int) :: answer
    answer = -1
    call settle(filigree_get_device(answer), info)
    filigree_current_device = answer
  end function filigree_current_device

  !> What a device is (FILIGREE_DEVICE_PROPERTY_WARP_SIZE, ...): of the number `device`, else of the
  !> current one, or of the host in a library that was built for it alone.
  function filigree_device_property(property, device, info) result(answer)
    integer(c_int), intent(in) :: property
    integer, intent(in), optional :: device
    integer, intent(out), optional :: info
    integer(c_int64_t) :: answer
    answer = 0
    call settle(filigree_device_get_property(chosen_device(device), property, answer), info)
  end function filigree_device_property

  !> The name of a device, or of the host's processor.
  function filigree_device_name(device, info) result(name)
    integer, intent(in), optional :: device
    integer, intent(out), optional :: info
    character(len=:), allocatable :: name
    type(c_ptr) :: text
    integer(c_int) :: status
    text = c_null_ptr
    status = filigree_device_get_name(chosen_device(device), text)
    name = ""
    if (status == FILIGREE_STATUS_SUCCESS) name = text_of(text)
    call settle(status, info)
  end function filigree_device_name

  integer(c_int) function chosen_device(device)
    integer, intent(in), optional :: device
    chosen_device = -1
    if (present(device)) chosen_device = int(device, c_int)
  end function chosen_device

  !> Logs every kind up to a level: 0 none, 1 errors, 2 and kernels that ran, 3 and hints, 4 and
  !> plans, 5 and calls.
  subroutine filigree_log_level(level, info)
    integer, intent(in) :: level
    integer, intent(out), optional :: info
    call settle(filigree_log_set_level(int(level, c_int)), info)
  end subroutine filigree_log_level

  !> Appends what is logged to a file; an empty name: to standard error.
  subroutine filigree_log_file(path, info)
    character(len=*), intent(in) :: path
    integer, intent(out), optional :: info
    call settle(filigree_log_open_file(trim(path) // c_null_char), info)
  end subroutine filigree_log_file

  function text_of(address) result(text)
    type(c_ptr), intent(in) :: address
    character(len=:), allocatable :: text
    character(kind=c_char), pointer :: characters(:)
    integer :: k
    call c_f_pointer(address, characters, [c_strlen(address)])
    allocate (character(len=size(characters)) :: text)
    do k = 1, size(characters)
      text(k:k) = characters(k)
    end do
  end function text_of

  !> Hands a status of the library to the caller, or stops.
  subroutine settle(status, info)
    integer(c_int), intent(in) :: status
    integer, intent(out), optional :: info
    if (status /= FILIGREE_STATUS_SUCCESS) found_here = .false.
    call settle_any(status, info)
  end subroutine settle

  !> The same for an error that the library or these modules found; found_here says which.
  subroutine settle_any(status, info)
    integer(c_int), intent(in) :: status
    integer, intent(out), optional :: info
    if (present(info)) then
      info = status
    else if (status /= FILIGREE_STATUS_SUCCESS) then
      error stop filigree_message()
    end if
  end subroutine settle_any

  !> As settle, for what the library cannot see.
  subroutine refuse(message, info)
    character(len=*), intent(in) :: message
    integer, intent(out), optional :: info
    found_here = .true.
    message_here = message // " [invalid_value]"
    call settle_any(FILIGREE_STATUS_INVALID_VALUE, info)
  end subroutine refuse

  ! --- objects that several variables hold

  !> `this` holds a new object in place of what it held, and ends it by `finish_object`.
  subroutine take(this, object, finish_object)
    class(shared_object), intent(inout), target :: this
    type(c_ptr), intent(in) :: object
    procedure(end_of_object) :: finish_object
    call this%release()
    this%object = object
    this%finish_object => finish_object
    allocate (this%holders)
    this%holders = 1
    this%place = c_loc(this%mark)
  end subroutine take

  subroutine share(this, other)
    class(shared_object), intent(inout), target :: this
    class(shared_object), intent(in) :: other
    type(c_ptr) :: object
    procedure(end_of_object), pointer :: finish_object
    integer, pointer :: holders
    object = other%object
    finish_object => other%finish_object
    holders => other%holders
    if (associated(holders)) holders = holders + 1  ! first, since `other` may be `this`
    call this%release()
    this%object = object
    this%finish_object => finish_object
    this%holders => holders
    this%place = c_loc(this%mark)
  end subroutine share

  !> `this` holds nothing; what no variable holds any more ends.
  subroutine release(this)
    class(shared_object), intent(inout), target :: this
    if (c_associated(this%place, c_loc(this%mark)) .and. associated(this%holders)) then
      this%holders = this%holders - 1
      if (this%holders == 0) then
        deallocate (this%holders)
        call settle(this%finish_object(this%object))
      end if
    end if
    this%holders => null()
    this%place = c_null_ptr
    this%object = c_null_ptr
    this%finish_object => null()
  end subroutine release

  impure elemental subroutine finish(this)
    type(shared_object), intent(inout) :: this
    call this%release()
  end subroutine finish

  !> The object of the C API, for module filigree_c; null where there is none.
  function c_object(this) result(object)
    class(library_object), intent(in) :: this
    type(c_ptr) :: object
    object = this%held%object
  end function c_object

  !> Ends the object unless another variable holds it; the caller's arrays stay.
  subroutine object_destroy(this)
    class(library_object), intent(inout) :: this
    call this%held%release()
  end subroutine object_destroy

  !> A variable of a type takes those of its extensions.
  subroutine object_assign(this, other)
    class(library_object), intent(inout) :: this
    class(library_object), intent(in) :: other
    if (extends_type_of(other, this)) then
      this%held = other%held
    else
      call refuse("assignment: the variables are of different formats or operations")
    end if
  end subroutine object_assign

  subroutine plan_assign(this, other)
    class(library_plan), intent(inout) :: this
    class(library_object), intent(in) :: other
    call object_assign(this, other)
    select type (other)
    class is (library_plan)
      this%handle%held = other%handle%held
      this%op = other%op
    end select
  end subroutine plan_assign

  subroutine plan_destroy(this)
    class(library_plan), intent(inout) :: this
    call this%held%release()
    call this%handle%held%release()
  end subroutine plan_destroy

  !> A plan that was made, and its handle, which then lives as long as the plan.
  subroutine keep_plan(this, plan, finish_object, handle, op)
    class(library_plan), intent(inout) :: this
    type(c_ptr), intent(in) :: plan
    procedure(end_of_object) :: finish_object
    class(filigree_handle), intent(in), optional :: handle
    integer(c_int), intent(in), optional :: op
    call this%held%take(plan, finish_object)
    if (present(handle)) then
      this%handle%held = handle%held
    else
      this%handle%held = host_handle%held
    end if
    this%op = chosen_value(op, FILIGREE_OP_NONE)
  end subroutine keep_plan

  ! --- handles

  !> A handle on `target`, FILIGREE_TARGET_HOST or FILIGREE_TARGET_DEVICE; `device` is the number
  !> of the device, without which the library chooses.
  subroutine handle_create(this, target, device, info)
    class(filigree_handle), intent(inout) :: this
    integer(c_int), intent(in) :: target
    integer, intent(in), optional :: device
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: number, status
    number = -1
    if (present(device)) number = int(device, c_int)
    object = c_null_ptr
    status = filigree_handle_create(object, target, number)
    if (status == FILIGREE_STATUS_SUCCESS) &
        call this%held%take(object, filigree_handle_destroy)
    call settle(status, info)
  end subroutine handle_create

  !> Runs the handle's later calls on a stream, a cudaStream_t.
  subroutine handle_set_stream(this, stream, info)
    class(filigree_handle), intent(in) :: this
    type(c_ptr), intent(in) :: stream
    integer, intent(out), optional :: info
    call settle(filigree_set_stream(this%held%object, stream), info)
  end subroutine handle_set_stream

  !> Waits for all that was started on the handle's stream.
  subroutine handle_synchronize(this, info)
    class(filigree_handle), intent(in) :: this
    integer, intent(out), optional :: info
    call settle(filigree_synchronize(this%held%object), info)
  end subroutine handle_synchronize

  !> The kernel that the handle's last product ran; empty where there was none.
  function handle_last_kernel(this, info) result(name)
    class(filigree_handle), intent(in) :: this
    integer, intent(out), optional :: info
    character(len=:), allocatable :: name
    type(c_ptr) :: text
    integer(c_int) :: status
    text = c_null_ptr
    status = filigree_get_last_kernel(this%held%object, text)
    name = ""
    if (status == FILIGREE_STATUS_SUCCESS) name = text_of(text)
    call settle(status, info)
  end function handle_last_kernel

  !> What a call uses that was given `handle` or not; null where that could not be made.
  function chosen(handle) result(object)
    class(filigree_handle), intent(in), optional :: handle
    type(c_ptr) :: object
    integer :: info
    if (present(handle)) then
      object = handle%held%object
    else
      if (.not. c_associated(host_handle%held%object)) &
          call host_handle%create(FILIGREE_TARGET_HOST, info=info)
      object = host_handle%held%object
    end if
  end function chosen

  !> An optional argument, or what stands for it.
  integer(c_int) function chosen_value(value, otherwise)
    integer(c_int), intent(in), optional :: value
    integer(c_int), intent(in) :: otherwise
    chosen_value = otherwise
    if (present(value)) chosen_value = value
  end function chosen_value

  integer(c_int64_t) function chosen_size(size, otherwise)
    integer, intent(in), optional :: size
    integer(c_int64_t), intent(in) :: otherwise
    chosen_size = otherwise
    if (present(size)) chosen_size = int(size, c_int64_t)
  end function chosen_size

end module filigree_base
