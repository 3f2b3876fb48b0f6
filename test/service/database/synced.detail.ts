import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../../files/helpers/temp-folder.ts';
import { waitFor } from '../../worker/support.ts';
import { newInstallation, startServe } from '../serve-support.ts';
import { CONVERSION, INPUT, times } from '../support.ts';

/** Counts the syncs of a process with strace, which makes each take 50 ms longer, as on a slow disk. */
async function watchSyncs(pid: number): Promise<() => Promise<number>> {
  const log = join(await tempFolder(), 'strace');
  const calls = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fdatasync:delay_enter=50000'];
  const strace = spawn('strace', ['-f', '-y', ...calls, '-o', log, '-p', String(pid)]);
  let said = '';
  strace.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = once(strace, 'exit');
  onTestFinished(async () => {
    strace.kill('SIGTERM');
    await ended;
  });
  await waitFor(() => said.includes('attached'), 'strace to attach');
  return async () => (await readFile(log, 'utf8')).match(/fdatasync\(\d+<[^>]*convertd\.sqlite-wal>/g)?.length ?? 0;
}

describe('SQLite', () => {
  it('has a job on the disk when its request is answered, and syncs once for many of them', async () => {
    const serve = await startServe(await newInstallation());
    const syncs = await watchSyncs(serve.pid);
    const create = () => serve.createJob({ process: false, input: [INPUT], conversion: [CONVERSION] });
    const { id } = await create();
    expect(await syncs()).toBe(1);

    for (let index = 0; index < 5; index += 1) await serve.job(id);
    expect(await syncs()).toBe(1);

    expect((await serve.call('DELETE', `/v2/jobs/${id}`)).status).toBe(204);
    expect(await syncs()).toBe(2);

    await Promise.all(times(60, create));
    const together = (await syncs()) - 2;
    expect(together).toBeGreaterThan(0);
    expect(together).toBeLessThan(30);
  });
});
