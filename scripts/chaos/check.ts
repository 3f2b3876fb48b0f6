import { createHash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { ReportMessage } from '../../src/execution/report-message.ts';
import type { Expectation } from './tasks.ts';

/**
 * Returns why the outputs of a completed task are wrong; empty if they are right.
 * @param stored names of everything in the folder of its outputs
 */
export async function outputFaults(
  stored: readonly string[],
  final: Pick<ReportMessage, 'output'>,
  expected: Expectation,
): Promise<string[]> {
  const [output, ...more] = final.output;
  if (output === undefined || more.length > 0) return [`${final.output.length} outputs`];
  if (stored.join() !== output.filename) return [`its folder holds "${stored.join('", "')}"`];
  const path = fileURLToPath(output.uri);
  const faults: string[] = [];
  const info = await lstat(path);
  if (info.size !== output.size) faults.push(`${info.size} bytes, reported ${output.size}`);
  if ((await md5(path)) !== output.checksum) faults.push('not the checksum that was reported');
  const wrong = await contentFault(path, expected);
  return wrong === null ? faults : [...faults, wrong];
}

/** Returns names of the files in a task's folder, of all attempts, and of empty folders there. */
export async function storedFiles(folder: string): Promise<string[]> {
  const attempts = await readdir(folder).catch(() => []);
  const stored = attempts.map(async (attempt) => {
    const names = await readdir(join(folder, attempt)).catch(() => []);
    return names.length > 0 ? names : [`${attempt}/`];
  });
  return (await Promise.all(stored)).flat().sort();
}

async function contentFault(path: string, expected: Expectation): Promise<string | null> {
  switch (expected.kind) {
    case 'digest': {
      const [given] = (await readFile(path, 'utf8')).trim().split(/\s/);
      const [wanted] = (await run(expected.program, expected.source)).split(' ');
      return given === wanted ? null : `digest ${given}, ${expected.program} says ${wanted}`;
    }
    case 'zip': {
      const names = (await run('bsdtar', '-tf', path)).trim().split('\n');
      if (names.join() !== basename(expected.source)) return `the zip holds ${names.join()}`;
      const { stdout } = await execa('bsdtar', ['-xOf', path], {
        encoding: 'buffer',
        stripFinalNewline: false,
        stdin: 'ignore',
        maxBuffer: 2 ** 30,
      });
      return Buffer.compare(stdout, await readFile(expected.source)) === 0 ? null : 'the zip holds something else';
    }
    case 'audio': {
      const said = await run(
        'ffprobe',
        '-v',
        'error',
        '-of',
        'csv=p=0',
        '-show_entries',
        'stream=codec_name:format=duration',
        path,
      );
      const [codec = '', seconds = ''] = said.trim().split('\n');
      const right = codec === expected.codec && Math.abs(Number(seconds) - expected.seconds) < 0.2;
      return right
        ? null
        : `ffprobe says ${codec}, ${seconds} s; it should be ${expected.codec}, ${expected.seconds} s`;
    }
    case 'text':
      return expected.pattern.test(await readFile(path, 'utf8')) ? null : 'another kind of text';
    case 'failed':
      return `completed, although it should fail as ${expected.code}`;
  }
}

async function run(program: string, ...args: string[]): Promise<string> {
  return (await execa(program, args, { stdin: 'ignore' })).stdout;
}

const md5 = async (path: string) =>
  createHash('md5')
    .update(await readFile(path))
    .digest('hex');

/** Returns names in the store's folder that belong to no task with outputs. */
export async function strangers(store: string, completed: readonly string[]): Promise<string[]> {
  const known = new Set(['.convertd', ...completed]);
  return (await readdir(store)).filter((name) => !known.has(name));
}

/** Counts ledger documents that a killed worker did not finish; they are removed with the old ones, and nothing reads them. */
export async function halfDocuments(store: string): Promise<number> {
  return (await readdir(join(store, '.convertd'))).filter((name) => name.startsWith('.part-')).length;
}
