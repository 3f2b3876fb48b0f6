import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect } from 'vitest';
import { processesOf } from '../../../scripts/processes.ts';
import { testFolder, waitFor } from '../../worker/support.ts';
import { download, type Inputs, printed, remote, type ServeProcess } from '../serve-support.ts';

/* What must happen to jobs, whatever runs their tasks. */

/** Bytes of zeros whose slowest digest takes some seconds, and their digest by `rhash --snefru256`. */
const LONG_BYTES = 200 * 1024 ** 2;
const LONG_DIGEST = '5fb62edac71647ab760b202db041b416e5d9cf4a2cf6130753d87e18ae14cfe5';

export const longJob = (inputs: Inputs) => ({
  process: true,
  input: [remote(inputs.zeros(LONG_BYTES))],
  conversion: [{ category: 'hash', target: 'snefru' }],
});

/** Expects that the long job has completed once, with the right result. */
export async function expectLongJob(serve: ServeProcess, id: string): Promise<void> {
  const job = await serve.final(id);
  expect(job).toMatchObject({ status: 'completed', errors: [] });
  const files = await download(job);
  expect([...files.values()].map(String)).toEqual([`${LONG_DIGEST}\n`]);
  const history = (await serve.call('GET', `/v2/jobs/${id}/history`)).body as { status: string }[];
  expect(history.filter(({ status }) => status === 'completed')).toHaveLength(1);
}

/** Resolves during the conversion of the job's only task, when a part of its input is digested. */
export async function converting(serve: ServeProcess, id: string): Promise<void> {
  await waitFor(async () => {
    const { body } = await serve.call('GET', `/v2/jobs/${id}/threads`);
    return (body as { status: number }[]).some(({ status }) => status > 15);
  }, `job ${id} to be in mid-conversion`);
}

export async function twoConversionsOfThreeInputs(serve: ServeProcess, inputs: Inputs): Promise<void> {
  const contents = ['one', 'two\n', 'three'.repeat(100_000)];
  const job = await serve.createJob({
    process: true,
    input: contents.map((content, index) => remote(inputs.text(`file${index}.txt`, content))),
    conversion: [{ target: 'sha1' }, { target: 'sha256' }],
  });
  const ended = await serve.final(job.id);
  expect(ended).toMatchObject({ status: 'completed', errors: [], spent: 6 });
  await download(ended);
  for (const [index, { size, hash, checksum }] of ended.input.entries()) {
    const content = contents[index] ?? '';
    const [md5] = (await printed('md5sum', [], content)).split(' ');
    expect({ size, hash, checksum }).toEqual({ size: content.length, hash: md5, checksum: md5 });
  }
  for (const { id, target } of ended.conversion) {
    for (const [index, input] of ended.input.entries()) {
      const outputs = ended.output.filter(({ source }) => source.conversion === id && source.input.includes(input.id));
      expect(outputs.map(({ source }) => source.input)).toEqual([[input.id]]);
      const digest = await printed(`${target}sum`, [], contents[index] ?? '');
      const [output] = outputs;
      expect(await (await fetch(output?.uri ?? '')).text()).toBe(`${digest.split(' ')[0]}\n`);
    }
  }
}

export async function archiveOfThreeInputs(serve: ServeProcess, inputs: Inputs): Promise<void> {
  const job = await serve.createJob({
    process: true,
    input: ['a', 'b', 'c'].map((name) => remote(inputs.text(`${name}.txt`, `content of ${name}`))),
    conversion: [{ category: 'archive', target: 'zip' }],
  });
  const ended = await serve.final(job.id);
  expect(ended).toMatchObject({ status: 'completed', errors: [], spent: 1 });
  expect(ended.output.map(({ source }) => source.input)).toEqual([ended.input.map(({ id }) => id)]);
  const [content = Buffer.alloc(0)] = (await download(ended)).values();
  const path = join(await testFolder(), 'got.zip');
  await writeFile(path, content);
  expect((await execa('bsdtar', ['-tf', path])).stdout.split('\n').sort()).toEqual(['a.txt', 'b.txt', 'c.txt']);
  expect((await execa('bsdtar', ['-xOf', path, 'b.txt'])).stdout).toBe('content of b');
}

