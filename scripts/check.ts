/**
 * `npm run check`: types, style and layers of TypeScript and Python, and the worst wording habits. TypeScript's compiler and Pyright run in
 * parallel, because each uses one processor for seconds. The output of a step is printed when it ends; all findings are reported together.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Lists of steps that run in parallel; the steps of a list run one after another. */
const LANES = [
  [
    'tsc --noEmit --checkers 1',
    'tsc --noEmit -p src/service/web',
    'biome check .',
    'biome lint --config-path=biome.promises.json .',
  ],
  ['pyright', 'node scripts/lint-python.ts', 'node scripts/check-words.ts', 'node scripts/floating-promises.ts'],
];

/** Whether the step found nothing. */
function succeeds(step: string): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const [program = '', ...words] = step.split(' ');
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH ?? ''}` };
  const child = spawn(program, words, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => printed.push(part));
  child.on('error', reject);
  child.on('close', (code) => {
    process.stderr.write(Buffer.concat(printed));
    if (code !== 0) process.stderr.write(`${step} ended with ${code}\n`);
    resolve(code === 0);
  });
  return promise;
}

async function run(steps: readonly string[]): Promise<boolean> {
  let good = true;
  for (const step of steps) good = (await succeeds(step)) && good;
  return good;
}

const results = await Promise.all(LANES.map(run));
process.exitCode = results.every(Boolean) ? 0 : 1;
