/**
 * The measured process of `npm run bench:flame`: `node tasks.ts photo|letter`. It warms up, prints `ready`, runs its tasks one after the
 * other when a line arrives, and prints their number and milliseconds as JSON.
 */
import { once } from 'node:events';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { closeEngines } from '../../src/runner/engines.ts';
import { CONVERT } from '../../test/support/imagemagick.ts';
import { createBenchRunner } from '../bench-runner.ts';
import { timed } from '../bench-worker/statistics.ts';

const WARM_UP = 20;
const TASKS = 150;

const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
try {
  const runner = await createBenchRunner(folder);
  const { input, target, options } = process.argv[2] === 'photo' ? await photo() : await letter();
  const run = async () => {
    const output = await mkdtemp(join(folder, 'made-'));
    await runner.run(input, target, options, output);
    if ((await readdir(output)).length !== 1) throw new Error('a task made no file');
  };
  for (let count = 0; count < WARM_UP; count += 1) await run();
  console.log('ready');
  await once(process.stdin, 'data');
  const seconds = await timed(async () => {
    for (let count = 0; count < TASKS; count += 1) await run();
  });
  console.log(JSON.stringify({ tasks: TASKS, milliseconds: 1000 * seconds }));

  async function photo() {
    const input = join(folder, 'photo.jpg');
    await execa(CONVERT, ['-seed', '7', '-size', '1200x800', 'plasma:fractal', '-quality', '85', input]);
    return { input, target: 'jpg', options: { width: 400, height: 267 } };
  }

  /** Makes a docx of two pages from text, with the document engine. */
  async function letter() {
    const text = join(folder, 'letter.txt');
    await writeFile(text, 'A letter of two pages, as it is sent a thousand times a day.\n'.repeat(70));
    const made = join(folder, 'docx');
    await runner.run(text, 'docx', {}, made);
    const [name = ''] = await readdir(made);
    const input = join(folder, 'letter.docx');
    await rename(join(made, name), input);
    return { input, target: 'pdf', options: {} };
  }
} finally {
  process.stdin.destroy();
  await closeEngines();
  await rm(folder, { recursive: true, force: true });
}