export async function partialFailure(serve: ServeProcess, inputs: Inputs): Promise<void> {
  const body = {
    process: true,
    input: [remote(inputs.text('good.txt', 'good')), remote(inputs.missing)],
    conversion: [{ target: 'sha1' }],
  };
  const tolerant = await serve.createJob({ ...body, fail_on_input_error: false });
  const completed = await serve.final(tolerant.id);
  expect(completed.status).toBe('completed');
  expect(completed.errors).toMatchObject([{ source: 'input', id_source: completed.input[1]?.id, code: 2003 }]);
  const digest = (await printed('sha1sum', [], 'good')).split(' ')[0];
  expect([...(await download(completed)).values()].map(String)).toEqual([`${digest}\n`]);

  const strict = await serve.final((await serve.createJob(body)).id);
  expect(strict.status).toBe('failed');
  expect(strict.errors).toMatchObject([{ source: 'input', code: 2003 }]);
}

/** @param folder folder that all processes of the installation have in their environment or as working directory */
export async function cancelInMidConversion(
  serve: ServeProcess,
  inputs: Inputs,
  folder: string,
  daemons: number,
): Promise<void> {
  const before = await waitFor(async () => {
    const found = await programsOf(folder);
    return found.length >= daemons && found;
  }, 'the processes of the installation');
  const job = await serve.createJob(longJob(inputs));
  await converting(serve, job.id);
  // The control: the conversion has its own processes, and they are found.
  expect((await programsOf(folder)).length).toBeGreaterThan(before.length);
  expect((await serve.call('DELETE', `/v2/jobs/${job.id}`)).status).toBe(204);
  await waitFor(
    async () => (await programsOf(folder)).length <= before.length,
    'the processes of the conversion to be gone',
  );
  expect((await serve.job(job.id)).status).toBe('canceled');
  await expectNextJob(serve, inputs);
}

/** Returns the processes of a folder without the launcher, which starts with the first program and stays. */
async function programsOf(folder: string): Promise<number[]> {
  const found = await processesOf(folder);
  return found.filter(({ command }) => !command.includes('launch_server')).map(({ pid }) => pid);
}

/** Expects that a small job completes correctly. */
export async function expectNextJob(serve: ServeProcess, inputs: Inputs): Promise<void> {
  const input = [remote(inputs.text('next.txt', 'next'))];
  const { id } = await serve.createJob({ process: true, input, conversion: [{ target: 'sha1' }] });
  const digest = (await printed('sha1sum', [], 'next')).split(' ')[0];
  expect([...(await download(await serve.final(id))).values()].map(String)).toEqual([`${digest}\n`]);
}

/** A job whose input is not there at first, in a service with one RETRY_DELAY: it says so, until it has the input. */
export async function warnsWhileItWaits(serve: ServeProcess, inputs: Inputs): Promise<void> {
  // An attempt asks five times.
  const source = inputs.busy('busy.txt', 'abc', 5);
  const before = Date.now();
  const { id } = await serve.createJob({ process: true, input: [remote(source)], conversion: [{ target: 'sha1' }] });
  const waiting = await waitFor(async () => {
    const job = await serve.job(id);
    return job.warnings.length > 0 && job;
  }, 'a warning');
  const [input] = waiting.input;
  expect(waiting).toMatchObject({ errors: [], warnings: [{ source: 'input', id_source: input?.id, code: 5020 }] });
  const [warning] = waiting.warnings;
  expect(warning?.message).toContain('cannot deliver it now (HTTP 503)');
  expect(warning?.details).toMatchObject({ code: 2004, status: 503 });
  const due = Date.parse(`${warning?.details.retry_at}Z`);
  expect(due).toBeGreaterThan(before);
  expect(await serve.final(id)).toMatchObject({ status: 'completed', warnings: [], errors: [] });
  expect(Date.now()).toBeGreaterThanOrEqual(due);
}
