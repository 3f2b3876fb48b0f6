import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TTS_LOCALES } from '../../../../../src/languages.ts';
import { closeTextPools } from '../../../../../tools/programs/speech/tts/text/pool.ts';
import { levels } from '../../../../engines/audio/measure.ts';
import { duration, soundOf, Workshop } from '../../../../engines/audio/support.ts';
import { read, SENTENCES } from './support.ts';

let workshop: Workshop;

beforeAll(async () => {
  workshop = await Workshop.open();
});

afterAll(async () => {
  await closeTextPools();
  await workshop.close();
});

it.each(TTS_LOCALES)('%s: the sentences of its language are heard, none left out', async (locale) => {
  const input = workshop.path(`${locale}.txt`);
  await writeFile(input, `${SENTENCES[locale]}\n`);
  const { output, warnings } = await read(workshop, input, 'mp3', { language_tts: locale });
  expect(warnings).toEqual([]);
  expect(await soundOf(output.path)).toMatchObject({ codec_name: 'mp3' });
  expect(await duration(output.path)).toBeGreaterThan(2);
  expect(await duration(output.path)).toBeLessThan(9);
  expect((await levels(output.path)).rms).toBeGreaterThan(-30);
});
