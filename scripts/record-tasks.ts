/**
 * `npm run record-tasks [-- OLD]`: runs ten everyday tasks as a person types them, and writes docs/everyday-tasks.md with the commands,
 * their output, and the number of commands and words. OLD is a checkout of an earlier version, whose commands for the same tasks are run
 * too and must succeed; without it their numbers come from the list.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { execa } from 'execa';
import { makeFiles } from '../test/docs/examples.ts';
import { EVERYDAY_TASKS, type EverydayTask } from './record-tasks/tasks.ts';
import { countsOf, type Recorded, renderPage } from './record-tasks/transcript.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs', 'everyday-tasks.md');

/** Runs the commands of a task in a new folder with the files that they use; throws if one fails. */
async function record(checkout: string, commands: readonly string[], until?: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-record-'));
  const env = { PATH: `${join(checkout, 'bin')}${delimiter}${process.env.PATH ?? ''}`, TERM: 'dumb' };
  try {
    await makeFiles(folder, commands);
    const printed: string[] = [];
    for (const command of commands) {
      const running = execa('bash', ['-c', until === undefined ? command : `exec ${command}`], {
        cwd: folder,
        env,
        all: true,
        reject: false,
        stdin: 'ignore',
      });
      // Like a person pressing Ctrl-C when the output exists.
      if (until !== undefined) await appears(join(folder, until)).then(() => running.kill('SIGINT'));
      const { exitCode, all } = await running;
      if (exitCode !== 0 && until === undefined) throw new Error(`${command}\n${all}`);
      printed.push(shown(String(all), folder));
    }
    return printed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function appears(path: string): Promise<void> {
  while (!existsSync(path)) await pause(100);
  // The display reports it a moment later.
  await pause(1000);
}

/** Removes the folder, times and checksums, which differ in each run. */
const shown = (text: string, folder: string): string =>
  text
    .replaceAll(`${folder}/`, '')
    .replace(/ in \d+(\.\d+)? s\b/g, '')
    .trim();

async function recordTask(task: EverydayTask, old: string | undefined): Promise<Recorded> {
  if (old !== undefined && task.before !== null) await record(resolve(old), task.before);
  return { task, printed: await record(ROOT, task.now, task.until) };
}

const recorded: Recorded[] = [];
for (const task of EVERYDAY_TASKS) {
  console.log(`${task.title}: ${countsOf(task.now)}`);
  recorded.push(await recordTask(task, process.argv[2]));
}
await writeFile(PAGE, renderPage(recorded));
