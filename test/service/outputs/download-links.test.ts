import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outputId } from '../../../src/runner/naming.ts';
import { newInstallation, startInputs, startServe } from '../serve-support.ts';

it('a download link cannot be computed from the names of folders and files', async () => {
  const inputs = await startInputs();
  const installation = await newInstallation();
  const serve = await startServe(installation, { ALLOWED_ADDRESSES: inputs.address });
  const made = await serve.createJob({
    input: [{ source: inputs.text('note.txt', 'hello') }],
    conversion: [{ category: 'hash', target: 'sha256' }],
    process: true,
  });
  const [output] = (await serve.final(made.id)).output;
  // A program that can list the folder of outputs knows this.
  const folders = (await readdir(join(installation.folder, 'outputs'))).filter((name) => !name.startsWith('.'));
  const [taskId = ''] = folders;
  const [attempt = ''] = await readdir(join(installation.folder, 'outputs', taskId));
  const [filename = ''] = await readdir(join(installation.folder, 'outputs', taskId, attempt));
  expect([folders.length, filename]).toEqual([1, output?.filename]);
  const guesses = [outputId(taskId, filename), taskId, attempt, made.id];
  const statuses = guesses.map(async (id) => (await fetch(`${serve.url}/download-file/${id}/${filename}`)).status);
  expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404]);
  expect((await fetch(output?.uri ?? '')).status).toBe(200);
});
