import { adjusted, type Warning } from '../../tools/ffmpeg/issues.ts';

export interface BitrateChoice {
  /** kbit/s; null: the user named none. */
  readonly kbps: number | null;
  readonly warnings: readonly Warning[];
}

/** The bitrate nearest to the one asked for within a window, kbit/s. `where` ends the sentence `… takes 8 to 64 kbit/s`. */
export function withinWindow(asked: number | null, least: number, most: number, where: string): BitrateChoice {
  if (asked === null) return { kbps: null, warnings: [] };
  const kbps = Math.min(Math.max(asked, least), most);
  return chosen(asked, kbps, `${where} takes ${least} to ${most} kbit/s`);
}

/** The bitrate nearest to the one asked for among those of a list, kbit/s; of two as near, the higher. */
export function amongSteps(asked: number | null, steps: readonly number[], where: string): BitrateChoice {
  if (asked === null) return { kbps: null, warnings: [] };
  return chosen(asked, nearestStep(asked, steps), `${where} has ${steps.join(', ')} kbit/s only`);
}

/** The member of a rising list nearest to a value; of two as near, the higher. */
export function nearestStep(value: number, steps: readonly number[]): number {
  let best = steps[0] ?? value;
  for (const step of steps) if (Math.abs(step - value) <= Math.abs(best - value)) best = step;
  return best;
}

function chosen(asked: number, kbps: number, reason: string): BitrateChoice {
  if (kbps === asked) return { kbps, warnings: [] };
  return { kbps, warnings: [adjusted({ option: 'audio_bitrate', value: asked }, kbps, reason)] };
}
