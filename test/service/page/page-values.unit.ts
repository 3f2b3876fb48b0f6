import { expect, it } from 'vitest';
import { listEntries } from '../../../src/catalog/index.ts';
import { COUNT_NAMES } from '../../../src/receipt/counts.ts';

type Values = Readonly<Record<string, Readonly<Record<string, string>>>>;

const load = async (language: string): Promise<Values> =>
  (await import(new URL(`../../../src/service/web/shell/values/${language}.js`, import.meta.url).href)).default;

const pairs = (values: Values) =>
  Object.entries(values).flatMap(([option, words]) => Object.keys(words).map((value) => `${option}=${value}`));

it('values in words are those of the catalog, and what receipts count', async () => {
  const counts = COUNT_NAMES.map((name) => `count=${name}`);
  const real = new Set([
    ...counts,
    ...listEntries().flatMap(({ options }) =>
      Object.entries(options).flatMap(([option, { enum: values }]) =>
        (values ?? []).map((value) => `${option}=${value}`),
      ),
    ),
  ]);
  const written = pairs(await load('en'));
  expect(written.length).toBeGreaterThan(80);
  expect(written).toEqual(expect.arrayContaining(counts));
  // Alignments are written once for all options that end with it.
  expect(written.filter((pair) => !real.has(pair) && !pair.startsWith('alignment='))).toEqual([]);
});

/** Options whose values are names of their field: of formats, codecs, encodings, languages, papers, devices and measures. */
const NAMES = new Set([
  ...['filename_encoding', 'encoding', 'audio_codec', 'video_codec', 'language_tts', 'language_stt', 'language'],
  ...['pcm_format', 'version', 'pdf_a', 'validation_profile', 'page_size', 'paper_size', 'cad_page_size', 'reader'],
  ...['ocr_engine', 'method', 'video_format', 'resize_target', 'thumbnail_target', 'target_format', 'factur_x'],
]);

it('words of the language are written as such', async () => {
  const words = await load('en');
  const missing = listEntries().flatMap(({ options }) =>
    Object.entries(options).flatMap(([name, { enum: values = [], deprecated, 'x-short-for': full }]) =>
      deprecated || full !== undefined || NAMES.has(name)
        ? []
        : values
            .filter((value) => typeof value === 'string')
            .filter((value) => words[name.replace(/^.*_(?=alignment$)/, '')]?.[value] === undefined)
            .map((value) => `${name}=${value}`),
    ),
  );
  expect([...new Set(missing)]).toEqual([]);
});

it.each(['de', 'es', 'fr', 'ja', 'zh'])('are all there in %s', async (language) => {
  const [english, own] = [await load('en'), await load(language)];
  expect(pairs(own)).toEqual(pairs(english));
  expect(
    Object.values(own)
      .flatMap((words) => Object.values(words))
      .filter((text) => text.trim() === ''),
  ).toEqual([]);
});
