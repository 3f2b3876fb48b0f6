import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { NewFile } from '../disk/calls.ts';
import { onDisk } from '../disk/disk.ts';

/** How long an answer counts, as who looks after the folder may change its list. */
const KEPT_MS = 60_000;

/** Folders at once: each task may have one of its own. */
const MOST_KEPT = 100;

const known = new Map<string, { readonly until: number; readonly answer: Promise<NewFile> }>();

/** A name that no other file has, and that nobody can foresee. Nothing with such a name is an output. */
export const partName = (): string => `.convertd-${randomUUID()}.part`;

/** What is known of a folder already. */
export function knownNewFile(folder: string): Promise<NewFile> | null {
  const kept = known.get(folder);
  return kept !== undefined && kept.until > performance.now() ? kept.answer : null;
}

/** For the next file in a folder. */
export function rememberNewFile(folder: string, answer: Promise<NewFile>): void {
  if (known.size >= MOST_KEPT) known.clear();
  known.set(folder, { until: performance.now() + KEPT_MS, answer });
}

/**
 * Shown by a file that is made there and removed, at most once a minute. Throws the system's error where none can be made.
 * @param like the folder that was asked for before, where it is known that both give the same
 */
export function newFileIn(folder: string, like = folder): Promise<NewFile> {
  const kept = knownNewFile(like);
  if (kept !== null) return kept;
  const answer = onDisk('tryNewFile', join(folder, partName()));
  rememberNewFile(like, answer);
  answer.catch(() => known.delete(like));
  return answer;
}
