import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { VIDEO_ENCODERS } from '../../engines/video/video-codecs.ts';
import { table, timed } from '../bench-worker/statistics.ts';
import { makeClip } from './clips.ts';
import { similarityOf } from './similarity.ts';

/** Presets of the encoders, by the option that sets them; other options follow the preset. */
const PRESETS = {
  h264: ['-preset', ['ultrafast', 'veryfast', 'faster', 'medium', 'slow', 'slower']],
  h265: ['-preset', ['ultrafast', 'superfast', 'veryfast', 'fast', 'medium', 'slow']],
  av1: ['-preset', ['12', '10', '8', '6', '5']],
  vp9: ['-cpu-used', ['6 -deadline realtime', '6', '4', '3', '2']],
  vp8: ['-cpu-used', ['5', '3', '1']],
} as const;

/** Bitrate of each encoder, kbit/s, so that only quality and time differ. */
const KBPS = 1500;

/** Returns a table of the similarity to the source and the time of each preset of each encoder at the same bitrate. */
export async function measurePresets(folder: string): Promise<string> {
  const clip = await makeClip(folder, 6, '640x360');
  const rows: string[][] = [['codec', 'preset', 'seconds', 'SSIM', 'kB', 'of effort']];
  for (const [name, [option, presets]] of Object.entries(PRESETS)) {
    const { encoder, always, effort, pixels } = VIDEO_ENCODERS[name as keyof typeof PRESETS];
    for (const preset of presets) {
      const path = join(folder, `${name}-${preset}.mkv`);
      const chosen = [option, ...preset.split(' ')];
      const coding = ['-c:v', encoder, ...always, ...chosen, '-b:v', `${KBPS}k`, '-pix_fmt', pixels.usual];
      const time = await timed(() => execa('ffmpeg', ['-v', 'error', '-y', '-i', clip, '-an', ...coding, path]));
      const used = Object.entries(effort).find(([, args]) => args.join(' ') === chosen.join(' '))?.[0] ?? '';
      const size = Math.round((await stat(path)).size / 1000);
      const row = [name, preset, time.toFixed(1), (await similarityOf(path, clip)).toFixed(4), `${size}`, used];
      console.error(row.join('  '));
      rows.push(row);
    }
  }
  return table(rows);
}
