import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { judge } from '../../scripts/fuzz/judge.ts';
import { type Observation, observe } from '../../scripts/fuzz/observe.ts';
import { processesOf } from '../../scripts/processes.ts';
import { patience } from '../support/slowness.ts';
import { waitFor } from '../worker/support.ts';

const FUZZ = fileURLToPath(new URL('../../scripts/fuzz.ts', import.meta.url));
const CHIME = fileURLToPath(new URL('../../fixtures/inputs/chime.wav', import.meta.url));

async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-fuzz-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the script as a separate process, so that everything it leaves is found by its temporary folder. */
async function fuzz(args: readonly string[], env: Record<string, string> = {}) {
  const temporary = join(await testFolder(), 'tmp');
  await mkdir(temporary);
  const { exitCode, stdout, stderr } = await execa(process.execPath, [FUZZ, ...args], {
    env: { TMPDIR: temporary, CORPORA_DIR: '', ...env },
    reject: false,
    stdin: 'ignore',
  });
  return { exitCode, text: `${stdout}\n${stderr}`, temporary };
}

it(
  '300 changed fixtures are converted or refused with a reason, and nothing is left',
  async () => {
    const { exitCode, text, temporary } = await fuzz(['--files', '300', '--seed', '1']);
    expect(text).not.toContain('FINDING');
    expect(exitCode).toBe(0);
    await waitFor(async () => (await processesOf(temporary)).length === 0, 'all processes to end');
    expect(await readdir(temporary)).toEqual([]);
  },
  patience(3_600_000),
);

it(
  'a program that is not there shows as a finding: no file is the reason',
  async () => {
    const replay = ['--replay', CHIME, '--target', 'audio/mp3'];
    expect(await fuzz(replay)).toMatchObject({ exitCode: 0, text: expect.not.stringContaining('FINDING') });
    const without = await fuzz(replay, { FFMPEG_BIN: '/no/such/program' });
    expect(without).toMatchObject({ exitCode: 1, text: expect.stringMatching(/FINDING unexpected code/) });
  },
  patience(600_000),
);

/** Ten minutes of silence, long enough to disturb its conversion. */
async function longWav(): Promise<Buffer> {
  const { stdout } = await execa(
    'ffmpeg',
    ['-v', 'error', '-f', 'lavfi', '-i', 'anullsrc', '-t', '600', '-f', 'wav', 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 2 ** 30 },
  );
  return Buffer.from(stdout);
}

const trial = { input: 'input.wav', category: 'audio', target: 'opus', options: {}, password: null, check: null };

it(
  'the judge sees a real program that crashes, and what a task leaves',
  async () => {
    const bytes = await longWav();
    const folder = join(await testFolder(), 'case');
    const observed = observe(trial, bytes, folder);
    const victim = await waitFor(() => encoderOf(folder), 'ffmpeg to encode');
    process.kill(victim, 'SIGSEGV');
    expect(judge(await observed, null)).toEqual([
      expect.objectContaining({
        kind: 'crash',
        code: 'engine_crashed',
        signature: expect.stringMatching(/signal <11>/),
      }),
    ]);

    const other = join(await testFolder(), 'case');
    const littered = observe(trial, bytes, other);
    await waitFor(() => encoderOf(other), 'ffmpeg to encode');
    await writeFile(join(other, 'work', 'forgotten'), '');
    const sleeper = execa('sleep', ['1000'], { cwd: join(other, 'outputs'), reject: false });
    onTestFinished(() => void sleeper.kill());
    const kinds = judge(await littered, null).map(({ kind, signature }) => `${kind}: ${signature}`);
    expect(kinds).toEqual(['left behind: file forgotten', 'left behind: process sleep N']);
  },
  patience(900_000),
);

/** Returns the process that writes the output, in the folder of the case. */
async function encoderOf(folder: string): Promise<number | undefined> {
  const found = (await processesOf(folder)).find(({ command }) => command.split(' ')[0]?.endsWith('ffmpeg'));
  return found?.pid;
}

it('an output that is not what it says cannot be opened, and is found', async () => {
  const check = async (path: string) => {
    // The effect of a disk fault.
    await writeFile(path, 'no sound');
    await execa('ffprobe', ['-v', 'error', path]);
  };
  const seen = await observe({ ...trial, check }, await readFile(CHIME), join(await testFolder(), 'case'));
  expect(judge(seen, null).map(({ kind }) => kind)).toEqual(['unreadable output']);
});

it('a message that shows a path, a stack or the password is found', async () => {
  const seen = await observe(trial, Buffer.from('this is text'), join(await testFolder(), 'case'));
  expect(judge(seen, null)).toEqual([]);
  const [error] = seen.report?.errors ?? [];
  if (seen.report === null || error === undefined) throw new Error('a text is no sound');
  for (const message of ['no /tmp/convertd-1/file', 'Error\n    at read (file.ts:1:1)', 'opened by S3cret']) {
    const report = { ...seen.report, errors: [{ ...error, details: { message } }] };
    const shown: Observation = { ...seen, report };
    expect(judge(shown, 'S3cret').map(({ kind }) => kind)).toEqual(['exposed']);
  }
});
