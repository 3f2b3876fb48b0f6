import { adjusted, type Warning } from '../../tools/programs/ffmpeg/issues.ts';

export interface BitrateChoice {
  /** Bitrate in kbit/s. Null: the user gave none. */
  readonly kbps: number | null;
  readonly warnings: readonly Warning[];
}

/** Returns the nearest bitrate within a window, kbit/s. `where` ends the sentence `… takes 8 to 64 kbit/s`. */
export function withinWindow(asked: number | null, least: number, most: number, where: string): BitrateChoice {
  if (asked === null) return { kbps: null, warnings: [] };
  const kbps = Math.min(Math.max(asked, least), most);
  return chosen(asked, kbps, `${where} takes ${least} to ${most} kbit/s`);
}

/** Returns the nearest bitrate in a list, kbit/s; of two equally near ones the higher. */
export function amongSteps(asked: number | null, steps: readonly number[], where: string): BitrateChoice {
  if (asked === null) return { kbps: null, warnings: [] };
  return chosen(asked, nearestStep(asked, steps), `${where} has ${steps.join(', ')} kbit/s only`);
}

/** Returns the member of an ascending list nearest to a value; of two equally near ones the higher. */
export function nearestStep(value: number, steps: readonly number[]): number {
  let best = steps[0] ?? value;
  for (const step of steps) if (Math.abs(step - value) <= Math.abs(best - value)) best = step;
  return best;
}

function chosen(asked: number, kbps: number, reason: string): BitrateChoice {
  if (kbps === asked) return { kbps, warnings: [] };
  return { kbps, warnings: [adjusted({ option: 'audio_bitrate', value: asked }, kbps, reason)] };
}
