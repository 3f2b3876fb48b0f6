"""The system calls that each family of programs needs; no others are possible.

Recorded by `npm run record-calls` in Debian 12 and 13 on x86_64, plus each call's relatives: what another release of the C library, or
arm64, makes for the same function of C. call_rules.py checks the arguments of some of them.
"""

# The C library, its loader, its memory and threads.
RUNTIME = """
    mmap munmap mprotect mremap madvise brk mlock munlock membarrier
    futex set_robust_list get_robust_list set_tid_address rseq arch_prctl prctl clone sched_yield getcpu
    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigsuspend rt_sigtimedwait sigaltstack restart_syscall pause
    tgkill exit exit_group execve
    nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time times getrusage
    alarm setitimer getitimer timer_create timer_settime timer_delete
    getpid gettid getppid getpgrp getpgid getsid getuid geteuid getgid getegid getresuid getresgid getgroups
    uname sysinfo getrandom capget prlimit64 getrlimit setrlimit getpriority setpriority
    sched_getaffinity sched_setaffinity sched_getparam sched_getscheduler sched_setscheduler
    sched_get_priority_max sched_get_priority_min
"""

# Landlock or a mount namespace says which ones.
FILES = """
    read write readv writev pread64 pwrite64 preadv pwritev close close_range lseek fcntl ioctl dup dup2 dup3
    open openat creat stat lstat fstat newfstatat statx access faccessat faccessat2 readlink readlinkat
    getcwd chdir fchdir getdents getdents64 ftruncate truncate fallocate fadvise64 sendfile copy_file_range
    statfs fstatfs flock umask unlink unlinkat rename renameat renameat2 mkdir mkdirat rmdir
    utime utimes utimensat fsync fdatasync sync_file_range syncfs sync msync
"""

WAITING = " poll ppoll select pselect6 pipe pipe2 eventfd eventfd2 timerfd_create timerfd_settime "

# The kernel counts what all processes of a user watch together, including convertd's: only for programs that cannot do without.
WATCHING = "epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2"

# Calls for a pair of sockets, or standard input and output (sockets too): none of them reaches another socket.
CONNECTED = "socketpair getsockname getpeername getsockopt shutdown sendto recvfrom recvmsg"

# Can hand on open files, which the kernel counts for all processes of a user together until they are received: only for programs that
# cannot do without, each a program of one task. Their supervisors count them: descriptors_in_flight.py.
HANDING_ON = "sendmsg"

# Programs that start others: shells, ocrmypdf, Chromium in calibre.
PROCESSES = "fork vfork wait4 waitid kill"

# Calls of a parent of forked jobs: to sandbox the job's process in that process, to notice its end and to pass on its output.
NARROWING = "landlock_create_ruleset landlock_add_rule landlock_restrict_self pidfd_open splice"

EVERY = RUNTIME + FILES + WAITING + CONNECTED

SETS = {
    # A program of one task, and whatever it starts.
    "program": f"{EVERY} {PROCESSES}",
    # Node with our own script: threads, no processes.
    "node": f"{EVERY} {WATCHING}",
    # Chromium, also that in the Qt WebEngine of calibre. Its processes tell each other who they are (setsockopt: SO_PASSCRED) and give up
    # capabilities, or end if they cannot (capset).
    "book": f"{EVERY} {WATCHING} {HANDING_ON} {PROCESSES} setsockopt capset",
    # The same with connections to one port of this machine, limited by Landlock; call_rules.py limits their kind.
    "web": f"{EVERY} {WATCHING} {HANDING_ON} {PROCESSES} setsockopt capset socket connect",
    # LibreOffice or calibre in Python, before it has seen a job: forks a child for each.
    "parent": f"{EVERY} {PROCESSES} {NARROWING} setsockopt",
    # Such a child while it runs its job: see fork_server.py.
    "job": EVERY,
    # The same if Chromium may run in it, which hands on nothing there.
    "book-job": EVERY,
}


def may_hand_on(family: str) -> bool:
    return HANDING_ON in SETS[family].split()
