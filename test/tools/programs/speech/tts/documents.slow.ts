import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engine as documents } from '../../../../../engines/document/engine.ts';
import { formatOf } from '../../../../../src/files/formats/names.ts';
import { closeTextPools } from '../../../../../tools/programs/speech/tts/text/pool.ts';
import { levels } from '../../../../engines/audio/measure.ts';
import { duration, Workshop } from '../../../../engines/audio/support.ts';
import { inputOf, taskFor } from '../stt/support.ts';
import { REPORT, read } from './support.ts';

let workshop: Workshop;

beforeAll(async () => {
  workshop = await Workshop.open();
});

afterAll(async () => {
  await closeTextPools();
  await workshop.close();
});

const document = (name: string): string =>
  fileURLToPath(new URL(`../../../../../fixtures/document/${name}`, import.meta.url));

async function expectSpeech(input: string): Promise<void> {
  const { output } = await read(workshop, input, 'ogg', { language_tts: 'en-GB' });
  expect(await duration(output.path)).toBeGreaterThan(0.9);
  expect((await levels(output.path)).rms).toBeGreaterThan(-30);
}

it.each([
  ...['report.doc', 'report.pdf', 'report.rtf', 'notes.odt', 'slides.pptx', 'boxes.odg', 'table.xlsx', 'stock.csv'],
  ...['page.html', 'readme.md', 'letter.txt', 'label.eps'],
])('%s is read aloud', async (name) => {
  await expectSpeech(document(name));
});

it('a book is read aloud', async () => {
  const { context } = await taskFor(REPORT, workshop.folder);
  const report = { ...(await inputOf(REPORT)), format: formatOf('docx') };
  const [book] = await documents.convert({ target: 'epub', options: {}, inputs: [report] }, context);
  await expectSpeech(book?.path ?? '');
});
