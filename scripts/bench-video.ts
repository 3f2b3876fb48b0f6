/**
 * `npm run bench:video [-- ROUNDS quality|speed]`: films that the engine makes. `speed`: against bare ffmpeg with the same settings, in
 * turn, over clips of 2 seconds and of about half a minute of work. `quality`: the structural similarity (SSIM) of each codec at the steps of its own scale,
 * by which `quality` means the same for all of them (engines/video/video-codecs.ts). All clips are made here.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
} finally {
  await rm(folder, { recursive: true, force: true });
}
