/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A seccomp filter by the kernel's own headers. One fixed filter is not worth a
   dependency on libseccomp. */
#include "gnuplot_filter.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* Architecture of this build. Numbers of system calls depend on it, and some kernels
   accept calls of two architectures. */
#if defined __x86_64__ && !defined __ILP32__
#define NATIVE AUDIT_ARCH_X86_64
#elif defined __i386__
#define NATIVE AUDIT_ARCH_I386
#elif defined __aarch64__ && !defined __AARCH64EB__
#define NATIVE AUDIT_ARCH_AARCH64
#elif defined __ARM_EABI__ && !defined __ARMEB__
#define NATIVE AUDIT_ARCH_ARM
#elif defined __riscv && __riscv_xlen == 64
#define NATIVE AUDIT_ARCH_RISCV64
#elif defined __powerpc64__ && defined __LITTLE_ENDIAN__
#define NATIVE AUDIT_ARCH_PPC64LE
#elif defined __s390x__
#define NATIVE AUDIT_ARCH_S390X
#elif defined __loongarch64 && defined AUDIT_ARCH_LOONGARCH64
#define NATIVE AUDIT_ARCH_LOONGARCH64
#endif

#ifdef NATIVE

/* Index of the argument of clone that holds its flags. */
#ifdef __s390x__
enum { CLONE_FLAGS = 1 };
#else
enum { CLONE_FLAGS = 0 };
#endif

/* Offset of the lower half of argument @p nth, which holds all flags. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define ARGUMENT(nth) (offsetof(struct seccomp_data, args) + 8 * (nth) + 4)
#else
#define ARGUMENT(nth) (offsetof(struct seccomp_data, args) + 8 * (nth))
#endif

/* Instructions of the filter: load a word of the call's data, end with a result, refuse
   the call with an error code. */
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(offset))
#define GIVE(value) BPF_STMT(BPF_RET | BPF_K, (uint32_t)(value))
#define FAIL(code) GIVE(SECCOMP_RET_ERRNO | (code))

/* Refuses the call @p name with an error code. Two instructions, which keep the number
   of the call. */
#define REFUSE(name, code)                                                               \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)SYS_##name, 0, 1), FAIL(code)

/* Refuses the call @p name if its argument @p nth has one of @p bits, else allows it. */
#define REFUSE_IF(name, nth, bits, code)                                                 \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)SYS_##name, 0, 4),                     \
        LOAD(ARGUMENT(nth)),                                                             \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (uint32_t)(bits), 0, 1), FAIL(code),        \
        GIVE(SECCOMP_RET_ALLOW)

/* Refuses the call @p name unless its argument @p nth has one of @p bits. */
#define REFUSE_UNLESS(name, nth, bits, code)                                             \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)SYS_##name, 0, 4),                     \
        LOAD(ARGUMENT(nth)),                                                             \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (uint32_t)(bits), 1, 0), FAIL(code),        \
        GIVE(SECCOMP_RET_ALLOW)

/* Flags of open that a process needs for writing. */
enum { WRITES = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC };

/* Rules of the filter. #ifdef protects calls that some processors lack. ENOSYS makes
   the C library use an older call, whose flags can be checked. */
static const struct sock_filter RULES[] = {
    LOAD(offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 1, 0),
    FAIL(ENOSYS),
    LOAD(offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
    /* Calls of the x32 interface. */
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000U, 0, 1),
    FAIL(ENOSYS),
#endif
/* programs */
#ifdef SYS_fork
    REFUSE(fork, EPERM),
#endif
#ifdef SYS_vfork
    REFUSE(vfork, EPERM),
#endif
    REFUSE_UNLESS(clone, CLONE_FLAGS, CLONE_THREAD, EPERM),
#ifdef SYS_clone3
    REFUSE(clone3, ENOSYS),
#endif
#ifdef SYS_execveat
    REFUSE(execveat, EPERM),
#endif
    REFUSE(ptrace, EPERM),
    REFUSE(kill, EPERM),
/* files */
#ifdef SYS_open
    REFUSE_IF(open, 1, WRITES, EACCES),
#endif
    REFUSE_IF(openat, 2, WRITES, EACCES),
#ifdef SYS_openat2
    REFUSE(openat2, ENOSYS),
#endif
#ifdef SYS_creat
    REFUSE(creat, EACCES),
#endif
#ifdef SYS_unlink
    REFUSE(unlink, EACCES),
#endif
    REFUSE(unlinkat, EACCES),
#ifdef SYS_rename
    REFUSE(rename, EACCES),
#endif
#ifdef SYS_renameat
    REFUSE(renameat, EACCES),
#endif
#ifdef SYS_renameat2
    REFUSE(renameat2, EACCES),
#endif
#ifdef SYS_mkdir
    REFUSE(mkdir, EACCES),
#endif
    REFUSE(mkdirat, EACCES),
#ifdef SYS_rmdir
    REFUSE(rmdir, EACCES),
#endif
#ifdef SYS_link
    REFUSE(link, EACCES),
#endif
    REFUSE(linkat, EACCES),
#ifdef SYS_symlink
    REFUSE(symlink, EACCES),
#endif
    REFUSE(symlinkat, EACCES),
#ifdef SYS_chmod
    REFUSE(chmod, EACCES),
#endif
    REFUSE(fchmodat, EACCES),
    REFUSE(truncate, EACCES),
#ifdef SYS_mknod
    REFUSE(mknod, EACCES),
#endif
    REFUSE(mknodat, EACCES),
/* connections, and io_uring, which could replace all calls above */
#ifdef SYS_socket
    REFUSE(socket, EACCES),
#endif
#ifdef SYS_socketcall
    REFUSE(socketcall, EACCES),
#endif
#ifdef SYS_io_uring_setup
    REFUSE(io_uring_setup, ENOSYS),
#endif
    GIVE(SECCOMP_RET_ALLOW),
};

void sow_gnuplot_filter(void)
{
    /* the kernel only reads the rules, though its type is not const */
    struct sock_fprog program = {.len = sizeof RULES / sizeof RULES[0],
                                 .filter = (struct sock_filter *)(uintptr_t)RULES};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        (void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

#endif
#endif

#if !defined __linux__ || !defined NATIVE
void sow_gnuplot_filter(void)
{
}
#endif
