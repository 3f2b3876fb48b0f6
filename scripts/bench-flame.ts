/**
 * `npm run bench:flame [-- FOLDER]`: where the processor time of a small task goes, in convertd and the programs that it starts: a JPEG to
 * 400 pixels and a docx of two pages to PDF, one after the other in a warm process. Draws flame-photo.svg and flame-letter.svg into FOLDER
 * (docs/images), and prints the steps of a millisecond and more. Needs perf (Debian package linux-perf) and the right to use it.
 */
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { drawFlames, longSteps } from './bench-flame/draw.ts';
import { framesOf } from './bench-flame/stacks.ts';
import { processesBelow } from './bench-image/processor-time.ts';
import { table } from './bench-worker/statistics.ts';

const SAMPLES_PER_SECOND = 999;
const LEAST_MILLISECONDS = 1;
const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const TASKS = fileURLToPath(new URL('bench-flame/tasks.ts', import.meta.url));
const images = process.argv[2] ?? join(ROOT, 'docs/images');

/** Scripts have frame pointers in their stacks, LibreOffice only unwind information. */
for (const [name, title, stacks] of [
  ['photo', 'JPEG of 200 kB to 400 pixels', 'fp'],
  ['letter', 'docx of two pages to PDF', 'dwarf,8192'],
] as const)
  await profile(name, title, stacks);

async function profile(name: string, title: string, stacks: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-flame-'));
  try {
    const child = execa(process.execPath, ['--perf-basic-prof', '--interpreted-frames-native-stack', TASKS, name], {
      stdin: 'pipe',
      stderr: 'inherit',
      buffer: false,
    });
    const lines = createInterface({ input: child.stdout });
    await once(lines, 'line');
    const pids = await processesBelow(child.pid ?? 0);
    const data = join(folder, 'perf.data');
    const recording = execa(
      'perf',
      ['record', '-q', '-F', `${SAMPLES_PER_SECOND}`, '--call-graph', stacks, '-p', pids.join(','), '-o', data],
      { reject: false },
    );
    await setTimeout(1000);
    const ended = once(lines, 'line');
    child.stdin.write('go\n');
    const [line] = await ended;
    const { tasks, milliseconds } = JSON.parse(line) as { tasks: number; milliseconds: number };
    recording.kill('SIGINT');
    await Promise.all([recording, child]);
    const script = join(folder, 'stacks.txt');
    await execa('perf', ['script', '-i', data, '-F', 'comm,pid,ip,sym,dso'], {
      stdout: { file: script },
      stderr: 'ignore',
    });
    const frames = framesOf(await readFile(script, 'utf8'), ROOT);
    const work = (1000 * frames.samples) / SAMPLES_PER_SECOND / tasks;
    await writeFile(join(images, `flame-${name}.svg`), drawFlames(frames, title, work));
    console.log(`${title}: ${(milliseconds / tasks).toFixed(1)} ms, ${work.toFixed(1)} ms of processor time\n`);
    const rows = longSteps(frames, work, LEAST_MILLISECONDS).map(([process, step, took]) => [
      process,
      step,
      took.toFixed(1),
    ]);
    console.log(`${table([['process', 'step', 'ms'], ...rows])}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
