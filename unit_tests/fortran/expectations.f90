! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!> What the tests expect, and a word on what was not so.
module expectations
  use filigree, only: filigree_message
  implicit none
  private
  public :: expect, expect_status, finish

  integer, save :: failures = 0, checks = 0

contains

  subroutine expect(condition, what)
    logical, intent(in) :: condition
    character(len=*), intent(in) :: what
    checks = checks + 1
    if (condition) return
    failures = failures + 1
    print '(2a)', "not so: ", what
  end subroutine expect

  !> The status of a call; where it is an error, its message has `words` in it.
  subroutine expect_status(status, expected, what, words)
    integer, intent(in) :: status, expected
    character(len=*), intent(in) :: what
    character(len=*), intent(in), optional :: words
    call expect(status == expected, what)
    if (status /= expected) print '(a, i0, 3a)', "  status ", status, ", message '", &
        filigree_message(), "'"
    if (.not. present(words)) return
    call expect(index(filigree_message(), words) > 0, what // ": the message")
    if (index(filigree_message(), words) == 0) print '(3a)', "  '", filigree_message(), "'"
  end subroutine expect_status

  subroutine finish()
    if (failures > 0) error stop "expectations were not met"
    if (checks == 0) error stop "nothing was checked"
    print '(i0, a)', checks, " checks passed"
  end subroutine finish
end module expectations
