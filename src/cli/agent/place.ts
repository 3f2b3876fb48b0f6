import { lstatSync, mkdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment } from '../../settings/read.ts';

/** What a command tells an agent about itself. */
export interface Hello {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** An agent of another identity does not run it. */
  readonly identity: readonly string[];
  readonly streams: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  readonly columns: number;
  readonly rows: number;
}

/** Longest path of a socket, bytes. */
const LONGEST_PATH = 107;

/**
 * Returns the path of the agent's socket, in a folder that only this user can use; null if there is no such folder, and then no agent either:
 * another user's program at this place would get the files. `create`: makes the folder if there is none.
 */
export function agentSocket({ create }: { create: boolean }): string | null {
  const user = process.getuid?.();
  const folder = join(environment().XDG_RUNTIME_DIR || tmpdir(), `convertd-agent-${user}`);
  const path = join(folder, 'socket');
  if (Buffer.byteLength(path) > LONGEST_PATH) return null;
  try {
    if (create) mkdirSync(folder, { mode: 0o700 });
  } catch {
    // It exists, or cannot be made.
  }
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() && found.uid === user && (found.mode & 0o077) === 0 ? path : null;
}

/**
 * Returns what must be equal in a command and in an agent that runs it: the installation and its version, the user's groups and limits, and
 * the file systems.
 * @param entry path of the program
 */
export function identity(entry: string): string[] {
  const { mtimeMs } = statSync(entry);
  const status = readFileSync('/proc/self/status', 'latin1').match(
    /^(?:Uid|Gid|Groups|Umask|Cap\w+|NoNewPrivs|Seccomp):.*$/gm,
  );
  const limits = readFileSync('/proc/self/limits', 'latin1');
  return [entry, String(mtimeMs), process.version, ...(status ?? []), limits, readlinkSync('/proc/self/ns/mnt')];
}
