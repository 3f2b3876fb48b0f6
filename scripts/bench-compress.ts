/**
 * `npm run bench:compress [-- [FOLDER] [FORMAT…]]`: operation/compress against the optimisers of Debian and npm, on 60 pictures that it
 * draws, or on those of a folder. For each picture and level, the others look for the quality of the same similarity (SSIM by ffmpeg), and
 * the fewest of their bytes are what ours are divided by. Optimisers that are not installed are named and left out; those of npm:
 * `npm install --no-save @jsquash/jpeg @napi-rs/image`.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Made, Trials } from './bench-compress/equal.ts';
import { OPTIMISERS, type Optimiser } from './bench-compress/optimisers.ts';
import { makePictures, picturesOf, type Sample } from './bench-compress/pictures.ts';
import { similarityOf } from './bench-compress/similarity.ts';
import { atATime, table } from './bench-worker/statistics.ts';
import { convert } from './corpus/convert.ts';

const LEVELS = ['low', 'medium', 'high'] as const;

interface Compared {
  /** Bytes of our result, and of the best optimiser at the same similarity, as shares of the input. */
  readonly ours: number;
  readonly best: number;
  readonly similarity: number;
  readonly by: string;
}

async function ours({ path }: Sample, level: string, folder: string): Promise<Made> {
  await mkdir(folder);
  const made = await convert(
    { inputs: [path], category: 'operation', target: 'compress', options: { compression_level: level } },
    folder,
  );
  const [output] = 'outputs' in made ? made.outputs : [];
  if (output === undefined) throw new Error(`compress of ${path} failed: ${JSON.stringify(made)}`);
  return { bytes: (await stat(output)).size, similarity: await similarityOf(output, path) };
}

async function compare(sample: Sample, optimisers: readonly Optimiser[], folder: string): Promise<Compared[]> {
  await mkdir(folder);
  const trials = new Trials(sample.path, join(folder, 'trial'));
  const size = (await stat(sample.path)).size;
  const compared: Compared[] = [];
  for (const level of LEVELS) {
    const own = await ours(sample, level, join(folder, level));
    // The input itself is what remains where nothing can be gained.
    let [best, by] = [size, 'the input'];
    for (const optimiser of optimisers.filter(({ formats }) => formats.includes(sample.format))) {
      const other = await trials.bytesAt(own.similarity, optimiser);
      if (other !== null && other.bytes < best) [best, by] = [other.bytes, optimiser.name];
    }
    compared.push({ ours: own.bytes / size, best: best / size, similarity: own.similarity, by });
    const shares = `ours ${(own.bytes / size).toFixed(3)}, best ${(best / size).toFixed(3)} (${by})`;
    console.error(`${sample.path} ${level}: ${shares}, SSIM ${own.similarity}, ratio ${(own.bytes / best).toFixed(3)}`);
  }
  await rm(folder, { recursive: true });
  return compared;
}

async function installed(): Promise<Optimiser[]> {
  const there: Optimiser[] = [];
  const versions = new Set<string>();
  for (const optimiser of OPTIMISERS) {
    const version = await optimiser.version().catch(() => null);
    if (version === null) console.log(`Left out, because it is not installed: ${optimiser.name}`);
    else {
      there.push(optimiser);
      versions.add(version);
    }
  }
  console.log(`Compared with ${[...versions].join(', ')}\n`);
  return there;
}

const geometric = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns one row for the pictures of a kind at a level. */
function row(name: string, level: string, compared: readonly Compared[]): string[] {
  const ratios = compared.map(({ ours, best }) => ours / best);
  const by = Map.groupBy(compared, (each) => each.by);
  const often = [...by].toSorted(([, one], [, other]) => other.length - one.length).map(([optimiser]) => optimiser);
  return [
    name,
    level,
    String(compared.length),
    geometric(compared.map((each) => each.ours)).toFixed(3),
    geometric(ratios).toFixed(3),
    Math.max(...ratios).toFixed(3),
    mean(compared.map(({ similarity }) => similarity)).toFixed(4),
    often.join(', '),
  ];
}

const asked = process.argv.slice(2);
const given = asked.find((each) => existsSync(each));
const formats = asked.filter((each) => each !== given);

const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
try {
  const optimisers = await installed();
  const samples = given === undefined ? await makePictures(folder) : await picturesOf(given);
  const wanted = samples.filter(({ format }) => formats.length === 0 || formats.includes(format));
  const found = new Map<string, Compared[][]>();
  await atATime(availableParallelism(), [...wanted.entries()], async ([index, sample]) => {
    const name = `${sample.format}, ${sample.kind}`;
    const compared = await compare(sample, optimisers, join(folder, String(index)));
    found.set(name, [...(found.get(name) ?? []), compared]);
  });
  const rows = [...found, ['all', [...found.values()].flat()] as const].flatMap(([name, compared]) =>
    LEVELS.map((level, at) =>
      row(
        name,
        level,
        compared.flatMap((levels) => levels.slice(at, at + 1)),
      ),
    ),
  );
  const head = ['pictures', 'level', 'number', 'of the input', 'ours / best', 'worst', 'SSIM', 'the best'];
  console.log(table([head, ...rows]));
} finally {
  await rm(folder, { recursive: true, force: true });
}
