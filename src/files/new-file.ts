import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { NewFile } from '../disk/calls.ts';
import { onDisk } from '../disk/disk.ts';

/** How long an answer is kept, ms: the folder's access control list may change. */
const KEPT_MS = 60_000;

/** Most folders at once: each task may have one of its own. */
const MOST_KEPT = 100;

const known = new Map<string, { readonly until: number; readonly answer: Promise<NewFile> }>();

/** Returns a unique name that nobody can predict. Nothing with such a name is an output. */
export const partName = (): string => `.convertd-${randomUUID()}.part`;

/** Returns what is already known of a folder. */
export function knownNewFile(folder: string): Promise<NewFile> | null {
  const kept = known.get(folder);
  return kept !== undefined && kept.until > performance.now() ? kept.answer : null;
}

/** Records the answer for the next file in a folder. */
export function rememberNewFile(folder: string, answer: Promise<NewFile>): void {
  if (known.size >= MOST_KEPT) known.clear();
  known.set(folder, { until: performance.now() + KEPT_MS, answer });
}

/**
 * Finds out what a new file in the folder gets, by creating one and removing it, at most once a minute. Throws the system's error if none
 * can be created.
 * @param like folder with a known answer, if it is known that both give the same
 */
export function newFileIn(folder: string, like = folder): Promise<NewFile> {
  const kept = knownNewFile(like);
  if (kept !== null) return kept;
  const answer = onDisk('tryNewFile', join(folder, partName()));
  rememberNewFile(like, answer);
  answer.catch(() => known.delete(like));
  return answer;
}
