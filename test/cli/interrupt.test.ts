import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { CONVERTD, temporaryFolder } from './support.ts';

/** Ten minutes of noise take ffmpeg several seconds: long enough to be interrupted in mid-conversion. */
async function longSound(): Promise<string> {
  const path = join(await temporaryFolder(), 'long.wav');
  await execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'anoisesrc=d=600:r=44100', path]);
  return path;
}

/** Processes whose command line mentions the folder, zombies aside. */
async function processesOf(folder: string): Promise<string> {
  const { stdout } = await execa('ps', ['-eo', 'pid,stat,args']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(folder) && !/^\s*\d+\s+Z/.test(line))
    .join('\n');
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 20_000; !(await condition()); ) {
    if (Date.now() > deadline) throw new Error('it did not come to that in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a conversion with its processes and its folder, exit %i', async (signal, code) => {
  const input = await longSound();
  const [data, output] = [await temporaryFolder(), await temporaryFolder()];
  const run = execa(CONVERTD, ['convert', input, 'mp3', '--output', output, '--json'], {
    env: { DATA_DIR: data },
    reject: false,
    forceKillAfterDelay: false,
  });
  await until(async () => (await processesOf(data)).includes('ffmpeg'));
  run.kill(signal);
  const result = await run;
  expect(result.exitCode).toBe(code);
  expect(JSON.parse(result.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
    status: 'canceled',
    output: [],
    errors: [{ code: 'conversion_canceled' }],
  });
  expect(await processesOf(data)).toBe('');
  expect(await readdir(join(data, 'work'))).toEqual([]);
  expect(await readdir(output)).toEqual([]);
});

test('a killed convertd takes its programs with it', async () => {
  const input = await longSound();
  const data = await temporaryFolder();
  const run = execa(CONVERTD, ['convert', input, 'mp3', '--output', await temporaryFolder()], {
    env: { DATA_DIR: data },
    reject: false,
  });
  await until(async () => (await processesOf(data)).includes('ffmpeg'));
  run.kill('SIGKILL');
  await run;
  await until(async () => (await processesOf(data)) === '');
});

test('a time limit ends a conversion with its own error', async () => {
  const input = await longSound();
  const [data, output] = [await temporaryFolder(), await temporaryFolder()];
  await writeFile(join(data, 'keep'), '');
  const result = await execa(CONVERTD, ['convert', input, 'mp3', '--output', output, '--timeout', '1', '--json'], {
    env: { DATA_DIR: data },
    reject: false,
  });
  expect(result.exitCode).toBe(1);
  expect(result.stdout).toContain('conversion_timeout');
  expect(await processesOf(data)).toBe('');
  expect(await readdir(join(data, 'work'))).toEqual([]);
});
