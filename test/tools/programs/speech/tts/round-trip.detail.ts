import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { transcribe } from '../../../../../tools/programs/speech/stt/transcribe.ts';
import { closeTextPools } from '../../../../../tools/programs/speech/tts/text/pool.ts';
import { Workshop } from '../../../../engines/audio/support.ts';
import { inputOf, makeModels, taskFor } from '../stt/support.ts';
import { read } from './support.ts';

let workshop: Workshop;
let models: string;

beforeAll(async () => {
  models = await makeModels();
  workshop = await Workshop.open();
});
afterAll(async () => {
  await closeTextPools();
  await workshop.close();
});
beforeEach(() => vi.stubEnv('SPEECH_MODELS', models));
afterEach(() => vi.unstubAllEnvs());

it('who listens hears prices, dates, units and titles as they were written', async () => {
  const text = join(workshop.folder, 'price.txt');
  await writeFile(
    text,
    'The old boat costs $1,250.50 today. We meet on 03/05/2024. Dr. Smith lives 5 km from the river.\n',
  );
  const { output } = await read(workshop, text, 'wav', { language_tts: 'en-US' });
  const { context } = await taskFor(output.path, workshop.folder);
  const { paragraphs } = await transcribe(await inputOf(output.path), 'en-US', context);
  const heard = paragraphs.map((paragraph) => paragraph.text).join(' ');
  // The model writes numbers in digits or in words.
  expect(heard).toMatch(/\$1,?250|1,?250 dollars|one thousand two hundred (?:and )?fifty dollars/i);
  expect(heard).toMatch(/(?:50|fifty) cent/i);
  expect(heard).toMatch(/March (?:5|fifth)[^.]*(?:2024|twenty twenty.four)/i);
  expect(heard).toMatch(/(?:Dr\.?|Doctor) Smith/i);
  expect(heard).toMatch(/(?:5|five) (?:km|kilometers)/i);
});
