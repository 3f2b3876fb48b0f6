import { rename, rm, stat } from 'node:fs/promises';
import type { WorkContext } from '../../../src/work/context.ts';
import { copyTags } from '../../../tools/programs/exiftool/copy-tags.ts';
import type { PictureResult } from '../job.ts';
import type { ImageOptions } from '../options.ts';
import type { TargetFacts } from '../targets.ts';
import { fitOf } from './fit-size.ts';

const OPTION = { option: 'keep_metadata' } as const;

/**
 * Copies metadata of an input into a result whose writer accepts none, as `keep_metadata` asks for; other results have theirs already
 * (embedded.ts). Warns of what the result does not hold. Throws ConversionError `program_missing`, and what running a program throws.
 * @param input path of the original file
 * @param path of the result, which is replaced
 */
export async function carryTags(
  input: string,
  path: string,
  target: TargetFacts,
  options: ImageOptions,
  { hasIptc }: Pick<PictureResult, 'hasIptc'>,
  context: WorkContext,
): Promise<void> {
  const { keep_metadata: kept = 'none', merge = false } = options;
  const groups = target.tags;
  if (kept === 'none' || groups.length === 0) return;
  if (merge) {
    const message =
      'Option keep_metadata has no effect: pages that are put into one file have no metadata of their own.';
    context.warn('option_no_effect', message, OPTION);
    return;
  }
  // Exif and XMP are embedded with the pixels.
  if (groups.every((group) => group === 'IPTC') && !hasIptc) return;
  const output = `${path}.tagged`;
  const isTagged = await copyTags({ from: input, to: path, output, groups, kept }, context);
  const limit = fitOf(target, options)?.limit ?? Number.POSITIVE_INFINITY;
  if (isTagged && (await stat(output)).size <= limit) {
    await rename(output, path);
    if (kept === 'all' && !groups.includes('EXIF') && !groups.includes('IPTC')) {
      const message = `${target.name} holds XMP alone: of Exif data the author and the copyright were kept.`;
      context.warn('metadata_lost', message, OPTION);
    }
    return;
  }
  await rm(output, { force: true });
  if (isTagged) {
    context.warn('metadata_lost', 'With metadata the file would exceed max_file_size, so it has none.', OPTION);
    return;
  }
  const message = 'Option keep_metadata has no effect: the input has none of the metadata that was asked for.';
  context.warn('option_no_effect', message, OPTION);
}
