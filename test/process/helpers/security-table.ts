import { readFile } from 'node:fs/promises';
import type { Results } from './driver.ts';

/*
 * The table of SECURITY.md. Each of its lines is what a program finds. A cell counts up to its first comma, colon or semicolon;
 * the rest is explanation.
 */

const COLUMNS = ['landlock 1', 'landlock 3', 'landlock 6', 'bwrap', 'both'] as const;

/** Returns the column for a back end. @param abi ABI of Landlock */
function columnOf(backend: string, abi: number): number {
  const since = abi >= 6 ? 6 : abi >= 3 ? 3 : 1;
  const name = backend === 'landlock' ? `landlock ${since}` : backend;
  return (COLUMNS as readonly string[]).indexOf(name);
}

/** Returns what SECURITY.md says about a back end, by line. */
export async function claimsOf(backend: string, abi: number): Promise<Record<string, string>> {
  const text = await readFile(new URL('../../../SECURITY.md', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  const column = columnOf(backend, abi);
  return Object.fromEntries(
    lines.slice(2).map((line) => {
      const [claim = '', ...cells] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      const said = cells.slice(0, column + 1).findLast((cell) => cell !== 'the same') ?? '';
      return [claim, /^[^,;:]*/.exec(said)?.[0] ?? ''];
    }),
  );
}

/** Returns what the attacks have found, in the words of the table. */
export function foundBy({ files, look }: Pick<Results, 'files' | 'look'>): Record<string, string> {
  const { answer: around } = look.plain;
  const isGuarded = Object.values(files.untouched).every(Boolean) && !files.answer.secret.ok && !files.made;
  const others = ['command line', 'environment', 'memory'];
  const areOthersClosed = others.every((name) => !around[name].ok);
  return {
    'Other files cannot be read, written, removed or emptied': isGuarded ? 'yes' : 'no',
    'Existence, size and times of other files are hidden': around.size.ok ? 'no' : 'yes',
    'Times of other files of the user cannot be set': around.times.ok ? 'no' : 'yes',
    'Signals to other processes': signals(around),
    "Other processes' memory, environment and command lines": around.process.ok
      ? areOthersClosed
        ? 'inaccessible'
        : 'accessible'
      : 'hidden',
    "The machine's list of sockets (`/proc/net`)": sockets(around.sockets),
  };
}

interface Outcome {
  readonly ok: boolean;
  readonly value?: unknown;
}

function signals(around: Record<string, Outcome>): string {
  if (around.process?.ok === false) return 'hidden';
  if (around.signal?.ok === true) return 'allowed';
  return around['signal to its own']?.ok === true ? 'by the kernel' : 'by the filter';
}

function sockets({ ok, value }: Outcome): string {
  if (!ok) return 'inaccessible';
  return value === 1 ? 'empty' : 'accessible';
}
