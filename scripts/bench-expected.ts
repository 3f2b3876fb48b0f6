/**
 * `npm run bench:expected`: measures how long usual conversions take, each with a small and a large input, and writes
 * src/plan/measured.json, by which plans know how long a conversion will take. Nothing else should run meanwhile.
 */
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measured } from '../src/plan/expected-seconds.ts';
import { closeEngines } from '../src/runner/engines.ts';
import { film, page, picture, rows, slides, sound } from './bench-expected/inputs.ts';
import { createBenchRunner } from './bench-runner.ts';
import { median, timed } from './bench-worker/statistics.ts';

const STARTING = 15;
const WARM_UP = 2;
const ROUNDS = 3;
const PLACE = fileURLToPath(new URL('../src/plan/measured.json', import.meta.url));

/** Makes an input of some size. */
type Make = (size: number) => Promise<string>;

interface Family extends Pick<Measured, 'from' | 'unit'> {
  readonly make: Make;
  /** Two sizes: in the unit, or for mebibytes in pages or rows. */
  readonly sizes: readonly [number, number];
  readonly to: Readonly<Record<string, string>>;
}

const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
const runner = await createBenchRunner(folder);

/** Converts, and returns the path of the only output. */
async function converted(input: string, target: string): Promise<string> {
  const output = await mkdtemp(join(folder, 'out-'));
  await runner.run(input, target, {}, output);
  const [file = ''] = await readdir(output);
  return join(output, file);
}

const as =
  (target: string, make: Make): Make =>
  async (size) =>
    converted(await make(size), target);

const text: Make = (size) => page(folder, size);
const table: Make = (size) => rows(folder, size * 100);
const talk: Make = (size) => slides(folder, size);

/** Targets by what is measured for them; a category stands for all others of it. */
const FAMILIES: readonly Family[] = [
  {
    ...{ from: ['docx', 'doc', 'odt', 'rtf', 'fodt'], unit: 'pages', make: as('docx', text), sizes: [1, 20] },
    to: {
      ...{ 'document/pdf': 'pdf', 'document/md': 'md', 'document/txt': 'document/txt', document: 'odt' },
      ...{ image: 'png', ebook: 'epub' },
    },
  },
  {
    ...{ from: ['pptx', 'ppt', 'odp', 'fodp'], unit: 'pages', make: as('pptx', talk), sizes: [1, 20] },
    to: { 'document/pdf': 'pdf', 'document/md': 'md', document: 'odp', image: 'png' },
  },
  {
    ...{ from: ['pdf'], unit: 'pages', make: as('pdf', text), sizes: [1, 20] },
    to: {
      ...{ 'document/pdf': 'pdf', 'document/txt': 'document/txt', 'document/md': 'md', document: 'docx' },
      ...{ image: 'png', ebook: 'epub', 'operation/compress': 'operation/compress' },
    },
  },
  {
    ...{ from: ['image'], unit: 'megapixels', make: (size) => picture(folder, size), sizes: [0.5, 12] },
    to: { image: 'webp', 'image/jpg': 'jpg', 'image/png': 'png', 'image/avif': 'avif', document: 'document/pdf' },
  },
  {
    ...{ from: ['audio'], unit: 'seconds', make: (size) => sound(folder, size), sizes: [10, 300] },
    to: { audio: 'mp3', 'audio/flac': 'flac', 'audio/wav': 'wav', 'audio/opus': 'opus' },
  },
  {
    ...{ from: ['video'], unit: 'seconds', make: (size) => film(folder, size), sizes: [2, 10] },
    to: { video: 'mp4', 'video/webm': 'webm', audio: 'mp3' },
  },
  {
    ...{ from: ['xlsx', 'xls', 'ods', 'fods'], unit: 'mebibytes', make: as('xlsx', table), sizes: [1, 100] },
    to: { 'document/pdf': 'pdf', 'document/csv': 'csv', document: 'ods' },
  },
  {
    ...{ from: ['ebook'], unit: 'mebibytes', make: as('epub', text), sizes: [1, 20] },
    to: { ebook: 'azw3', 'document/pdf': 'document/pdf' },
  },
];

const measured: Measured[] = [];
try {
  // Until LibreOffice stays warm, each conversion starts it.
  for (let round = 0; round < STARTING; round += 1) await converted(await text(1), 'pdf');
  for (const { from, unit, make, sizes, to } of FAMILIES) {
    const inputs = [await make(sizes[0]), await make(sizes[1])] as const;
    const amounts = unit === 'mebibytes' ? await Promise.all(inputs.map(mebibytes)) : sizes;
    const [small = 0, large = 1] = amounts;
    for (const [name, target] of Object.entries(to)) {
      // The first ones start what stays warm.
      await secondsOf(inputs[0], target, WARM_UP);
      const [first, second] = [await secondsOf(inputs[0], target, ROUNDS), await secondsOf(inputs[1], target, 1)];
      const each = Math.max(0, (second - first) / (large - small));
      measured.push({ from, to: name, unit, base: rounded(Math.max(0, first - each * small)), each: rounded(each) });
      console.error(`${from.join(' ')} to ${name}: ${first.toFixed(2)} s, ${second.toFixed(2)} s`);
    }
  }
  await writeFile(PLACE, `${JSON.stringify(measured, null, 2)}\n`);
} finally {
  await closeEngines();
  await rm(folder, { recursive: true, force: true });
}

/** Returns the median of some conversions. */
async function secondsOf(input: string, target: string, rounds: number): Promise<number> {
  const found: number[] = [];
  for (let round = 0; round < rounds; round += 1) found.push(await timed(() => converted(input, target)));
  return median(found);
}

async function mebibytes(path: string): Promise<number> {
  return (await stat(path)).size / 1024 ** 2;
}

/** Keeps three digits. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
