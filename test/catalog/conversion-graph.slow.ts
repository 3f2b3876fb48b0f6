import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { runConversion } from '../../scripts/corpus/convert.ts';
import { routeTo } from '../../src/catalog/conversion-graph.ts';
import { listEntries } from '../../src/catalog/index.ts';
import { identify } from '../../src/files/identify.ts';
import type { OptionValues } from '../../src/task/types.ts';
import { makeScratchFolder, ScratchFolder } from '../support/engine-context.ts';
import { CONVERT } from '../support/imagemagick.ts';
import { patience } from '../support/slowness.ts';

/* Compares what the catalog says about each target and each kind of file with a conversion. */

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** One file of each kind that is read differently. */
const FILES = {
  text: 'inputs/abc.txt',
  'text document': 'document/report.docx',
  spreadsheet: 'document/table.xlsx',
  presentation: 'document/slides.pptx',
  PDF: 'document/report.pdf',
  drawing: 'cad/plan-2000.dxf',
  book: 'ebook/voyage.epub',
  sound: 'inputs/chime.mp3',
} as const;

/** Values of options that a conversion can need, except for speech, which needs a model (test/tools/programs/speech). */
const NEEDED: Readonly<Record<string, OptionValues>> = {
  ocr: { ocr: true },
  language_tts: { language_tts: 'en-GB' },
};

/** Options that a target requires. */
const ASKED: Readonly<Record<string, OptionValues>> = {
  'audio-volume': { volume: 50 },
  'cut-video': { number_of_parts: 2 },
  'resize-image': { width: 8 },
};

/** Targets that need a model, which is not here. */
const NEED_MODEL: ReadonlySet<string> = new Set(['ai_upscale', 'colorize-image']);

/** Kinds without pictures to extract. */
const WITHOUT_ASSETS: ReadonlySet<string> = new Set(['spreadsheet', 'presentation']);

/** Categories that read any file, so one is enough. */
const OF_ANY_FILE: ReadonlySet<string> = new Set(['archive', 'hash', 'metadata']);

const entries = listEntries().filter(({ category }) => !OF_ANY_FILE.has(category));
let scratch: ScratchFolder;
/** Made by other programs, because fixtures of these kinds have no words or no moving picture. */
const MADE = { picture: 'words.png', film: 'film.mp4' } as const;

beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('ways'));
  await execa(CONVERT, ['-pointsize', '40', 'label:A picture of words', scratch.path(MADE.picture)]);
  const words = '/Helvetica 20 selectfont 99 99 moveto (Words) show showpage';
  await execa('gs', ['-q', '-sDEVICE=pdfwrite', '-o', scratch.path('words.pdf'), '-c', words]);
  const frames = ['-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=10:duration=1'];
  const sound = ['-f', 'lavfi', '-i', 'sine=duration=1'];
  const subtitles = scratch.path('words.srt');
  await writeFile(subtitles, '1\n00:00:00,000 --> 00:00:00,900\nA line\n');
  const inputs = [...frames, ...sound, '-i', subtitles, '-i', scratch.path(MADE.picture)];
  const streams = ['-map', '0', '-map', '1', '-map', '2', '-map', '3', '-disposition:v:1', 'attached_pic'];
  const codecs = ['-pix_fmt', 'yuv420p', '-c:s', 'mov_text', '-c:v:1', 'copy'];
  await execa('ffmpeg', ['-v', 'error', ...inputs, ...streams, ...codecs, scratch.path(MADE.film)]);
});
afterAll(() => scratch.remove());

async function statusOf(path: string, category: string, target: string, options: OptionValues) {
  const folder = await mkdtemp(scratch.path('task-'));
  const inputs = [path];
  if (target.startsWith('compare-')) inputs.push(path);
  else if (target === 'merge-streams') inputs.push(scratch.path(MADE.film));
  // One character of the fixture has no place in PDF/A.
  else if (target === 'convert-pdfa' && path.endsWith('.pdf')) inputs[0] = scratch.path('words.pdf');
  const folders = { work: folder, outputs: folder, timeoutMs: patience(300_000) };
  const { report } = await runConversion({ inputs, category, target, options }, folders);
  const outputs = (report?.output ?? []).map(({ filename }) => join(folder, filename));
  const sizes = await Promise.all(outputs.map(async (output) => (await stat(output)).size));
  const isEmpty = report?.status === 'completed' && (sizes.length === 0 || sizes.includes(0));
  return {
    status: isEmpty ? 'empty' : report?.status,
    errors: report?.errors.map(({ code, message }) => `${code}: ${message}`),
  };
}

const files: readonly (readonly [string, () => string])[] = [
  ...Object.entries(FILES).map(([kind, path]) => [kind, () => FIXTURES + path] as const),
  ...Object.entries(MADE).map(([kind, name]) => [kind, () => scratch.path(name)] as const),
];

describe.each(files)('a %s becomes what the catalog says, and nothing else', (kind, pathOf) => {
  for (const { category, target } of entries) {
    if (target === 'extract-assets' && WITHOUT_ASSETS.has(kind)) continue;
    // The PDF of this test has no invoice: test/engines/operation/validate-invoice.detail.ts.
    if (target === 'validate-invoice' && kind === 'PDF') continue;
    test.concurrent(`${category}/${target}`, async ({ expect }) => {
      const path = pathOf();
      const route = routeTo(category, target, (await identify(path))?.name ?? '');
      if (route !== null && (route.option === 'language_stt' || NEED_MODEL.has(target))) return;
      const made = await statusOf(path, category, target, { ...NEEDED[route?.option ?? ''], ...ASKED[target] });
      const refused = { status: 'failed', errors: [expect.stringMatching(/^input_/)] };
      expect(made).toEqual(route === null ? refused : { status: 'completed', errors: [] });
    });
  }
});
