import { mkdtemp, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { LocalInput } from '../../../../../src/work/context.ts';
import { type EngineTask, engineTask } from '../../../../support/engine-context.ts';

const file = (path: string): string => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url));

/** Folder of models, downloaded once per checkout. */
const MODELS = file('node_modules/.cache/convertd-speech-models');

/** Makes the folder of models like users do. */
export async function makeModels(folder = MODELS): Promise<string> {
  await execa(process.execPath, [file('scripts/speech-models.mjs'), folder]);
  return folder;
}

/** Has a text spoken into a WAV file. 130 words a minute are as slow as a lecture. */
export async function speak(text: string, path: string): Promise<void> {
  await execa('espeak-ng', ['-v', 'en-us', '-s', '130', '-w', path, '--stdin'], { input: text });
}

export async function ffmpeg(...args: readonly string[]): Promise<void> {
  await execa('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args]);
}

export async function inputOf(path: string): Promise<LocalInput> {
  const { size } = await stat(path);
  return { id: 'input', path, filename: basename(path), size, format: null, decryptPassword: null };
}

/** Makes a task with a separate work folder inside `folder`; its programs may read `input`. */
export async function taskFor(
  input: string,
  folder: string,
  signal = new AbortController().signal,
): Promise<EngineTask> {
  const workFolder = await realpath(await mkdtemp(join(folder, 'task-')));
  return engineTask({ workFolder, readable: [input], signal });
}

/** Returns the number of words to insert, remove or replace to get one text from the other, relative to the spoken words. */
export function wordErrorRate(said: string, heard: string): number {
  const [words, found] = [wordsOf(said), wordsOf(heard)];
  let row = Array.from({ length: found.length + 1 }, (_, index) => index);
  for (const [index, word] of words.entries()) {
    const next = [index + 1];
    for (const [at, other] of found.entries())
      next.push(Math.min((row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1, (row[at] ?? 0) + (word === other ? 0 : 1)));
    row = next;
  }
  return (row.at(-1) ?? 0) / words.length;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9']+/g) ?? [];
}
