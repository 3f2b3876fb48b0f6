import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import type { PartsForm } from '../encoding.ts';
import type { Frames } from './frames.ts';
import { OggWriter } from './ogg.ts';
import type { Part } from './plan-parts.ts';
import { readFrames } from './read-frames.ts';
import { findSeam } from './seams.ts';

export interface Parts {
  readonly parts: readonly Part[];
  /** Paths of the parts' files, which are removed. */
  readonly paths: readonly string[];
  readonly form: PartsForm;
  /** Path of the file for all their frames. */
  readonly joined: string;
}

export interface Joined {
  /** Number of frames. */
  readonly frames: number;
  /** First headers of the first and of the last part. */
  readonly tags: readonly (Buffer | undefined)[];
}

/** Joins the frames of overlapping parts at inaudible seams. Returns null if there is no such frame, or frames are missing. */
export async function joinParts({ parts, paths, form, joined }: Parts): Promise<Joined | null> {
  const file = await open(joined, 'w');
  try {
    return await writeParts(file, { parts, paths, form, joined });
  } finally {
    await file.close();
  }
}

async function writeParts(file: FileHandle, { parts, paths, form }: Parts): Promise<Joined | null> {
  const ogg = form.codec === 'opus' ? new OggWriter() : null;
  let current = await take(paths[0], form);
  const first = current?.headers[0];
  if (current === null) return null;
  if (ogg !== null) await file.appendFile(ogg.headers(current.headers));
  // The first frame of the current part that is still to be written.
  let from = 0;
  for (const [number, part] of parts.entries()) {
    const following = parts[number + 1];
    const next = following === undefined ? null : await take(paths[number + 1], form);
    const overlapAt = following === undefined ? 0 : following.first - part.first;
    if (following !== undefined && next === null) return null;
    const seam = next === null ? null : findSeam({ before: current.frames.slice(overlapAt), after: next.frames }, form);
    if (next !== null && (seam === null || overlapAt + seam <= from)) return null;
    const frames: readonly Buffer[] = current.frames.slice(from, next === null ? undefined : overlapAt + (seam ?? 0));
    const isLast = following === undefined;
    await file.appendFile(ogg === null ? Buffer.concat(frames) : ogg.frames(frames, isLast ? current.padding : null));
    if (next === null) return { frames: part.first + current.frames.length, tags: [first, current.headers[0]] };
    current = next;
    from = seam ?? 0;
  }
  return null;
}

async function take(path: string | undefined, form: PartsForm): Promise<Frames | null> {
  if (path === undefined) return null;
  const file = await readFile(path);
  await rm(path);
  return readFrames(file, form);
}
