import type { CallFamily } from './sandbox/call-family.ts';

/** Limits of one program and everything it starts. Each has a default (limits.ts); an engine may lower or raise it. */
export interface ProgramLimits {
  /** Wall time, milliseconds. */
  wallMs: number;
  /** Processor time of one process, seconds. */
  cpuSeconds: number;
  /** Memory of all its processes together, bytes. */
  memoryBytes: number;
  /** Largest file it may write, bytes. */
  fileBytes: number;
  /** Processes and threads. */
  processes: number;
}

/**
 * What a sandboxed program may do beyond the usual, where it cannot work without:
 * - `links`: make symbolic links in its folder. Whoever reads that folder afterwards must not follow them.
 * - `proc`: read all of /proc; for a parent that measures its children.
 * - `proc-list`: list what is in /proc, as browsers do, and read nothing there but what is the program's own.
 * - `modes`: change the mode bits of files. Without it, chmod succeeds and changes nothing.
 * - `device:PATH`: open this device and make the requests (ioctl) of graphics devices, as encoders in hardware do.
 */
export type Permission = 'links' | 'proc' | 'proc-list' | 'modes' | `device:/dev/${string}`;

/** One native program to run: pure data, made by an engine's functions from options to arguments. */
export interface ProgramCall {
  /** What users and logs call it: `ffmpeg`. */
  readonly name: string;
  /** Absolute path of the executable. */
  readonly path: string;
  /** Never a secret: every user of the machine can read argv. */
  readonly args: readonly string[];
  /** Text or bytes for its standard input (the place for passwords); none: the input is closed. */
  readonly stdin?: string | Uint8Array;
  /** Folder it starts in, inside the work folder; default: the work folder. */
  readonly cwd?: string;
  /** Added to the small clean environment (PATH, LANG=C.UTF-8, and a HOME and TMPDIR of this program alone). */
  readonly env?: Readonly<Record<string, string>>;
  /** Further files or folders it may read; the system folders and the task's inputs it may read anyway. */
  readonly readable?: readonly string[];
  /** Default: by the program; see call-family.ts. */
  readonly calls?: CallFamily;
  readonly allow?: readonly Permission[];
  readonly limits?: Partial<ProgramLimits>;
  /** Called with every line as it comes, for progress; carriage returns end a line too, empty lines are left out. */
  readonly onStdout?: (line: string) => void;
  readonly onStderr?: (line: string) => void;
  /** Write standard output to this file of the work folder instead of keeping it. */
  readonly stdoutFile?: string;
  /**
   * It may run in a process that has loaded its library already, if there is one (loaded_programs.py): for work that takes less time
   * than to load the program.
   */
  readonly loaded?: boolean;
  /** Exit codes that are no failure; default [0]. Any other code throws ConversionError `conversion_failed` with stderr in `log`. */
  readonly acceptExitCodes?: readonly number[] | 'any';
}

export interface ProgramResult {
  readonly exitCode: number;
  /** At most the last 1 MiB of each. */
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/** Where and as what a program runs; the runner fills it for each task. */
export interface ProgramScope {
  /** Exists; the only place the program can write. Beside it lies, while it runs, the folder of its HOME and TMPDIR. */
  readonly workFolder: string;
  readonly readable: readonly string[];
  readonly signal: AbortSignal;
}
