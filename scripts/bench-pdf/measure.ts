import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { median, timed } from '../bench-worker/statistics.ts';

/** A program and its arguments. */
export type Call = readonly [string, ...string[]];

/** One row: the same work done by a bare program and by the engine. */
export interface Case {
  readonly name: string;
  readonly group: 'structure' | 'geometry' | 'ghostscript' | 'ocr';
  /** Name in the table. */
  readonly bareName: string;
  /** Calls that run one after the other in a new folder; outputs are relative. */
  readonly bare: readonly Call[];
  /** The engine's work, in a new work folder. */
  readonly engine: (workFolder: string) => Promise<unknown>;
}

/** Seconds: wall time, and processor time. */
interface Times {
  readonly wall: number;
  readonly cpu: number;
}

export interface Measured {
  /** Median times. */
  readonly bare: Times;
  readonly engine: Times;
  /** Median over the rounds of the engine's time divided by the bare program's: both of a round had the same load. */
  readonly ratio: Times;
}

const EXIT_CODES_OF_QPDF = [0, 3];

/** Measures both in turn, each first in every second round. If there is more than one round, an uncounted one warms the page cache. */
export async function measure({ bare, engine }: Case, rounds: number, folder: string): Promise<Measured> {
  const times = { bare: [] as Times[], engine: [] as Times[] };
  const run = {
    bare: async (work: string) => {
      for (const call of bare) await callBare(call, work);
    },
    engine,
  };
  for (let round = rounds > 1 ? 0 : 1; round <= rounds; round += 1) {
    for (const who of round % 2 === 0 ? (['bare', 'engine'] as const) : (['engine', 'bare'] as const)) {
      const work = join(folder, 'work');
      await mkdir(work);
      const before = await processorSeconds();
      const wall = await timed(() => run[who](work));
      const cpu = (await processorSeconds()) - before;
      await rm(work, { recursive: true });
      if (round > 0) times[who].push({ wall, cpu });
    }
  }
  const ratios = times.engine.map(({ wall, cpu }, index) => {
    const other = times.bare[index] ?? { wall: Number.NaN, cpu: Number.NaN };
    return { wall: wall / other.wall, cpu: cpu / other.cpu };
  });
  return { bare: medians(times.bare), engine: medians(times.engine), ratio: medians(ratios) };
}

const medians = (times: readonly Times[]): Times => ({
  wall: median(times.map(({ wall }) => wall)),
  cpu: median(times.map(({ cpu }) => cpu)),
});

/** Linux's unit of process times (sysconf(_SC_CLK_TCK)). */
const TICKS_A_SECOND = 100;

/** Returns the processor time of this process and of its ended children: utime to cstime of /proc/self/stat. */
async function processorSeconds(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8');
  // The name of the process, in brackets, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
}

async function callBare([program, ...args]: Call, cwd: string): Promise<void> {
  const { exitCode, stderr } = await execa(program, args, { cwd, stdout: 'ignore', reject: false });
  const fine = program === 'qpdf' ? EXIT_CODES_OF_QPDF : [0];
  if (exitCode === undefined || !fine.includes(exitCode))
    throw new Error(`${program} ended with ${exitCode}: ${stderr}`);
}
