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
 * What a sandboxed program may do in addition, if it cannot work otherwise:
 * - `links`: create symbolic links in its folder. Later readers of that folder must not follow them.
 * - `proc`: read all of /proc; for a parent that measures its children.
 * - `proc-list`: list /proc, as browsers do, but read only the program's own entries.
 * - `modes`: change the mode bits of files. Without it, chmod succeeds and changes nothing.
 * - `device:PATH`: open this device and make the requests (ioctl) of graphics devices, as hardware encoders do.
 */
export type Permission = 'links' | 'proc' | 'proc-list' | 'modes' | `device:/dev/${string}`;

/** One native program to run, as pure data. An engine's functions create it from options. */
export interface ProgramCall {
  /** Name for users and logs: `ffmpeg`. */
  readonly name: string;
  /** Absolute path of the executable. */
  readonly path: string;
  /** Arguments. Never secret: every user of the machine can read them. */
  readonly args: readonly string[];
  /** Text or bytes for its standard input (the place for passwords). Without it, the input is closed. */
  readonly stdin?: string | Uint8Array;
  /** Folder it starts in, inside the work folder; default: the work folder. */
  readonly cwd?: string;
  /** Variables added to the small clean environment (PATH, LANG=C.UTF-8, and a HOME and TMPDIR of this program alone). */
  readonly env?: Readonly<Record<string, string>>;
  /** Further files or folders that it may read, besides the system folders and the task's inputs. */
  readonly readable?: readonly string[];
  /** Default: by program; see call-family.ts. */
  readonly calls?: CallFamily;
  readonly allow?: readonly Permission[];
  readonly limits?: Partial<ProgramLimits>;
  /** Called with every line as it arrives, for progress. Carriage returns end a line too; empty lines are left out. */
  readonly onStdout?: (line: string) => void;
  readonly onStderr?: (line: string) => void;
  /** File of the work folder that standard output is written to instead of being kept. */
  readonly stdoutFile?: string;
  /**
   * Whether it may run in a process that has loaded its library already, if there is one (loaded_programs.py): for work that takes less
   * time than loading the program.
   */
  readonly loaded?: boolean;
  /** Exit codes that mean success; default [0]. Any other code throws ConversionError `conversion_failed` with stderr in `log`. */
  readonly acceptExitCodes?: readonly number[] | 'any';
}

export interface ProgramResult {
  readonly exitCode: number;
  /** At most the last 1 MiB of each stream. */
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/** Where and how a program runs; the runner fills it for each task. */
export interface ProgramScope {
  /** Existing folder, the only place the program can write to. The folder of its HOME and TMPDIR is next to it while it runs. */
  readonly workFolder: string;
  readonly readable: readonly string[];
  readonly signal: AbortSignal;
}
