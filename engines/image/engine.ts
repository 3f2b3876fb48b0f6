import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { identify } from '../../src/files/identify.ts';
import { defineEngine, type OutputFile, type PageChoice, type RequestOf } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import { PageWish } from '../../src/runner/page-wish.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { warnOfCadOptions } from '../../tools/formats/dwg/preview/options.ts';
import { closePreviewPools } from '../../tools/formats/dwg/preview/pool.ts';
import { closePagePools } from '../../tools/formats/pdf-pages/pool.ts';
import { closeOfficePools } from '../../tools/programs/libreoffice/pool.ts';
import { catalog } from './catalog.ts';
import type { Pictures, Source } from './decode/decoder.ts';
import type { Look } from './decode/second-opinion.ts';
import { type Used, withPictures } from './decode/unpack.ts';
import { describePrograms } from './describe.ts';
import { carryTags } from './encode/carried.ts';
import { finishJob } from './encode/finish-fitting.ts';
import type { LookedAt, PictureJob, PictureResult } from './job.ts';
import { mergeInputs } from './merge.ts';
import type { ImageOptions } from './options.ts';
import { closeImagePools, workOn } from './pools.ts';
import { factsFor, movingFacts, type TargetFacts } from './targets.ts';
import { convertVectors } from './vectors/convert.ts';

/** The engine of the image category: it unpacks a picture, applies the steps that the options ask for, and writes it. */
export const engine = defineEngine(catalog, {
  choosesPages: true,
  combinesInputs: ({ options }) => options.merge === true,
  convert,
  describe: describePrograms,
  close: async () => {
    await Promise.all([closeImagePools(), closePreviewPools(), closeOfficePools(), closePagePools()]);
  },
});

async function convert(
  { target: name, options, inputs, pages }: RequestOf<typeof catalog>,
  context: WorkContext,
): Promise<OutputFile[]> {
  const asked: ImageOptions = options;
  const target = factsFor(name, asked);
  warnOfCadOptions(inputs, asked, context);
  const convertInput = async (input: LocalInput, work: WorkContext): Promise<OutputFile[]> => {
    const wish = asked.pages === undefined ? null : new PageWish(asked.pages, input.filename);
    const choose = pages ?? wish?.choose;
    const kept = await convertVectors(input, target, asked, (count) => chosenPages(count, choose), work);
    const outputs =
      kept ??
      (await withPictures(input, asked, work, (pictures, heard, look) =>
        convertAll(pictures, target, asked, { choose, look, given: input.path }, heard),
      ));
    wish?.warn(work);
    return outputs;
  };
  return asked.merge === true
    ? mergeInputs(inputs, target, convertInput, context)
    : convertInput(onlyInput(inputs, 'A picture'), context);
}

/** Returns the suffix of one of several outputs. */
const numbered = (index: number, count: number): { readonly suffix?: string } =>
  count > 1 ? { suffix: `-${index + 1}` } : {};

const chosenPages = (count: number, choose: PageChoice | undefined): readonly number[] =>
  choose === undefined ? [...Array(count).keys()] : ascending(choose(count));

/**
 * Makes an output of each requested page or frame of an input, or a single one of an animation if the target supports it and no frames are
 * chosen.
 */
async function convertAll(
  pictures: Pictures,
  target: TargetFacts,
  options: ImageOptions,
  { choose, look: lookedAt, given }: Chosen,
  context: WorkContext,
): Promise<Used<OutputFile[]>> {
  const moving = choose === undefined && pictures.moves === true ? movingFacts(target, options) : null;
  const wanted = (count: number) => chosenPages(count, choose);
  // If only the file itself states the number of pictures, the first one is made to learn it.
  let indices = pictures.count === null ? [0] : wanted(pictures.count);
  const paths = new Map<number, string>();
  const looks = new Map<number, Look>();
  for (let done = 0; done < indices.length; done += 1) {
    const index = indices[done] ?? 0;
    context.signal.throwIfAborted();
    const source = await pictures.picture(index);
    const page = moving === null ? source.page : 'all';
    const total = indices.length;
    const { path, result } = await convertOne({ ...source, page, look: lookedAt }, { index, given }, moving ?? target, {
      ...context,
      progress: (percent) => context.progress((100 * done + percent) / total),
    });
    paths.set(index, path);
    // A second decoder returns only one frame.
    if (result.look !== null && moving === null) looks.set(index, result.look);
    // If many pages have a file each, only one is kept unpacked.
    if (source.reading === 'unpacked' && pictures.count !== null) await rm(source.path, { force: true });
    if (pictures.count === null && done === 0 && moving === null) {
      indices = [0, ...wanted(result.pages).filter((each) => each !== 0)];
      if (!wanted(result.pages).includes(0)) paths.delete(0);
    }
  }
  const output = { extension: target.name, contentType: target.contentType };
  const [index, look] = looks.entries().next().value ?? [0, null];
  const doubted = look === null ? null : { index, look, wanted: paths.size };
  return { result: [...paths].map(([index, path]) => ({ path, ...output, ...numbered(index, paths.size) })), doubted };
}

interface Chosen {
  readonly choose: PageChoice | undefined;
  readonly look: LookedAt;
  /** Path of the original input. */
  readonly given: string;
}

const ascending = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((one, other) => one - other);

const INPUT = 'input';

async function convertOne(
  { path: input, ...source }: Omit<Source, 'page'> & Pick<PictureJob, 'page' | 'look'>,
  { index, given }: { readonly index: number; readonly given: string },
  target: TargetFacts,
  context: WorkContext,
): Promise<{ path: string; result: PictureResult }> {
  const finished = `picture-${index + 1}.${target.name}`;
  const output = join(context.workFolder, finished);
  const job = { ...source, input: INPUT, target };
  const work = (asked: PictureJob): Promise<PictureResult> => workOn(asked, input, context.workFolder, context);
  const { finisher } = target;
  const result = await (finisher === null
    ? work({ ...job, name: finished })
    : finishJob({ job, finisher, name: `pixels-${index + 1}`, output }, work, context));
  for (const { code, message, option } of result.warnings) context.warn(code, message, option ? { option } : {});
  if (source.page !== 'all') await carryTags(given, output, target, source.options, result, context);
  if ((await identify(output))?.name !== target.identifiedAs) {
    throw new ConversionError('conversion_failed', `The result is not a valid ${target.name} file.`);
  }
  return { path: output, result };
}
