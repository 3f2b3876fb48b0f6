import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { transcribe } from '../../../../../tools/programs/speech/stt/transcribe.ts';
import { makeScratchFolder, ScratchFolder } from '../../../../support/engine-context.ts';
import { HEARD, makeLoudnessModel } from './loudness-model.ts';
import { ffmpeg, inputOf, makeModels, taskFor } from './support.ts';

/** Times at which words begin, s: within one piece, and in another one after a long pause. */
const BEGINS = [1, 2.2, 3.4, 9];

let scratch: ScratchFolder;
let models: string;
let sound: string;

beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('speech'));
  models = await makeModels();
  const word = scratch.path('word.wav');
  await execa('espeak-ng', ['-v', 'de', '-s', '110', '-w', word, 'nein']);
  const trimmed = scratch.path('trimmed.wav');
  await ffmpeg('-i', word, '-af', 'silenceremove=start_periods=1:start_threshold=-45dB', trimmed);
  sound = scratch.path('words.wav');
  const parts = BEGINS.map((at, index) => `[0:a]adelay=${at * 1000}:all=1[w${index}]`);
  const names = BEGINS.map((_, index) => `[w${index}]`).join('');
  const mix = `${names}amix=inputs=${BEGINS.length}:normalize=0,apad=pad_dur=1`;
  await ffmpeg('-i', trimmed, '-filter_complex', `${parts.join(';')};${mix}`, sound);
});
afterAll(() => scratch.remove());
beforeEach(() => vi.stubEnv('SPEECH_MODELS', models));
afterEach(() => vi.unstubAllEnvs());

describe('the times of words', () => {
  it('are those that the model tells', async () => {
    const folder = scratch.path('models');
    await makeLoudnessModel(folder, 'de', models);
    vi.stubEnv('SPEECH_MODELS', folder);
    const { context, warnings } = await taskFor(sound, scratch.folder);
    const { words, hasEstimatedTimes } = await transcribe(await inputOf(sound), 'de-DE', context);
    expect([hasEstimatedTimes, warnings]).toEqual([false, []]);
    expect(words.map(({ text }) => text)).toEqual(BEGINS.map(() => HEARD));
    for (const [index, { startSeconds }] of words.entries())
      expect(Math.abs(startSeconds - (BEGINS[index] ?? 0)), `word ${index}`).toBeLessThan(0.1);
  });

  it('are estimated for a model that tells none, near to where they are said', async () => {
    const { context } = await taskFor(sound, scratch.folder);
    const { words, hasEstimatedTimes } = await transcribe(await inputOf(sound), 'en-US', context);
    expect(hasEstimatedTimes).toBe(true);
    for (const { startSeconds, endSeconds } of words) {
      expect(startSeconds).toBeGreaterThan((BEGINS[0] ?? 0) - 0.3);
      expect(endSeconds).toBeGreaterThan(startSeconds);
    }
    const last = words.filter(({ startSeconds }) => startSeconds > 6);
    expect(Math.abs((last[0]?.startSeconds ?? 0) - (BEGINS.at(-1) ?? 0))).toBeLessThan(0.3);
  });
});
