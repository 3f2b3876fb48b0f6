// Runs inside the image: `cat` of a file next to the work folder, sandboxed by the selected back end, and then unsandboxed. Prints `backend
// sandboxed-result unsandboxed-result`; the unsandboxed reading is the positive control.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseBackend } from '../../src/process/sandbox/sandbox.ts';
import type { Backend, Launch } from '../../src/process/supervisor/launch.ts';
import { launch } from '../../src/process/supervisor/launcher.ts';

const folder = await mkdtemp(join(tmpdir(), 'convertd-probe-'));
try {
  const work = join(folder, 'work');
  const temporary = join(folder, 'tmp');
  const secret = join(folder, 'secret');
  await Promise.all([mkdir(work), mkdir(temporary), writeFile(secret, 'not for programs\n')]);
  const backend = await chooseBackend();
  process.stdout.write(`${backend} ${await read(backend)} ${await read('off')}\n`);

  async function read(how: Backend): Promise<'read' | 'refused'> {
    const options: Launch = {
      backend: how,
      path: '/bin/cat',
      args: [secret],
      cwd: work,
      env: { PATH: '/usr/bin:/bin' },
      read: [],
      write: [work],
      temporary,
      calls: 'program',
      allow: [],
      port: null,
      limits: { wallMs: 10_000, cpuSeconds: 5, memoryBytes: 2 ** 28, fileBytes: 2 ** 20, processes: 16 },
      stdin: 'ignore',
      stdout: 'pipe',
    };
    const program = launch(options, null);
    let said = '';
    program.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    program.stderr.resume();
    const { how: ended, number } = await program.end;
    return ended === 'exit' && number === 0 && said === 'not for programs\n' ? 'read' : 'refused';
  }
} finally {
  await rm(folder, { recursive: true });
}
