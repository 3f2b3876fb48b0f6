import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { processesOf } from '../../scripts/processes.ts';
import { stopProgram } from '../support/frozen.ts';
import { silence } from '../support/silence.ts';
import { waitFor } from '../worker/support.ts';
import { CONVERTD, INPUTS, temporaryFolder } from './support.ts';

/** Returns the command lines of processes that use the folder. */
const commandsOf = async (folder: string) => (await processesOf(folder)).map(({ command }) => command);

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a conversion with its processes and its folder, exit %i', async (signal, code) => {
  const input = await silence(await temporaryFolder(), 3600);
  const [data, output] = [await temporaryFolder(), await temporaryFolder()];
  const run = execa(CONVERTD, ['convert', input, 'mp3', '--output', output, '--json'], {
    env: { DATA_DIR: data },
    reject: false,
    forceKillAfterDelay: false,
  });
  await stopProgram(data, 'ffmpeg');
  run.kill(signal);
  const result = await run;
  expect(result.exitCode).toBe(code);
  expect(JSON.parse(result.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
    status: 'canceled',
    output: [],
    errors: [{ code: 'conversion_canceled' }],
  });
  expect(await commandsOf(data)).toEqual([]);
  expect(await readdir(join(data, 'work'))).toEqual([]);
  expect(await readdir(output)).toEqual([]);
});

test.each([
  ['the first line', 'head -1'],
  ['nothing', 'true'],
])(
  'a reader that takes %s and leaves ends a conversion, without a word, and nothing stays',
  { tags: ['detail'] },
  async (_, reader) => {
    const input = await silence(await temporaryFolder(), 3600);
    const [data, output] = [await temporaryFolder(), await temporaryFolder()];
    const script = `"$0" convert "$1" mp3 --output "$2" --json | ${reader} >&2; exit $PIPESTATUS`;
    const run = await execa('bash', ['-c', script, CONVERTD, input, output], {
      env: { DATA_DIR: data },
      reject: false,
    });
    expect([run.exitCode, run.stderr.replace(/^\{.*\}$/m, '').trim()]).toEqual([141, '']);
    expect(await commandsOf(data)).toEqual([]);
    expect(await readdir(join(data, 'work'))).toEqual([]);
    expect(await readdir(output)).toEqual([]);
  },
);

test('a list that is not read to its end ends without a word', { tags: ['detail'] }, async () => {
  const script = '"$0" catalog --json | head -c 10 >&2; exit $PIPESTATUS';
  const run = await execa('bash', ['-c', script, CONVERTD], { reject: false });
  expect([run.exitCode, run.stderr]).toEqual([141, expect.stringMatching(/^[\s\S]{10}$/)]);
});

test('a killed convertd takes its programs with it', async () => {
  const input = await silence(await temporaryFolder(), 3600);
  const data = await temporaryFolder();
  const run = execa(CONVERTD, ['convert', input, 'mp3', '--output', await temporaryFolder()], {
    env: { DATA_DIR: data },
    reject: false,
  });
  await stopProgram(data, 'ffmpeg');
  run.kill('SIGKILL');
  await run;
  await waitFor(async () => (await commandsOf(data)).length === 0, 'its programs to end');
  expect(await readdir(join(data, 'work'))).toHaveLength(1);
  // The next run removes its leftovers.
  await execa(CONVERTD, ['convert', join(INPUTS, 'abc.txt'), 'md5', '--output', data], { env: { DATA_DIR: data } });
  expect(await readdir(join(data, 'work'))).toEqual([]);
});

test('a time limit ends a conversion with its own error', { tags: ['detail'] }, async () => {
  // ffmpeg needs several seconds, which is more than the limit.
  const input = await silence(await temporaryFolder(), 3600);
  const [data, output] = [await temporaryFolder(), await temporaryFolder()];
  await writeFile(join(data, 'keep'), '');
  const result = await execa(CONVERTD, ['convert', input, 'mp3', '--output', output, '--timeout', '1', '--json'], {
    env: { DATA_DIR: data },
    reject: false,
  });
  expect(result.exitCode).toBe(1);
  expect(result.stdout).toContain('conversion_timeout');
  expect(await commandsOf(data)).toEqual([]);
  expect(await readdir(join(data, 'work'))).toEqual([]);
});
