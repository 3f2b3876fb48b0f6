import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { partFolder } from '../../../../src/work/context.ts';
import { type FfmpegRuns, runFfmpeg } from '../ffmpeg.ts';
import { fileUrl } from '../probe/input-safety.ts';
import type { FrameSize } from './frame-plan.ts';
import { QUIET } from './pictures.ts';

/** Pixels between frames of a sheet and around them. */
export const SHEET_GAP = 4;

/** Largest sheet, pixels: a larger one would fill the memory of programs that open it. */
export const MOST_SHEET_PIXELS = 200_000_000;

/** Returns the size of a sheet of such frames. */
export function sheetSize(frame: FrameSize, columns: number, rows: number): FrameSize {
  return {
    width: columns * (frame.width + SHEET_GAP) + SHEET_GAP,
    height: rows * (frame.height + SHEET_GAP) + SHEET_GAP,
  };
}

/** Returns the filters that write the time of a frame into its lower right corner. `offset`: seconds at which the clock reads 0. */
export function timeFilters({ height, width }: FrameSize, offset: number): string[] {
  const letters = Math.max(9, Math.round(Math.min(height / 8, width / 12)));
  const edge = Math.max(2, Math.round(letters / 4));
  // Half a millisecond compensates for times that are rounded down.
  const clock = `%{pts\\:gmtime\\:${(offset + 0.0005).toFixed(4)}\\:%H\\\\\\:%M\\\\\\:%S}`;
  const look = `fontsize=${letters}:fontcolor=white:box=1:boxcolor=black@0.6:boxborderw=${edge}`;
  return [`drawtext=text='${clock}':${look}:x=w-tw-${2 * edge}:y=h-th-${2 * edge}`];
}

/** Lays frames out as a sheet, row by row, on white. Throws what running ffmpeg does. @returns the path of a PNG */
export async function layOut(
  frames: readonly string[],
  { columns, rows }: { readonly columns: number; readonly rows: number },
  runs: FfmpegRuns,
): Promise<string> {
  const folder = await partFolder(runs.context, 'sheet');
  // ffmpeg stops at a missing number.
  for (const [index, frame] of frames.entries()) await link(frame, join(folder, `tile-${index + 1}.png`));
  const path = join(folder, 'sheet.png');
  const pattern = join(folder.replaceAll('%', '%%'), 'tile-%d.png');
  const tile = `tile=${columns}x${rows}:padding=${SHEET_GAP}:margin=${SHEET_GAP}:color=white`;
  await runFfmpeg(runs, [
    ...[...QUIET, '-protocol_whitelist', 'file', '-f', 'image2', '-start_number', '1', '-i', fileUrl(pattern)],
    ...['-vf', tile, '-frames:v', '1', '-update', '1', '-c:v', 'png', '-f', 'image2', fileUrl(path)],
  ]);
  return path;
}
