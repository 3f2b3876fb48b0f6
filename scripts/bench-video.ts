/**
 * `npm run bench:video [-- ROUNDS speed|quality|presets|parts|handbrake|large]`: films made by the engine. `speed`: against bare ffmpeg
 * with the same settings, in turn, with clips of 2 seconds and of about half a minute of work. `quality`: the structural similarity (SSIM)
 * of each codec at the steps of its own scale, which gives `quality` the same meaning for all of them (engines/video/video-codecs.ts).
 * `presets`: time and SSIM of the encoders' presets at one bitrate, by which `effort` is chosen. `parts`: the cores that each codec keeps
 * busy, and the gain of encoding in parts. `handbrake`: against HandBrake's command line (Debian package handbrake-cli), only if named.
 * `large`: memory of `convertd serve` with films of up to 1 GB. All clips are generated.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureHandBrake } from './bench-video/handbrake.ts';
import { measureLarge } from './bench-video/large.ts';
import { measureParts } from './bench-video/parts.ts';
import { measurePresets } from './bench-video/presets.ts';
import { measureQuality } from './bench-video/quality.ts';
import { measureSpeed } from './bench-video/speed.ts';

const ROUNDS = 3;

const [first, ...rest] = process.argv.slice(2);
const rounds = Number.isInteger(Number(first)) && first !== undefined ? Number(first) : ROUNDS;
const asked = rounds === Number(first) ? rest : process.argv.slice(2);

const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
try {
  if (asked.length === 0 || asked.includes('speed')) console.log(await measureSpeed(rounds, folder));
  if (asked.length === 0 || asked.includes('quality')) console.log(await measureQuality(folder));
  if (asked.length === 0 || asked.includes('presets')) console.log(await measurePresets(folder));
  if (asked.length === 0 || asked.includes('parts')) console.log(await measureParts(folder));
  if (asked.includes('handbrake')) console.log(await measureHandBrake(folder));
  if (asked.length === 0 || asked.includes('large')) console.log(await measureLarge(folder));
} finally {
  await rm(folder, { recursive: true, force: true });
}
