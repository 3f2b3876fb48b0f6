/**
 * `npm run bench:office [-- ROUNDS]`: conversions of 12 office files to PDF, one and two at a time: a cold `soffice --convert-to` a
 * file, one soffice that stays and is asked over a pipe (as most services do it), and convertd's runner. All in turn, in one run;
 * then convertd's memory over 500 conversions. Needs CORPORA_DIR.
 */

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Contestant, cold, convertd, officeHost, pipe } from './bench-office/contestants.ts';
import { median, table } from './bench-worker/statistics.ts';

const FILES = [
  'SampleDoc.docx',
  'Numbering.docx',
  'footnotes.docx',
  'saved-by-table.doc',
  'test2.doc',
  '47813.xlsx',
  'FormatConditionTests.xlsx',
  '43623.xls',
  'SampleShow.pptx',
  'shapes.pptx',
  '41246-2.ppt',
  'bug60993.ppt',
];
const LANES = 2;
const MEMORY_AFTER = [50, 100, 200, 300, 400, 500];

const corpora = process.env.CORPORA_DIR;
if (corpora === undefined) throw new Error('Set CORPORA_DIR to the folder of the corpora.');
const files = FILES.map((name) => join(resolve(corpora), 'office', name));
// Many: of two lanes one is idle while the other does the last file of all, which is half a second of the whole.
const rounds = Number(process.argv[2] ?? 12);

interface Measured {
  /** Of the whole, conversions a minute. */
  readonly rate: number;
  /** Median of a conversion, ms. */
  readonly latency: number;
  /** Median of the conversions of each file, ms. */
  readonly byFile: readonly number[];
}

/** Converts every file `times` times, `lanes` at once. */
async function measure(contestant: Contestant, lanes: number, times: number): Promise<Measured> {
  const jobs = Array.from({ length: times }, () => files).flat();
  const queue = jobs.values();
  const latencies = new Map<string, number[]>(files.map((file) => [file, []]));
  const started = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (const input of queue) {
        const began = performance.now();
        await contestant.convert(input, lane);
        latencies.get(input)?.push(performance.now() - began);
      }
    }),
  );
  const minutes = (performance.now() - started) / 60_000;
  const byFile = [...latencies.values()];
  return { rate: jobs.length / minutes, latency: median(byFile.flat()), byFile: byFile.map(median) };
}

const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
for (let lane = 0; lane < LANES; lane += 1) await mkdir(join(folder, `cold-${lane}`));
const contestants = [await cold(folder), await pipe(folder, LANES), await officeHost(folder), await convertd(folder)];
try {
  const results = new Map<Contestant, Measured[]>();
  for (const contestant of contestants) {
    // Once without counting: profiles are made, caches are warm.
    await measure(contestant, LANES, 1);
    const times = contestant.name.startsWith('soffice') ? Math.min(rounds, 2) : rounds;
    results.set(contestant, [await measure(contestant, 1, times), await measure(contestant, LANES, times)]);
  }
  const rows = contestants.map((contestant) => {
    const [one, two] = results.get(contestant) ?? [];
    return [
      contestant.name,
      ...[one, two].flatMap((each) => [each?.rate.toFixed(0) ?? '', each?.latency.toFixed(0) ?? '']),
    ];
  });
  console.log(table([['', '1: a minute', 'median ms', '2: a minute', 'median ms'], ...rows]));
  // One at a time. What a file takes LibreOffice itself no way of running it can save: small files gain most.
  const alone = contestants.map((contestant) => results.get(contestant)?.[0]?.byFile ?? []);
  const [coldAlone = [], , hostAlone = []] = alone;
  console.log(
    table([
      ['ms of each', ...contestants.map(({ name }) => name), 'host, times cold'],
      ...FILES.map((name, file) => [
        name,
        ...alone.map((each) => each[file]?.toFixed(0) ?? ''),
        ((coldAlone[file] ?? 0) / (hostAlone[file] ?? Number.NaN)).toFixed(1),
      ]),
    ]),
  );
  const [coldRun, pipeRun, ...own] = contestants.map((contestant) => ({
    contestant,
    measured: results.get(contestant) ?? [],
  }));
  for (const { contestant, measured } of own) {
    const against = (other: typeof coldRun, of: 'rate' | 'latency') =>
      measured.map((each, index) => (each[of] / (other?.measured[index]?.[of] ?? Number.NaN)).toFixed(2)).join(' and ');
    console.log(`${contestant.name}, at 1 and ${LANES}: conversions a minute ${against(coldRun, 'rate')} times cold,`);
    console.log(`  ${against(pipeRun, 'rate')} times the pipe; latency ${against(pipeRun, 'latency')} of the pipe`);
  }
  const last = contestants.at(-1);
  if (last !== undefined) {
    let done = 0;
    for (const after of MEMORY_AFTER) {
      while (done < after) {
        await last.convert(files[done % files.length] ?? '', 0);
        done += 1;
      }
      console.log(`memory after ${after}: ${(((await last.memory()) ?? 0) / 1024 ** 2).toFixed(0)} MiB`);
    }
  }
} finally {
  for (const contestant of contestants) await contestant.stop();
  await rm(folder, { recursive: true, force: true });
}
