import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { abandonedProcessFolders, createProcessFolder } from '../../src/process/folders/process-folder.ts';
import { useBroker } from '../support/use-broker.ts';
import { makeTask, observe, startWorker, testFolder, waitFor } from './support.ts';

const broker = useBroker();

const hostFolders = async (temporary: string) =>
  (await readdir(temporary)).filter((name) => name.startsWith('convertd-host-'));

it('a worker that is killed while its pools run leaves folders that the next one removes as it starts', async () => {
  const data = await testFolder();
  const temporary = join(data, 'tmp');
  await mkdir(temporary);
  const observer = await observe(broker().url);
  const env = { AMQP_URL: broker().url, DATA_DIR: data, TMPDIR: temporary, CATEGORIES: 'hash' };
  const first = await startWorker(env);
  // The first job of a worker gets a separate worker process, the second one that stays.
  for (const task of [makeTask('hash', 'tiger192', 'data:,abc'), makeTask('hash', 'tiger192', 'data:,abcd')]) {
    await observer.submit(task);
    expect(await observer.final(task.id)).toMatchObject({ status: 'completed' });
  }
  const left = await waitFor(async () => {
    const names = await hostFolders(temporary);
    return names.length > 0 && names;
  }, 'a pool to have a folder');
  first.signal('SIGKILL');
  await first.ended;
  expect(await hostFolders(temporary)).toEqual(expect.arrayContaining(left));

  await startWorker(env);
  await waitFor(async () => (await hostFolders(temporary)).length === 0, 'the folders of the killed worker to go');
});

it('folders of a process that runs stay, as does what may be in use elsewhere, and those of killed ones go', async () => {
  const parent = await testFolder();
  const own = await createProcessFolder('pool', parent);
  const place = (name: string) => join(parent, name);
  // Another container on the same volume: its processes have ids that mean nothing here.
  await mkdir(place('convertd-host-fresh'));
  await writeFile(join(place('convertd-host-fresh'), 'owner.json'), '{"namespace": "other", "pid": 1, "started": "0"}');
  const killed = spawnSync(process.execPath, ['--eval', '']).pid;
  const ownMark = JSON.parse(await readFile(join(own, 'owner.json'), 'utf8'));
  for (const name of ['convertd-host-killed', 'convertd-launcher-killed']) {
    await mkdir(place(name));
    await writeFile(join(place(name), 'owner.json'), JSON.stringify({ ...ownMark, pid: killed }));
  }
  await mkdir(place('convertd-host-unmarked'));
  // A sandboxed program can set the times of every folder of its user.
  for (const path of [own, place('convertd-host-unmarked')]) await utimes(path, new Date(0), new Date(0));
  await writeFile(place('convertd-host-file'), '');
  await abandonedProcessFolders(parent).look();
  expect((await readdir(parent)).map(place).sort()).toEqual(
    [own, place('convertd-host-fresh'), place('convertd-host-unmarked'), place('convertd-host-file')].sort(),
  );
});
