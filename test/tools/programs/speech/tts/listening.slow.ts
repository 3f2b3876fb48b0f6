import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transcribe } from '../../../../../tools/programs/speech/stt/transcribe.ts';
import { closeTextPools } from '../../../../../tools/programs/speech/tts/text/pool.ts';
import { Workshop } from '../../../../engines/audio/support.ts';
import { inputOf, makeModels, taskFor, wordErrorRate } from '../stt/support.ts';
import { HARBOUR, read } from './support.ts';

let workshop: Workshop;

beforeAll(async () => {
  process.env.SPEECH_MODELS = await makeModels();
  workshop = await Workshop.open();
});

afterAll(async () => {
  delete process.env.SPEECH_MODELS;
  await closeTextPools();
  await workshop.close();
});

/** Returns the share of words that Moonshine-tiny, which was trained on American English, gets wrong. */
async function listen(locale: string): Promise<number> {
  const { output } = await read(workshop, HARBOUR, 'wav', { language_tts: locale });
  const { context } = await taskFor(output.path, workshop.folder);
  const { paragraphs } = await transcribe(await inputOf(output.path), 'en-US', context);
  const heard = paragraphs.map(({ text }) => text).join(' ');
  const rate = wordErrorRate(await readFile(HARBOUR, 'utf8'), heard);
  console.info(`${locale}: ${(100 * rate).toFixed(1)} % of the words wrong: ${heard}`);
  return rate;
}

it('who listens to an English document hears its words, in their order', async () => {
  expect(await listen('en-US')).toBeLessThan(0.2);
  expect(await listen('en-GB')).toBeLessThan(0.35);
  // The same text by a Finnish voice, which pronounces each letter as in Finnish.
  expect(await listen('fi-FI')).toBeGreaterThan(0.5);
});
