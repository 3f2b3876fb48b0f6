import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../../src/process/command.ts';
import type { CallFamily } from '../../../src/process/sandbox/call-family.ts';
import { ConversionError } from '../../../src/task/errors.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const SOURCE = join(HERE, '..', '..', '..', 'src', 'process', 'python');

/** A family of programs, or a forked job, which restricts itself further. */
export type Probed = CallFamily | 'job' | 'book-job';

/** Returns the calls allowed to a program of this family, one a line: see probe_calls.py. `SANDBOX` selects the back end. */
export async function probe(family: Probed, source = SOURCE): Promise<string> {
  const base = await mkdtemp(join(tmpdir(), 'convertd-test-'));
  const isJob = family === 'job' || family === 'book-job';
  const run = async (...words: string[]) => {
    const workFolder = join(base, 'engine');
    await mkdir(join(workFolder, 'job'), { recursive: true });
    const lines: string[] = [];
    await runProgram(
      {
        name: 'probe',
        path: '/usr/bin/python3',
        args: ['-I', '-B', join(HERE, 'probe_calls.py'), source, ...(isJob ? ['narrow', family, 'job'] : []), ...words],
        readable: [HERE, source],
        calls: isJob ? 'parent' : family,
        allow: isJob ? ['proc'] : [],
        acceptExitCodes: 'any',
        onStdout: (line) => lines.push(line),
      },
      { workFolder, readable: [], signal: new AbortController().signal },
    ).catch((error: unknown) => {
      // A call may end or stop the program: the last line says which one.
      if (!(error instanceof ConversionError) || lines.length === 0) throw error;
    });
    await rm(workFolder, { recursive: true, force: true });
    return lines;
  };
  try {
    const told: string[] = [];
    for (let first = 0; ; ) {
      const lines = await run('calls', String(first));
      told.push(...lines.filter((line) => / (?:ended|skipped) /.test(line)));
      const [number, state, ...name] = (lines.at(-1) ?? '').split(' ');
      if (number === 'last') break;
      if (state !== 'begun') throw new Error(`the probe broke off: ${lines.at(-1)}`);
      told.push(`${number} ended ${name.join(' ')}: ended or stopped the process`);
      first = Number(number) + 1;
    }
    return `${describeCalls(told)}\n${describeArguments(JSON.parse((await run('arguments')).at(-1) ?? ''))}\n`;
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

/** Errors of a refusal: by the filter, or by the kernel for lack of privileges. */
const REFUSALS = new Set(['ENOSYS', 'EPERM', 'EACCES', 'ENOTSUP']);
/** The kernel finds no file at -1: `done` is the filter's answer. */
const PRETENDED = /^(?:f?l?chown|f?chmod|fchmodat2?|fchownat|f(?:data)?sync|sync_file_range|syncfs)$/;

function describeCalls(told: readonly string[]): string {
  const outcomes = told.flatMap((line) => {
    const [, name, outcome] = /^\d+ ended (.+): (.+)$/.exec(line) ?? [];
    return name === undefined || outcome === undefined || REFUSALS.has(outcome) ? [] : [{ name, outcome }];
  });
  const isPretended = ({ name, outcome }: (typeof outcomes)[number]) => outcome === 'done' && PRETENDED.test(name);
  const skipped = told.flatMap((line) => /^\d+ skipped (.+)$/.exec(line)?.[1] ?? []);
  return [
    'System calls that are not refused:',
    ...list(outcomes.filter((each) => !isPretended(each)).map(nameOf)),
    'Answered as done, and not done:',
    ...list(outcomes.filter(isPretended).map(nameOf)),
    'Not tried:',
    ...skipped.map((reason) => `  ${reason}`),
  ].join('\n');
}

const nameOf = ({ name, outcome }: { name: string; outcome: string }): string =>
  outcome.startsWith('ended') ? `${name} (${outcome})` : name;

function describeArguments(found: Readonly<Record<string, readonly (string | number)[]>>): string {
  return Object.entries(found)
    .flatMap(([name, values]) => [`${name}, not refused:`, ...list(values.map(String))])
    .join('\n');
}

const list = (names: readonly string[]): string[] =>
  names.length === 0 ? ['  none'] : names.map((name) => `  ${name}`);
