# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What ends the tool early: limits of memory, signals while it writes. And how long the smallest call takes.
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")
find_program(shell sh REQUIRED)
file(WRITE "${WORK}/small.mtx" "${symmetric}")
# 2^31 rows, two entries: offsets of all rows take 17 GB
file(WRITE "${WORK}/tall.mtx" "%%MatrixMarket matrix coordinate real general\n2147483648 5 2\n1 1 1\n2147483648 5 2\n")

# in_shell(<script>): sets status, out, err; $0 is the tool
macro(in_shell script)
  execute_process(
    COMMAND "${shell}" -c "${script}" "${TOOL}"
    WORKING_DIRECTORY "${WORK}"
    RESULT_VARIABLE status
    OUTPUT_VARIABLE out
    ERROR_VARIABLE err)
endmacro()

# limited(<what> <script>): the script limits memory to 1 GB and runs $command; small.mtx fits, tall.mtx is refused
function(limited what script)
  foreach(case "0|info small.mtx" "0|bench small.mtx --samples 1" "5|bench tall.mtx")
    string(REGEX MATCH "^([0-9])[|](.*)$" case "${case}")
    set(expected "${CMAKE_MATCH_1}")
    set(command "${CMAKE_MATCH_2}")
    in_shell("command='${command}'; ${script}")
    if(NOT status EQUAL expected)
      message(FATAL_ERROR "${what}: ${command} ended with ${status}, not ${expected}:\n${out}${err}")
    endif()
    if(expected EQUAL 5)
      expect_contains("stderr" "${err}" "no memory")
    endif()
  endforeach()
endfunction()

if(LIMITS_MEMORY)
  limited("RLIMIT_AS" "ulimit -v 1000000 && \"$0\" $command")
  limited("RLIMIT_DATA" "ulimit -d 1000000 && \"$0\" $command")

  # A control group needs the right to make one: as root in most containers, or where systemd delegates.
  set(group_script
      "
own=$(sed -n 's,^0::,,p' /proc/self/cgroup)
if mkdir /sys/fs/cgroup/memory/filigree-$$ 2>/dev/null; then
  group=/sys/fs/cgroup/memory/filigree-$$; limit=memory.limit_in_bytes
elif mkdir \"/sys/fs/cgroup$own/filigree-$$\" 2>/dev/null; then
  group=\"/sys/fs/cgroup$own/filigree-$$\"; limit=memory.max
else
  exit 77
fi
echo 1000000000 > \"$group/$limit\" || { rmdir \"$group\"; exit 77; }
")
  in_shell("${group_script} rmdir \"$group\"")
  if(status EQUAL 0)
    limited("a control group"
            "${group_script} (echo 0 > \"$group/cgroup.procs\" && exec \"$0\" $command); s=$?; rmdir \"$group\"; exit $s")
  else()
    message(STATUS "no control group can be made here: ${err}")
  endif()
endif()

# Nothing is left of a file that is not finished. (The shell has background jobs ignore SIGINT.)
in_shell("
awk 'BEGIN { n = 1500000; print \"%%MatrixMarket matrix coordinate real general\"; print n, n, n
             for (i = 1; i <= n; ++i) print i, i, i / 7 }' > large.mtx
mkdir results
for signal in TERM HUP; do
  \"$0\" convert large.mtx -o results/out.mtx & pid=$!
  while [ -z \"$(ls -A results)\" ] && kill -0 $pid 2>/dev/null; do sleep 0.002; done
  kill -$signal $pid; wait $pid; echo $?
  ls -A results
done")
if(NOT out STREQUAL "143\n129\n")
  message(FATAL_ERROR "signals while a file is written: statuses and what is left:\n${out}${err}")
endif()
# The machine's bandwidth is measured once: later calls are over at once.
if(TIMED)
  run_well(info small.mtx)
  in_shell("best=999999999
for i in 1 2 3 4 5 6 7 8 9 10; do
  begin=$(date +%s%N); \"$0\" info small.mtx > /dev/null || exit 1; took=$(($(date +%s%N) - begin))
  [ $took -lt $best ] && best=$took
done
[ $best -lt 50000000 ] || { echo \"$best ns\"; exit 1; }")
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "info of a tiny file takes too long: ${out}${err}")
  endif()
endif()
