import { basename } from 'node:path';
import { execa } from 'execa';
import type { Measure } from './measure.ts';

/** Signals of EBU Tech 3341 with a loudness of their own, LUFS, by the number in their names. */
const SIGNALS: Readonly<Record<string, number>> = { 1: -23, 2: -33, 3: -23, 4: -23, 5: -23, 6: -23, 7: -23, 8: -23 };
const NAME = /^seq-3341-(\d+)\b.*\.wav$/;
/** Loudness to reach, LUFS (EBU R128), and how far off a meter may be, LU (Tech 3341, table 1). */
const TARGET = -23;
const TOLERANCE = 0.1;
const TIMEOUT_MS = 60_000;

/** EBU's signals for meters of loudness: whether our result has the loudness that is asked for, as ffmpeg's ebur128 measures it. */
export const atLoudness: Measure = async (files, convert) =>
  [...files].flatMap((input) => {
    const expected = SIGNALS[NAME.exec(basename(input))?.[1] ?? ''];
    if (expected === undefined) return [];
    const score = async () => {
      const options = { normalize: true, normalize_type: 'ebu', normalize_target_level_ebu: TARGET };
      const [made = ''] = await convert(input, 'wav', options);
      const [before, after] = [await loudnessOf(input), await loudnessOf(made)];
      const scores = {
        meter: Number(Math.abs(before - expected) <= TOLERANCE),
        target: Number(Math.abs(after - TARGET) <= TOLERANCE),
      };
      return { scores, wrong: [`${before} LUFS before, ${after} LUFS after`] };
    };
    return [{ input, group: 'loudness of signals', score }];
  });

async function loudnessOf(path: string): Promise<number> {
  const args = ['-hide_banner', '-nostats', '-i', path, '-af', 'ebur128', '-f', 'null', '-'];
  const { stderr } = await execa('ffmpeg', args, { timeout: TIMEOUT_MS, maxBuffer: 1e8 });
  return Number(/I:\s+(-?[\d.]+) LUFS(?![\s\S]*I:)/.exec(stderr)?.[1]);
}
