/**
 * `npm run bench:audio [-- TARGET…]`: where the sound of each target begins and ends, and how loud it is, against its source: the table of
 * engines/audio/README.md. Results are decoded by ffmpeg and found in their source by cross-correlation.
 */
import { align } from '../test/engines/audio/alignment.ts';
import { ALIGNMENT_CASES, ALIGNMENT_RATE, ALIGNMENT_SOUND } from '../test/engines/audio/alignment-cases.ts';
import { samples, Workshop } from '../test/engines/audio/support.ts';
import { table } from './bench-worker/statistics.ts';

/** Both channels are equal, and mixing them would change their level. */
const FIRST_CHANNEL = 'pan=mono|c0=c0';

const wanted = process.argv.slice(2);
const workshop = await Workshop.open();
try {
  const source = await workshop.make('sweeps.wav', [
    '-f',
    'lavfi',
    '-i',
    `${ALIGNMENT_SOUND},aformat=channel_layouts=stereo`,
  ]);
  const before = await samples(source, ['-af', FIRST_CHANNEL]);
  const rows: string[][] = [];
  for (const { target, options, reason } of ALIGNMENT_CASES) {
    if (wanted.length > 0 && !wanted.includes(target)) continue;
    const { output } = await workshop.convert({ input: source, target, options });
    const after = await samples(output.path, ['-af', `aresample=${ALIGNMENT_RATE},${FIRST_CHANNEL}`]);
    const { start, length, level } = align(before, after, ALIGNMENT_RATE);
    const asked = Object.entries(options).map(([name, value]) => `${name}=${value}`);
    const numbers = [start, length].map((value) => plain(value, 1));
    rows.push([[target, ...asked].join(' '), ...numbers, plain(level, 2), reason]);
  }
  console.log(table([['target', 'begins, ms later', 'is longer, ms', 'louder, dB', 'why'], ...rows]));
} finally {
  await workshop.close();
}

/** Formats a number without a negative zero. */
function plain(value: number, digits: number): string {
  return value.toFixed(digits).replace(/^-(0\.?0*)$/, '$1');
}
