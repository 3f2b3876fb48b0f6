"""Numbers of system calls: name: (x86_64, arm64), None if it does not exist.

From arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h (which arm64 uses) of Linux. Only those that
a rule names: whatever is not here is refused (call_rules.py).
"""

# fmt: off
CALLS = {
    # Files
    "read": (0, 63), "write": (1, 64), "readv": (19, 65), "writev": (20, 66), "pread64": (17, 67), "pwrite64": (18, 68),
    "preadv": (295, 69), "pwritev": (296, 70), "close": (3, 57), "close_range": (436, 436), "lseek": (8, 62),
    "open": (2, None), "openat": (257, 56), "creat": (85, None), "stat": (4, None), "lstat": (6, None),
    "fstat": (5, 80), "newfstatat": (262, 79), "statx": (332, 291), "access": (21, None), "faccessat": (269, 48),
    "faccessat2": (439, 439), "readlink": (89, None), "readlinkat": (267, 78), "getcwd": (79, 17), "chdir": (80, 49),
    "fchdir": (81, 50), "dup": (32, 23), "dup2": (33, None), "dup3": (292, 24), "fcntl": (72, 25), "ioctl": (16, 29),
    "getdents": (78, None), "getdents64": (217, 61), "ftruncate": (77, 46), "truncate": (76, 45),
    "fallocate": (285, 47), "fadvise64": (221, 223), "sendfile": (40, 71), "copy_file_range": (326, 285), "splice": (275, 76),
    "statfs": (137, 43), "fstatfs": (138, 44), "flock": (73, 32), "umask": (95, 166), "unlink": (87, None),
    "unlinkat": (263, 35), "rename": (82, None), "renameat": (264, 38), "renameat2": (316, 276), "mkdir": (83, None),
    "mkdirat": (258, 34), "rmdir": (84, None), "utime": (132, None), "utimes": (235, None), "utimensat": (280, 88),
    "link": (86, None), "linkat": (265, 37), "symlink": (88, None), "symlinkat": (266, 36), "mknod": (133, None),
    "mknodat": (259, 33), "fsync": (74, 82), "fdatasync": (75, 83), "sync_file_range": (277, 84), "syncfs": (306, 267),
    "sync": (162, 81), "msync": (26, 227),
    # Their owner, mode and attributes
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452), "chown": (92, None),
    "lchown": (94, None), "fchown": (93, 55), "fchownat": (260, 54), "setxattr": (188, 5), "lsetxattr": (189, 6),
    "fsetxattr": (190, 7), "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    "getxattr": (191, 8), "lgetxattr": (192, 9), "fgetxattr": (193, 10), "listxattr": (194, 11),
    "llistxattr": (195, 12), "flistxattr": (196, 13),
    # Memory
    "mmap": (9, 222), "munmap": (11, 215), "mprotect": (10, 226), "mremap": (25, 216), "madvise": (28, 233),
    "brk": (12, 214), "mlock": (149, 228), "munlock": (150, 229), "membarrier": (324, 283),
    # Threads and signals
    "futex": (202, 98), "set_robust_list": (273, 99), "get_robust_list": (274, 100), "set_tid_address": (218, 96),
    "rseq": (334, 293), "arch_prctl": (158, None), "prctl": (157, 167), "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "rt_sigsuspend": (130, 133), "rt_sigtimedwait": (128, 137),
    "sigaltstack": (131, 132), "restart_syscall": (219, 128), "pause": (34, None), "kill": (62, 129),
    "tkill": (200, 130), "tgkill": (234, 131),
    # Processes
    "exit": (60, 93), "exit_group": (231, 94), "clone": (56, 220), "fork": (57, None), "vfork": (58, None),
    "execve": (59, 221), "execveat": (322, 281), "wait4": (61, 260), "waitid": (247, 95), "pidfd_open": (434, 434),
    "clone3": (435, 435), "setsid": (112, 157), "setpgid": (109, 154), "ptrace": (101, 117), "unshare": (272, 97),
    "setns": (308, 268),
    # Waiting and time
    "poll": (7, None), "ppoll": (271, 73), "select": (23, None), "pselect6": (270, 72), "epoll_create": (213, None),
    "epoll_create1": (291, 20), "epoll_ctl": (233, 21), "epoll_wait": (232, None), "epoll_pwait": (281, 22),
    "epoll_pwait2": (441, 441), "eventfd": (284, None), "eventfd2": (290, 19), "timerfd_create": (283, 85),
    "timerfd_settime": (286, 86), "pipe": (22, None), "pipe2": (293, 59), "nanosleep": (35, 101),
    "clock_nanosleep": (230, 115), "clock_gettime": (228, 113), "clock_getres": (229, 114), "gettimeofday": (96, 169),
    "time": (201, None), "times": (100, 153), "getrusage": (98, 165), "alarm": (37, None), "setitimer": (38, 103),
    "getitimer": (36, 102), "timer_create": (222, 107), "timer_settime": (223, 110), "timer_delete": (226, 111),
    # Who and where a process is, and what it may use
    "getpid": (39, 172), "gettid": (186, 178), "getppid": (110, 173), "getpgrp": (111, None), "getpgid": (121, 155),
    "getsid": (124, 156), "getuid": (102, 174), "geteuid": (107, 175), "getgid": (104, 176), "getegid": (108, 177),
    "getresuid": (118, 148), "getresgid": (120, 150), "getgroups": (115, 158), "uname": (63, 160), "sysinfo": (99, 179),
    "getrandom": (318, 278), "getcpu": (309, 168), "capget": (125, 90), "prlimit64": (302, 261), "getrlimit": (97, 163),
    "setrlimit": (160, 164), "getpriority": (140, 141), "setpriority": (141, 140), "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123), "sched_setaffinity": (203, 122), "sched_getparam": (143, 121),
    "sched_setparam": (142, 118), "sched_getscheduler": (145, 120), "sched_setscheduler": (144, 119),
    "sched_get_priority_max": (146, 125), "sched_get_priority_min": (147, 126), "ioprio_set": (251, 30),
    "setuid": (105, 146), "setgid": (106, 144), "setreuid": (113, 145), "setregid": (114, 143), "setresuid": (117, 147),
    "setresgid": (119, 149), "setgroups": (116, 159), "capset": (126, 91),
    # Sockets
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200), "getsockname": (51, 204),
    "getpeername": (52, 205), "getsockopt": (55, 209), "setsockopt": (54, 208), "shutdown": (48, 210),
    "sendto": (44, 206), "recvfrom": (45, 207), "sendmsg": (46, 211), "recvmsg": (47, 212),
    # The kernel's own interfaces
    "seccomp": (317, 277), "landlock_create_ruleset": (444, 444), "landlock_add_rule": (445, 445),
    "landlock_restrict_self": (446, 446), "mount": (165, 40), "chroot": (161, 51),
}
# fmt: on

# name: (AUDIT_ARCH, column of CALLS), by the machine name of uname(2)
MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
