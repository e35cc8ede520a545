# wm_hardening: what release builds of the command and the shared library are compiled and linked
# with, so that a fault in memory ends the program instead of running foreign code.
# tests/consumer/test_hardening.sh reads the result. Other builds do without: the sanitizers find
# more than these flags, and _FORTIFY_SOURCE needs an optimising compiler.
include(CheckCCompilerFlag)
include(CheckLinkerFlag)
include(CheckPIESupported)

add_library(wm_hardening INTERFACE)
# A static executable is loaded where it was linked.
if(NOT CMAKE_EXE_LINKER_FLAGS MATCHES "-static( |$)")
  check_pie_supported(LANGUAGES C)
  set(WM_PIE ON)
else()
  set(WM_PIE OFF)
endif()
if(CMAKE_BUILD_TYPE STREQUAL Release AND NOT WM_SANITIZE AND NOT WM_TSAN AND NOT WM_FUZZ)
  # On Windows, the functions for this are in libssp, which is linked statically. Its compiler always
  # touches the pages of a large frame in order, and stops with an internal error if it is told to.
  set(flags -fstack-protector-strong)
  if(NOT WIN32)
    list(APPEND flags -fstack-clash-protection)
  endif()
  foreach(flag ${flags})
    string(MAKE_C_IDENTIFIER WM_HAS${flag} known)
    check_c_compiler_flag("-Werror ${flag}" ${known})
    if(${known})
      target_compile_options(wm_hardening INTERFACE ${flag})
    endif()
  endforeach()
  # Some distributions define it already.
  target_compile_options(wm_hardening INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  if(WIN32)
    target_link_options(wm_hardening INTERFACE -fstack-protector-strong)
  endif()
  if(WIN32)
    set(flags -Wl,--dynamicbase -Wl,--nxcompat -Wl,--high-entropy-va)
  else()
    set(flags -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
  endif()
  foreach(flag ${flags})
    string(MAKE_C_IDENTIFIER WM_HAS${flag} known)
    check_linker_flag(C ${flag} ${known})
    if(${known})
      target_link_options(wm_hardening INTERFACE ${flag})
    endif()
  endforeach()
endif()
