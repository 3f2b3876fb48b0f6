import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openWorkRoot } from '../../src/execution/work-root.ts';
import { runProgram } from '../../src/process/command.ts';
import { chooseBackend } from '../../src/process/sandbox/sandbox.ts';
import { createWorkFolder } from '../../src/runner/work-folder.ts';
import { testFolder } from '../worker/support.ts';

const works = await chooseBackend('landlock').then(
  () => true,
  () => false,
);

/** Sets the times of its arguments to 1970, then writes into them, and prints what succeeded. */
const ATTACK = `
import os, sys
def tried(act):
    try:
        act()
        return "done"
    except OSError as error:
        return type(error).__name__
for path in sys.argv[1:]:
    times = tried(lambda: os.utime(path, (0, 0)))
    print(times, tried(lambda: os.close(os.open(path, os.O_WRONLY))) if os.path.isfile(path) else "folder")`;

describe.runIf(works)('a program that sets times of its user’s folders', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('makes no live work folder look abandoned to the next process', async () => {
    vi.stubEnv('SANDBOX', 'landlock');
    const parent = await testFolder();
    const root = await openWorkRoot(parent);
    onTestFinished(() => root.close());
    const task = await createWorkFolder(root.path);
    await mkdir(join(task.engine, 'made'));
    const mark = join(root.path, 'owner.json');
    const call = {
      name: 'attack',
      path: '/usr/bin/python3',
      args: ['-I', '-S', '-c', ATTACK, mark, task.own, root.path],
      readable: [],
    };
    const scope = { workFolder: task.engine, readable: [], signal: new AbortController().signal };
    const { stdout } = await runProgram(call, scope);
    // The control: the program can set the times, but not change the mark.
    expect(stdout.trim().split('\n')).toEqual(['done PermissionError', 'done folder', 'done folder']);
    expect((await stat(root.path)).mtimeMs).toBe(0);
    const next = await openWorkRoot(parent);
    onTestFinished(() => next.close());
    expect(await readdir(task.engine)).toEqual(['made']);
  });
});
