import type { Readable, Writable } from 'node:stream';
import type { Permission, ProgramLimits } from '../program-call.ts';
import type { CallFamily } from '../sandbox/call-family.ts';

/** How a program is sandboxed; see sandbox.ts for the choice. */
export type Backend = 'landlock' | 'bwrap' | 'both' | 'off';

/** One start, fully decided. Paths are absolute. */
export interface Launch {
  readonly backend: Backend;
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Readable paths besides the system folders. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Replaces /tmp and /dev/shm if there is a namespace. */
  readonly temporary: string;
  readonly calls: CallFamily;
  readonly allow: readonly Permission[];
  /** The only TCP port it may connect to, with the calls of `web`; null: no network. */
  readonly port: number | null;
  /** Whether it may run in a process that has loaded it already (loaded_programs.py); default no. */
  readonly loaded?: boolean;
  /** null: that limit is not set. */
  readonly limits: { readonly [Name in keyof ProgramLimits]: number | null };
  readonly stdin: Input;
  /** `pipe`, or a stream with a file descriptor, which the program gets itself: an open file, the stdin of a next program. */
  readonly stdout: 'pipe' | Writable;
}

/** A program's standard input: bytes, a stream to write to, a stream that the previous program writes to, or nothing. */
export type Input = { readonly data: string | Uint8Array } | 'pipe' | 'joined' | 'ignore';

/** How a program ended, as its supervisor reports. `lost`: the supervisor itself was killed. */
export interface Ending {
  readonly how: 'exit' | 'signal' | 'memory' | 'processes' | 'descriptors' | 'exhausted' | 'wall' | 'stopped' | 'lost';
  /** Exit code or signal number. */
  readonly number: number;
  readonly peakBytes: number;
  readonly peakProcesses: number;
  readonly cpuMs: number;
  /** ABI of the kernel's Landlock; 0: none. */
  readonly landlockAbi: number;
  /** Whether it had a control group of its own (control_group.py). */
  readonly hasGroup: boolean;
  /** Why it never ran: `exec` (no such program), `sandbox`, `start`, or `launcher` (what was to start it ended first). */
  readonly failed: { readonly stage: string; readonly text: string } | null;
}

export interface Launched {
  readonly stdin: Writable | null;
  /** Null if it goes elsewhere. */
  readonly stdout: Readable | null;
  readonly stderr: Readable;
  /** Process id of the program itself; null while it is unknown, and if the program ended before. */
  readonly programPid: number | null;
  /** Resolves when nothing of it is left and its output has been read; never rejects. */
  readonly end: Promise<Ending>;
  /** Sends SIGKILL to everything it started. */
  kill(): void;
  /** Whether its processes together use more memory than that, shared pages counted once; false when it has ended. */
  usesMoreThan(bytes: number): Promise<boolean>;
  /** Whether it keeps this process from exiting; initially it does. */
  holdEventLoop(hold: boolean): void;
}
