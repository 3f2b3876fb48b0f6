/**
 * `npm run bench:image [-- PICTURES [jpg|avif|bmp|memory…]]`: a JPEG of 6 megapixels to 1600 pixels, as JPEG, AVIF and BMP, by convertd, by
 * sharp in a process, and by common programs; as many pictures at once as there are cores, one thread each. All take turns, in rounds
 * within one run; then convertd's memory over 1,000 pictures. PHOTO names a JPEG to use instead of a drawn one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';
import { CONVERT, IDENTIFY } from '../test/support/imagemagick.ts';
import { CONTESTANTS, type Contestant, type Format } from './bench-image/contestants.ts';
import { processorTime } from './bench-image/processor-time.ts';
import { atATime, median, table } from './bench-worker/statistics.ts';
import { descendantsBytes, residentBytes } from './bench-worker/worker.ts';

const ROUNDS = 3;
const [WIDTH, HEIGHT] = [1600, 1067];
const MiB = 1024 ** 2;
const MEMORY_AFTER = [100, 200, 400, 600, 800, 1000];
const SAMPLE_MS = 100;
const LANES = availableParallelism();

interface Measured {
  /** Pictures per second. */
  readonly rate: number;
  /** Processor time of a picture, of all its processes together, milliseconds: other work on the machine hardly changes it. */
  readonly work: number;
  /** Peak memory of all its processes together, bytes, sampled. */
  readonly peak: number;
}

let number = 0;

async function makeAll(contestant: Contestant, format: Format, count: number, input: string): Promise<void> {
  await atATime(LANES, Array.from({ length: count }), async () => {
    number += 1;
    const output = join(folder, `${number}.${format}`);
    await contestant.make({ id: number, input, output, format, width: WIDTH, height: HEIGHT });
    if (number % 20 === 0) await requireSize(output);
    await rm(output);
  });
}

/** Checks that a picture was made, with a program that is not among the fastest contestants. */
async function requireSize(path: string): Promise<void> {
  const { stdout } = await execa(IDENTIFY, ['-format', '%wx%h', path]);
  if (stdout !== `${WIDTH}x${HEIGHT}`) throw new Error(`${path} is ${stdout} pixels large`);
}

async function measure(contestant: Contestant, format: Format, count: number, input: string): Promise<Measured> {
  // Starts the processes and loads their programs into memory.
  await makeAll(contestant, format, 2 * LANES, input);
  const end = new AbortController();
  const watch = peakUntil(end.signal);
  const before = await processorTime(process.pid);
  const started = performance.now();
  await makeAll(contestant, format, count, input);
  const rate = (1000 * count) / (performance.now() - started);
  end.abort();
  const work = ((await processorTime(process.pid)) - before) / count;
  const peak = await watch;
  await contestant.stop();
  return { rate, work, peak };
}

async function peakUntil(signal: AbortSignal): Promise<number> {
  let peak = 0;
  while (!signal.aborted) {
    // NaN if a process ended in between.
    peak = Math.max(peak, (await descendantsBytes(process.pid)) || 0);
    await setTimeout(SAMPLE_MS);
  }
  return peak;
}

/** Reports the contestants that are left out. */
async function installed(): Promise<Contestant[]> {
  const there: Contestant[] = [];
  for (const contestant of CONTESTANTS) {
    const { name, program } = contestant;
    const found = program === undefined || (await execa('which', [program], { reject: false })).exitCode === 0;
    if (found) there.push(contestant);
    else console.error(`${name} is left out: it is not installed`);
  }
  return there;
}

async function race(format: Format, count: number, input: string): Promise<string> {
  const racers = (await installed()).filter(({ formats }) => formats.includes(format));
  const found = new Map<Contestant, Measured[]>(racers.map((each) => [each, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const racer of round % 2 === 0 ? racers : racers.toReversed())
      found.get(racer)?.push(await measure(racer, format, count, input));
  const [first] = racers;
  const base = found.get(first as Contestant) ?? [];
  const rows = racers.map((racer) => {
    const measured = found.get(racer) ?? [];
    const ratios = measured.map(({ rate }, round) => rate / (base[round]?.rate ?? Number.NaN));
    return [
      racer.name,
      median(measured.map(({ rate }) => rate)).toFixed(2),
      median(ratios).toFixed(2),
      median(measured.map(({ work }) => work)).toFixed(0),
      median(measured.map(({ work }, round) => work / (base[round]?.work ?? Number.NaN))).toFixed(2),
      (Math.max(...measured.map(({ peak }) => peak)) / MiB).toFixed(0),
    ];
  });
  return table([
    [`to ${format}`, 'pictures a second', 'of the first', 'processor ms a picture', 'of the first', 'peak MiB'],
    ...rows,
  ]);
}

async function memory(input: string): Promise<string> {
  const convertd = CONTESTANTS[2] as Contestant;
  const rows: string[][] = [];
  let done = 0;
  let first = 0;
  let last = 0;
  for (const after of MEMORY_AFTER) {
    await makeAll(convertd, 'jpg', after - done, input);
    done = after;
    await setTimeout(1000);
    const [own, hosts] = [await residentBytes(process.pid), await descendantsBytes(process.pid)];
    last = own + hosts;
    first ||= last;
    rows.push([String(after), (own / MiB).toFixed(0), (hosts / MiB).toFixed(0)]);
  }
  await convertd.stop();
  return `${table([['pictures', 'own MiB', 'its hosts MiB'], ...rows])}Last against first: ${(last / first).toFixed(2)}.\n`;
}

const [first, ...rest] = process.argv.slice(2);
const count = Number(first ?? 40);
const isCount = Number.isInteger(count) && count > 0;
const asked = isCount ? rest : process.argv.slice(2);
const isAsked = (what: string): boolean => asked.length === 0 || asked.includes(what);

const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
try {
  const drawn = join(folder, 'photo.jpg');
  if (process.env.PHOTO === undefined)
    await execa(CONVERT, ['-seed', '7', '-size', '3000x2000', 'plasma:fractal', '-quality', '90', drawn]);
  const input = process.env.PHOTO ?? drawn;
  for (const format of ['jpg', 'avif', 'bmp'] as const)
    if (isAsked(format)) console.log(await race(format, isCount ? count : 40, input));
  if (isAsked('memory')) console.log(await memory(input));
} finally {
  for (const each of CONTESTANTS) await each.stop();
  await rm(folder, { recursive: true, force: true });
}
