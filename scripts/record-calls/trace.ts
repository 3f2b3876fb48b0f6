import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';

/** Calls of sandboxed programs: family → name of the call → how often, by which programs, and how it was refused. */
export type Recorded = Map<string, Map<string, Use>>;

export interface Use {
  count: number;
  readonly programs: Set<string>;
  /** Errors by which a filter refused it; empty if it never did. */
  readonly refusals: Set<string>;
}

/** Arguments of strace(1) for readTrace. Calls are recorded when they are tried, before a filter answers them. */
export const STRACE = ['-f', '-qq', '-s', '300', '-e', 'signal=none', '-e', 'abbrev=!execve'];

interface Process {
  readonly family: string;
  /** Whether its filter is active. */
  readonly sandboxed: boolean;
  readonly program: string;
}

/** A job of a forking host, after it has restricted itself. */
const JOB = 'job';

const REFUSALS = /= -1 (ENOSYS|EPERM|EACCES|EINVAL|ENOTTY|EOPNOTSUPP) /;
const STARTED = /^(\d+) +(\w+)\((.*)$/;
const RESUMED = /^(\d+) +<\.\.\. (\w+) resumed>(.*)$/;

/** Adds the content of a trace to `recorded`. Calls count only in sandboxed programs, after their filter is active. */
export async function readTrace(path: string, recorded: Recorded): Promise<void> {
  const processes = new Map<string, Process>();
  /** Parents of processes: a child may appear before the call that created it has returned. */
  const parents = await readParents(path);
  for await (const line of linesOf(path)) {
    const resumed = RESUMED.exec(line);
    const [, pid = '', name = '', rest = ''] = resumed ?? STARTED.exec(line) ?? [];
    if (pid === '') continue;
    const process = processes.get(pid) ?? processes.get(parents.get(pid) ?? '');
    if (process !== undefined) processes.set(pid, process);
    if (name === 'execve' && resumed === null) {
      const family = rest.includes('supervise.main') ? /"--calls", "([\w-]+)"/.exec(rest)?.[1] : undefined;
      if (family !== undefined) processes.set(pid, { family, sandboxed: false, program: '' });
      else if (process !== undefined) processes.set(pid, { ...process, program: programOf(rest) });
    }
    if (process === undefined) continue;
    if (name === 'prctl' && rest.includes('PR_SET_SECCOMP')) {
      processes.set(pid, { ...process, sandboxed: true, family: process.sandboxed ? JOB : process.family });
    } else if (process.sandboxed) {
      add(recorded, process, name, rest, resumed !== null);
    }
  }
}

function add(recorded: Recorded, { family, program }: Process, name: string, rest: string, isResumed: boolean): void {
  const uses = recorded.get(family) ?? new Map<string, Use>();
  recorded.set(family, uses);
  const use = uses.get(name) ?? { count: 0, programs: new Set<string>(), refusals: new Set<string>() };
  uses.set(name, use);
  if (!isResumed) use.count += 1;
  use.programs.add(program);
  const refusal = REFUSALS.exec(rest)?.[1];
  if (refusal !== undefined) use.refusals.add(refusal);
}

/** Includes the script if the program is an interpreter. */
function programOf(words: string): string {
  const [path = '', ...args] = [...words.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((found) => found[1] ?? '');
  const script = args.slice(0, 8).find((word) => /\.(?:py|ts|mjs|js)$/.test(word));
  return [path, script]
    .filter((word) => word !== undefined)
    .map((word) => basename(word))
    .join(' ');
}

async function readParents(path: string): Promise<Map<string, string>> {
  const parents = new Map<string, string>();
  for await (const line of linesOf(path)) {
    const [, parent, child] = /^(\d+) +(?:<\.\.\. )?(?:clone3?|v?fork)\b.*= (\d+)$/.exec(line) ?? [];
    if (parent !== undefined && child !== undefined) parents.set(child, parent);
  }
  return parents;
}

const linesOf = (path: string) => createInterface(createReadStream(path, 'latin1'));
