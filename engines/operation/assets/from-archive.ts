import { join } from 'node:path';
import { identify } from '../../../src/files/identify.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { partFolder } from '../../../src/work/context.ts';
import { archiveKindOf } from '../../../tools/formats/archives/kinds.ts';
import { DEFAULT_ARCHIVE_LIMITS } from '../../../tools/formats/archives/limits.ts';
import { unpack } from '../../../tools/formats/archives/unpack.ts';
import type { Asset, Extract } from './asset.ts';
import { isAsset } from './kinds.ts';

/** Extracts the pictures, fonts, sounds and films of an archive, whatever else it holds. */
export const fromArchive: Extract = async (input, context) => {
  const kind = archiveKindOf(input);
  if (kind === null) {
    const message = `${input.format?.name} archives cannot be unpacked.`;
    throw new ConversionError('input_wrong_type', message, { details: { format: input.format?.name ?? null } });
  }
  const workFolder = await partFolder(context, 'archive');
  const progress = (percent: number) => context.progress(percent * 0.8);
  const { root, members } = await unpack(kind, {
    input,
    context: { ...context, workFolder },
    limits: DEFAULT_ARCHIVE_LIMITS,
    takesCut: true,
    progress,
  });
  const found: Asset[] = [];
  for (const { kind: memberKind, path } of members) {
    const file = join(root, path);
    if (memberKind === 'file' && isAsset(await identify(file))) found.push({ path: file, name: path });
  }
  return found;
};
