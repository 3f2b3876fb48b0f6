/**
 * `npm run fuzz -- [--files N] [--seed S] [--category NAME…]`: changes real files of fixtures/ and CORPORA_DIR at random, and runs them
 * through all engines. Each must be converted into something that an independent program can open, or end with a documented error that a
 * file explains; anything else is a finding, with exit code 1. The same seed and files give the same run. Earlier findings (fuzz/seeds) are
 * tried first.
 *
 * `--extension .srt` (repeatable) changes only such files, `--from INDEX` begins with a later case, `--jobs N` sets the number of
 * simultaneous cases, `--output FOLDER` is for files that cause a finding.
 * `--replay FILE --target CATEGORY/TARGET [--options JSON] [--password TEXT]` runs one file unchanged.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { warmEngines } from '../src/runner/engines.ts';
import { judge } from './fuzz/judge.ts';
import { observe } from './fuzz/observe.ts';
import { showProgress } from './fuzz/progress.ts';
import { printFuzzReport } from './fuzz/report.ts';
import { runFuzz } from './fuzz/run.ts';
import { readSeeds } from './fuzz/seeds.ts';
import { findSources } from './fuzz/sources.ts';
import { FUZZ_CATEGORIES } from './fuzz/targets.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    category: { type: 'string', multiple: true, default: Object.keys(FUZZ_CATEGORIES) },
    extension: { type: 'string', multiple: true },
    output: { type: 'string' },
    replay: { type: 'string' },
    target: { type: 'string' },
    options: { type: 'string', default: '{}' },
    password: { type: 'string' },
  },
});

const output = resolve(values.output ?? join(tmpdir(), 'convertd-fuzz'));
// Hosts that stay end with this process, and so does their folder.
const work = await mkdtemp(join(tmpdir(), 'convertd-fuzzing-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

if (values.replay === undefined) await fuzz();
else await replay(values.replay, values.target ?? '');

async function fuzz(): Promise<void> {
  const { CORPORA_DIR } = process.env;
  const unknown = values.category.find((name) => !Object.hasOwn(FUZZ_CATEGORIES, name));
  if (unknown !== undefined) fail(`There is no category "${unknown}": ${Object.keys(FUZZ_CATEGORIES).join(', ')}.`);
  const files = count('files', values.files);
  const corpora = CORPORA_DIR ? resolve(CORPORA_DIR) : null;
  const { extension: only } = values;
  const sources = (await findSources(corpora)).filter(({ extension }) => only?.includes(extension) !== false);
  if (sources.length === 0) fail('There is no such file among the fixtures and in CORPORA_DIR.');
  const seeds = await readSeeds();
  console.log(`seed ${values.seed}: ${files} files from ${values.from} on, after ${seeds.length} seeds`);
  const progress = showProgress(files);
  const started = performance.now();
  const result = await runFuzz({
    files,
    from: count('from', values.from),
    seed: count('seed', values.seed),
    sources,
    seeds,
    corpora,
    categories: values.category,
    atOnce: Math.max(1, count('jobs', values.jobs)),
    work,
    output,
    onCase: progress.update,
  });
  progress.stop();
  printFuzzReport(result, (performance.now() - started) / 1000);
  process.exitCode = result.groups.length === 0 ? 0 : 1;
}

/** Runs one file unchanged. */
async function replay(file: string, name: string): Promise<void> {
  const [category = '', target = ''] = name.split('/');
  const known = FUZZ_CATEGORIES[category]?.targets.find((each) => each.target === target);
  if (target === '') fail('--replay needs --target CATEGORY/TARGET.');
  const bytes = await readFile(file);
  process.env.TMPDIR = join(work, 'tmp');
  mkdirSync(process.env.TMPDIR);
  await warmEngines([category]);
  const trial = { input: `input${extname(file)}`, category, target, options: JSON.parse(values.options) };
  const password = values.password ?? null;
  const seen = await observe({ ...trial, password, check: known?.check ?? null }, bytes, join(work, 'case'));
  const { report, seconds, logs } = seen;
  console.log(`${report?.status ?? 'hangs'} after ${seconds.toFixed(1)} s`);
  for (const { code, message } of [...(report?.errors ?? []), ...(report?.warnings ?? [])]) {
    console.log(`${code}: ${message}`);
  }
  for (const log of logs) console.log(log);
  const findings = judge(seen, password);
  for (const { kind, signature, detail } of findings) console.log(`FINDING ${kind}: ${signature}\n${detail}`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}

function count(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) fail(`--${name} must be a whole number, not "${text}".`);
  return number;
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
