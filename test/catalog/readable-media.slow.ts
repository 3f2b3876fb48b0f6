import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runConversion } from '../../scripts/corpus/convert.ts';
import { words } from '../../src/catalog/format-sets.ts';
import { reads } from '../../src/catalog/readable-formats.ts';
import { formatNames, formatOf } from '../../src/files/formats/names.ts';
import { identify } from '../../src/files/identify.ts';
import { archiveKindOf } from '../../tools/formats/archives/kinds.ts';
import { makeSamples } from '../files/helpers/samples.ts';
import { makeScratchFolder, ScratchFolder } from '../support/engine-context.ts';
import { patience } from '../support/slowness.ts';

/* Audio, films and archives that the catalog lists as readable, written by other programs. */

/** Further audio and film format that ffmpeg writes, to the arguments that make it from a film of two seconds. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  amv: ['-c:v', 'amv', '-c:a', 'adpcm_ima_amv', '-ar', '22050', '-ac', '1', '-r', '25', '-block_size', '882'],
  dv: ['-s', '720x576', '-r', '25', '-ar', '48000', '-ac', '2', '-pix_fmt', 'yuv420p'],
  f4v: ['-pix_fmt', 'yuv420p'],
  ivf: ['-an', '-c:v', 'libvpx'],
  m2v: ['-an', '-c:v', 'mpeg2video', '-r', '25'],
  swf: ['-ar', '44100'],
  wtv: ['-r', '25'],
  y4m: ['-an', '-pix_fmt', 'yuv420p'],
};

let scratch: ScratchFolder;
/** Format to the name of its file. */
const files = new Map<string, string>();

beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('media'));
  for (const { file, name, kind } of await makeSamples(scratch.folder)) {
    if (kind === 'audio' || kind === 'video') files.set(name, scratch.path(file));
  }
  const film = ['-f', 'lavfi', '-i', 'testsrc2=size=352x288:rate=25:duration=2', '-f', 'lavfi', '-i', 'sine=d=2'];
  for (const [name, args] of Object.entries(MORE)) {
    files.set(name, scratch.path(`more.${name}`));
    await execa('ffmpeg', ['-v', 'error', ...film, ...args, scratch.path(`more.${name}`)]);
  }
  files.set('mod', scratch.path('song.mod'));
  await writeFile(scratch.path('song.mod'), songOfOneNote());
});
afterAll(() => scratch.remove());

/** Makes a ProTracker module: one pattern, in which a square wave is played once. */
function songOfOneNote(): Buffer {
  const [sampleBytes, pattern] = [64, Buffer.alloc(64 * 16)];
  const head = Buffer.alloc(1084);
  head.write('one note');
  head.writeUInt16BE(sampleBytes / 2, 20 + 22);
  head.writeUInt8(64, 20 + 25);
  head.writeUInt16BE(sampleBytes / 2, 20 + 28);
  head.writeUInt8(1, 950);
  head.write('M.K.', 1080);
  // Period 428 is the middle C; sample 1.
  pattern.writeUInt32BE((428 << 16) | 0x1000, 0);
  const wave = Buffer.from(Array.from({ length: sampleBytes }, (_, at) => (at < sampleBytes / 2 ? 0x60 : 0xa0)));
  return Buffer.concat([head, pattern, wave]);
}

async function convert(path: string, category: string, target: string) {
  const folder = await mkdtemp(scratch.path('task-'));
  const folders = { work: folder, outputs: folder, timeoutMs: patience(120_000) };
  const { report } = await runConversion({ inputs: [path], category, target, options: {} }, folders);
  const [output] = report?.output ?? [];
  return {
    error: report?.errors.map(({ message }) => message).join(),
    path: output === undefined ? '' : join(folder, output.filename),
  };
}

/** Returns the length by ffprobe, s. */
async function secondsOf(path: string): Promise<number> {
  const show = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path];
  return Number((await execa('ffprobe', show)).stdout);
}

/** Formats that no program here writes, and formats that differ from another only by name or brand. */
const NOT_MADE = words('8svx amr ape dff dsf it mp1 mpc oma paf qcp ra s3m shn sph tak vqf xm');
const ALIKE = words('3g2 asf f4a f4b f4p m4b m4p m4v ogm ogx');

const named = formatNames().map((name) => formatOf(name));
const media = named.filter(({ kind }) => kind === 'audio' || kind === 'video');
const claimed = media.filter(({ name }) => reads('audio', 'wav', name)?.option === null);
const made = claimed.filter(({ name }) => ![...NOT_MADE, ...ALIKE].includes(name));

describe('sounds and films that are said to be read', () => {
  test.each(made.map(({ name, kind }) => [name, kind] as const))('%s is', async (name, kind) => {
    const path = files.get(name);
    expect([name, path === undefined]).toEqual([name, false]);
    if (path === undefined) return;
    expect((await identify(path))?.kind).toBe(kind);
    const isSilent = MORE[name]?.includes('-an') === true;
    const result = isSilent ? await convert(path, 'video', 'mp4') : await convert(path, 'audio', 'wav');
    expect(result.error).toBe('');
    expect(await secondsOf(result.path)).toBeGreaterThan(0.4);
  });
});

test('archives that are said to be unpacked are those that can be', () => {
  const archives = named.filter(({ kind }) => kind === 'archive').map(({ name }) => name);
  const read = archives.filter((name) => reads('operation', 'extract-assets', name) !== null);
  const unpacked = archives.filter((name) => {
    const input = { filename: `a.${name}`, path: '', format: formatOf(name) };
    return archiveKindOf(input as Parameters<typeof archiveKindOf>[0]) !== null;
  });
  expect(read.toSorted()).toEqual(unpacked.toSorted());
});

test('a kind that nothing reads is named as such', async () => {
  const chunk = (type: string, content: string) => {
    const bytes = Buffer.from(content, 'latin1');
    const size = Buffer.alloc(4);
    size.writeUInt32BE(bytes.length);
    return Buffer.concat([Buffer.from(type), size, bytes]);
  };
  const notes = chunk('MTrk', '\x00\x90\x3c\x40\x60\x80\x3c\x40\x00\xff\x2f\x00');
  await writeFile(scratch.path('tune.mid'), Buffer.concat([chunk('MThd', '\x00\x00\x00\x01\x00\x60'), notes]));
  const { error } = await convert(scratch.path('tune.mid'), 'audio', 'mp3');
  expect(error).toBe('tune.mid is of a kind that nothing here reads: mid.');
});
