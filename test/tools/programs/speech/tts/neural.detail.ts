import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConversionError } from '../../../../../src/task/errors.ts';
import { describeNeuralVoices } from '../../../../../tools/programs/speech/tts/neural/describe.ts';
import { Workshop } from '../../../../engines/audio/support.ts';
import { read } from './support.ts';
import { makeToneVoice, readTones, TONE_VOICE } from './tone-voice.ts';

let workshop: Workshop;
let models: string;
let text: string;

beforeAll(async () => {
  workshop = await Workshop.open();
  models = join(workshop.folder, 'models');
  await makeToneVoice(models, 'en');
  text = join(workshop.folder, 'price.txt');
  await writeFile(text, 'It costs $1,250.50.\n');
});
afterAll(() => workshop.close());
beforeEach(() => vi.stubEnv('SPEECH_MODELS', models));
afterEach(() => vi.unstubAllEnvs());

const NEURAL = { language_tts: 'en-US', tts_voice: 'neural' };

/** Returns the phonemes of espeak-ng in the International Phonetic Alphabet, only letters. */
async function spoken(words: string): Promise<string> {
  const { stdout } = await execa('espeak-ng', ['-q', '--ipa', '-v', 'en-us', '--stdin'], { input: words });
  return stdout.replace(/[^\p{L}]/gu, '');
}

async function refused(options: Record<string, string>): Promise<ConversionError> {
  const error = await read(workshop, text, 'wav', options).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ConversionError);
  return error as ConversionError;
}

describe('tts_voice neural', () => {
  it('reads with the voice of the folder of models, numbers as people say them', async () => {
    const { output, warnings } = await read(workshop, text, 'wav', NEURAL);
    expect(warnings).toEqual([]);
    const heard = (await readTones(output.path)).replace(/[^\p{L}]/gu, '');
    const words = 'It costs one thousand two hundred fifty dollars and fifty cents.';
    expect(heard).toBe(await spoken(words));
  });

  it('reads with espeak-ng unless it is asked for', async () => {
    const { output } = await read(workshop, text, 'wav', { language_tts: 'en-US' });
    expect((await readTones(output.path)).replace(/[^\p{L}]/gu, '')).not.toContain('kɔsts');
  });

  it('is refused where there is no voice for the language, and says what to do', async () => {
    const error = await refused({ ...NEURAL, language_tts: 'fi-FI' });
    expect([error.code, error.details]).toEqual([
      'speech_model_unavailable',
      { option: 'tts_voice', value: 'neural', variable: 'SPEECH_MODELS' },
    ]);
    expect(error.message).toContain('fi-FI/voice or fi/voice');
    vi.stubEnv('SPEECH_MODELS', undefined);
    expect((await refused(NEURAL)).message).toContain('SPEECH_MODELS is not set');
  });

  it.each([
    ['no licence', { ...TONE_VOICE, license: undefined }, 'license'],
    ['an unknown type', { ...TONE_VOICE, type: 'bark' }, 'known are vits'],
    ['an unknown file', { ...TONE_VOICE, files: { ...TONE_VOICE.files, vocoder: 'a' } }, '"vocoder"'],
    ['a file outside', { ...TONE_VOICE, files: { ...TONE_VOICE.files, model: '../../en/voice.json' } }, 'tts_voice'],
    ['a missing folder', { ...TONE_VOICE, folders: { dataDir: 'nothing' } }, 'folder that its voice.json names'],
    ['a speaker it does not have', { ...TONE_VOICE, speaker: 5 }, 'does not work'],
    [
      'another type than it is',
      { ...TONE_VOICE, type: 'kitten', files: { ...TONE_VOICE.files, voices: 'tokens.txt' } },
      'does not work',
    ],
  ])('is refused where the voice has %s', async (_, description, says) => {
    const folder = join(models, 'en-GB', 'voice');
    await makeToneVoice(models, 'en-GB', description);
    const error = await refused({ ...NEURAL, language_tts: 'en-GB' });
    expect(error.code).toBe('speech_model_unavailable');
    expect(error.message).toContain(says);
    expect(error.message).not.toContain(folder);
  });

  it('is refused where a file of the voice is damaged', async () => {
    await makeToneVoice(models, 'en-AU');
    await truncate(join(models, 'en-AU', 'voice', 'tones.onnx'), 500);
    const error = await refused({ ...NEURAL, language_tts: 'en-AU' });
    expect([error.code, error.message]).toEqual(['speech_model_unavailable', expect.stringContaining('does not work')]);
  });

  it('is in the report of the doctor, with its licence', async () => {
    const voices = await describeNeuralVoices({ SPEECH_MODELS: models });
    expect(voices.map(({ version }) => version)).toContainEqual(
      expect.stringMatching(/^vits \(Apache-2\.0\), .*en-US/),
    );
    const [none] = await describeNeuralVoices({});
    expect([none?.version, none?.neededFor]).toEqual([null, ['audio/* tts_voice=neural']]);
  });
});
