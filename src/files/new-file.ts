import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { onDisk } from '../disk/disk.ts';

/** What a new file gets in a folder. Its mode follows from the process's mask, or from the folder's access control list. */
export interface NewFile {
  readonly uid: number;
  /** Permissions alone. */
  readonly mode: number;
}

/** How long an answer counts, as who looks after the folder may change its list. */
const KEPT_MS = 60_000;

/** Folders at once: each task may have one of its own. */
const MOST_KEPT = 100;

const known = new Map<string, { readonly until: number; readonly answer: Promise<NewFile> }>();

/** A name that no other file has, and that nobody can foresee. Nothing with such a name is an output. */
export const partName = (): string => `.convertd-${randomUUID()}.part`;

/**
 * Shown by a file that is made there and removed, at most once a minute. Throws the system's error where none can be made.
 * @param like the folder that was asked for before, where it is known that both give the same
 */
export function newFileIn(folder: string, like = folder): Promise<NewFile> {
  const now = performance.now();
  const kept = known.get(like);
  if (kept !== undefined && kept.until > now) return kept.answer;
  if (known.size >= MOST_KEPT) known.clear();
  const answer = onDisk('tryNewFile', join(folder, partName()));
  known.set(like, { until: now + KEPT_MS, answer });
  answer.catch(() => known.delete(like));
  return answer;
}
