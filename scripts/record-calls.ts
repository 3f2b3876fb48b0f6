/**
 * `npm run record-calls [-- case…]`: which system calls sandboxed programs make, with strace(1). Runs golden cases (all if none is named)
 * and, with CORPORA_DIR, the corpus (`npm run corpus`), and prints for each family of src/process/python/call_sets.py the calls that are
 * not in its set, with the programs and the answers, and the calls in the set that were not made.
 *
 * A refused call is not necessarily missed: the C library and most programs have an alternative. If a case fails, look at the refused calls
 * of its programs.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { execa } from 'execa';
import { findPython } from '../src/process/python.ts';
import { listCases } from '../test/golden/golden.ts';
import { type Recorded, readTrace, STRACE } from './record-calls/trace.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PRINT_SETS =
  'import sys, json; sys.path.insert(0, sys.argv[1]); import call_sets; print(json.dumps(call_sets.SETS))';

const cases = await listCases();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !cases.includes(name));
if (unknown.length > 0) {
  console.error(`no such case: ${unknown.join(', ')}`);
  process.exit(2);
}
const folder = await mkdtemp(join(tmpdir(), 'convertd-record-'));
const recorded: Recorded = new Map();

async function record(name: string, command: readonly string[]): Promise<void> {
  const trace = join(folder, 'trace');
  const { exitCode, failed, shortMessage } = await execa('strace', [...STRACE, '-o', trace, ...command], {
    reject: false,
    // Process names are those of the machine, only the filter refuses calls, and each supervisor has its own command line.
    env: { SANDBOX: 'landlock', PROGRAM_STARTS: 'fresh' },
    stdout: 'ignore',
    stderr: 'inherit',
  });
  if (failed && exitCode === undefined) throw new Error(`${shortMessage} (is strace installed?)`);
  await readTrace(trace, recorded);
  console.log(`${name}: exit code ${exitCode}`);
}

try {
  for (const name of wanted.length > 0 ? wanted : cases) {
    const task = join(ROOT, 'fixtures', name, 'task.json');
    await record(name, [join(ROOT, 'bin/convertd'), 'run', task, '--output', join(folder, 'output'), '--json']);
    await rm(join(folder, 'output'), { recursive: true, force: true });
  }
  if (process.env.CORPORA_DIR !== undefined && wanted.length === 0) {
    await record('corpus', [process.execPath, join(ROOT, 'scripts/corpus.ts')]);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

const { stdout } = await promisify(execFile)(findPython(), [
  '-I',
  '-B',
  '-c',
  PRINT_SETS,
  join(ROOT, 'src/process/python'),
]);
for (const [family, text] of Object.entries(JSON.parse(stdout) as Record<string, string>)) {
  const uses = recorded.get(family);
  if (uses === undefined) continue;
  const set = new Set(text.split(/\s+/).filter(Boolean));
  console.log(`\n${family}: ${uses.size} calls made`);
  for (const [name, { count, programs, refusals }] of [...uses].sort()) {
    // Other errors of calls in the set are files that are missing or not permitted.
    if (set.has(name) && !refusals.has('EPERM') && !refusals.has('ENOSYS')) continue;
    const answers =
      refusals.size === 0 ? 'answered by the filter or allowed by a permission' : [...refusals].join(', ');
    const where = set.has(name) ? 'in the set' : 'NOT IN THE SET';
    console.log(`  ${name}: ${where}, ${count} times, ${answers}; ${[...programs].sort().join(', ')}`);
  }
  console.log(`  in the set, not made: ${[...set].filter((name) => !uses.has(name)).join(' ')}`);
}
