import { join } from 'node:path';
import type { TargetOptions } from '../../src/catalog/definition.ts';
import { stem } from '../../src/files/filename.ts';
import { formatOf } from '../../src/files/formats/names.ts';
import type { OutputFile } from '../../src/runner/engine.ts';
import { convertPart, convertParts } from '../../src/runner/part.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext, within } from '../../src/work/context.ts';
import { writeDifference } from '../../tools/formats/text/steps.ts';
import { sideBySide } from '../../tools/programs/imagemagick/compare.ts';
import type { catalog } from './catalog.ts';
import { compareImages, named } from './compare-image.ts';
import { makePictures } from './pictures.ts';
import { standIn } from './stand-in.ts';

/**
 * Compares two PDFs: page by page, as they look, for a PDF of the pages that differ, with the differences marked, or of the first page if none
 * does; or by their texts. Throws ConversionError `input_count`, and what opening the PDFs throws.
 */
export async function comparePdfs(
  inputs: readonly LocalInput[],
  options: TargetOptions<typeof catalog, 'compare-pdf'>,
  context: WorkContext,
): Promise<OutputFile[]> {
  const [one, other] = inputs;
  if (one === undefined || other === undefined || inputs.length > 2) {
    throw new ConversionError('input_count', `Two PDFs are compared, not ${inputs.length}.`);
  }
  if (options.differences_as === 'text') return [await compareTexts([one, other], context)];
  const isPair = options.differences_as === 'side_by_side';
  const draw = (input: LocalInput, from: number) =>
    named(input, makePictures(input, { target: 'png', options: {} }, within(context, from, from + 20)));
  const [pages, others] = [await draw(one, 0), await draw(other, 20)];
  const count = Math.min(pages.length, others.length);
  const marked: LocalInput[] = [];
  const different: number[] = [];
  for (let page = 0; page < count; page += 1) {
    const pair = [pages[page], others[page]].map((each) => each?.path ?? '');
    const pictures = await Promise.all(pair.map((path) => standIn(one, path)));
    const share = within(context, 40 + (50 * page) / count, 40 + (50 * (page + 1)) / count);
    const warn: WorkContext['warn'] = (code, _, details) =>
      context.warn(code, `Page ${page + 1} has another size in ${other.filename}, and was scaled to it.`, details);
    const compared = isPair ? pictures.toReversed() : pictures;
    const [made] = await compareImages(compared, { ...options, method: 'ae' }, { ...share, warn });
    if (made === undefined) throw new Error('a comparison has a picture');
    const isDifferent = made.metadata?.different_pixels !== 0;
    if (isDifferent) different.push(page + 1);
    if (!isDifferent && page > 0) continue;
    marked.push(await standIn(one, isPair ? await beside(pair[0] ?? '', made.path, share) : made.path));
  }
  if (pages.length !== others.length) {
    const message = `${one.filename} has ${pages.length} pages and ${other.filename} ${others.length}; the first ${count} were compared.`;
    context.warn('output_limited', message, { pages: pages.length, other_pages: others.length });
  }
  // The first page was kept for the case that none differs.
  const shown = different.length > 0 && different[0] !== 1 ? marked.slice(1) : marked;
  const request = { target: 'pdf', options: shown.length > 1 ? { merge: true } : {}, inputs: shown };
  const output = await convertPart('image', request, within(context, 90, 100));
  const metadata = {
    pages: pages.length,
    other_pages: others.length,
    different_pages: different.length,
    different_page_numbers: different.join(','),
  };
  return [{ ...output, basename: `${stem(one.filename)}-difference`, metadata }];
}

async function beside(left: string, right: string, context: WorkContext): Promise<string> {
  const path = join(await partFolder(context, 'pair'), 'pair.png');
  await sideBySide(left, right, path, context);
  return path;
}

async function compareTexts(pair: readonly [LocalInput, LocalInput], context: WorkContext): Promise<OutputFile> {
  const textOf = async (input: LocalInput, from: number): Promise<string> => {
    const request = { target: 'txt', options: {}, inputs: [input] };
    return (await named(input, convertParts('document', request, within(context, from, from + 40))))[0]?.path ?? '';
  };
  const texts = [await textOf(pair[0], 0), await textOf(pair[1], 40)] as const;
  const names = [pair[0].filename, pair[1].filename] as const;
  const folder = await partFolder(context, 'texts');
  const { path, added, removed } = await writeDifference(texts, names, folder, within(context, 80, 100));
  const { contentType } = formatOf('html');
  const metadata = { added_words: added, removed_words: removed };
  return { path, extension: 'html', contentType, basename: `${stem(pair[0].filename)}-difference`, metadata };
}
