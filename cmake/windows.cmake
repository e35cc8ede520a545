# The toolchain for Windows: mingw-w64 with POSIX threads, everything linked statically.
# WM_DEPS is the directory that scripts/windows-deps has filled.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(WM_MINGW x86_64-w64-mingw32)
set(CMAKE_C_COMPILER ${WM_MINGW}-gcc-posix)
set(CMAKE_RC_COMPILER ${WM_MINGW}-windres)
set(WM_DEPS "" CACHE PATH "what scripts/windows-deps has built")
if(NOT WM_DEPS)
  message(FATAL_ERROR "WM_DEPS is missing: the directory that scripts/windows-deps prints")
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES WM_DEPS)

set(CMAKE_FIND_ROOT_PATH ${WM_DEPS} /usr/${WM_MINGW})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${WM_DEPS}/lib/pkgconfig:/usr/${WM_MINGW}/lib/pkgconfig)
set(ENV{PKG_CONFIG_PATH} "")
set(PKG_CONFIG_ARGN --static)
set(ZLIB_LIBRARY /usr/${WM_MINGW}/lib/libz.a CACHE FILEPATH "")

# printf as C11 has it, POSIX names beside it, Windows 7 as the oldest system.
set(CMAKE_C_FLAGS_INIT "-D__USE_MINGW_ANSI_STDIO=1 -D_WIN32_WINNT=0x0601 -DCAIRO_WIN32_STATIC_BUILD")
# mingw's isfinite and its idea of printf's format make false warnings; other builds check both.
string(APPEND CMAKE_C_FLAGS_INIT " -Wno-format -Wno-format-extra-args -Wno-float-conversion")
# Without the time of the build: the same sources give the same bytes.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -s -Wl,--no-insert-timestamp")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-static -s -Wl,--no-insert-timestamp")

# Tests run under wine, where it is installed.
find_program(WM_WINE NAMES wine)
if(WM_WINE)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${CMAKE_CURRENT_LIST_DIR}/../scripts/wine-run)
endif()
