import { extname, join } from 'node:path';
import { execa } from 'execa';
import type { OptionValues } from '../../src/task/types.ts';
import type { Attempt } from './attempt.ts';
import {
  type Check,
  checkArchive,
  checkAudio,
  checkDigest,
  checkDocument,
  checkMetadata,
  checkPicture,
} from './checks.ts';
import { convert } from './convert.ts';
import { filesBelow } from './files.ts';

interface Targets {
  /** Folders of CORPORA_DIR. */
  readonly folders: readonly string[];
  readonly targets: readonly string[];
  /** Whether files that are already of the target's format are skipped. */
  readonly skipsSame?: boolean;
  readonly options?: OptionValues;
  readonly check: Check;
}

/** Throws if the only output is not the input, byte for byte. */
async function checkSame([output = '', ...others]: readonly string[], input: string): Promise<void> {
  if (others.length > 0) throw new Error('unchanged, and yet several files');
  await execa('cmp', [input, output]);
}

/** Test plan of each category: corpus folders, targets, and the independent check of an output. */
export const CATEGORIES: Readonly<Record<string, Targets>> = {
  hash: { folders: ['archive', 'audio', 'office', 'pdf'], targets: ['sha256', 'tiger192'], check: checkDigest },
  audio: {
    folders: ['audio', 'image', 'archive'],
    targets: ['mp3', 'flac', 'wav', 'opus', 'm4a'],
    check: checkAudio,
  },
  archive: { folders: ['archive', 'office', 'ebook'], targets: ['zip', '7z', 'gz'], check: checkArchive },
  document: {
    folders: ['office', 'pdf'],
    targets: ['pdf', 'docx', 'xlsx', 'txt'],
    skipsSame: true,
    check: checkDocument,
  },
  image: {
    folders: ['image'],
    targets: ['avif', 'bmp', 'png', 'jpg'],
    // Pages and frames, which a zip would hide from the check.
    options: { allow_multiple_outputs: true },
    check: checkPicture,
  },
  metadata: {
    folders: ['archive', 'audio', 'cad', 'ebook', 'image', 'ocr', 'office', 'pdf', 'reported'],
    targets: ['json'],
    check: checkMetadata,
  },
  operation: {
    folders: ['archive', 'audio', 'cad', 'ebook', 'image', 'office', 'pdf'],
    targets: [
      ...['analyze-image', 'compress', 'convert-pdfa', 'extract-archive', 'extract-assets', 'extract-streams'],
      ...['form-fields', 'thumbnail', 'validate-pdfa', 'validate-signatures', 'video-to-image'],
    ],
    check: checkByName,
  },
};

const BY_NAME: readonly (readonly [RegExp, Check])[] = [
  [/\.(?:docx|xlsx|pptx|pdf)$/, checkDocument],
  [/\.(?:flac|m4a|mp3|ogg|wav)$/, checkAudio],
  [/\.(?:epub|od[pst]|zip)$/, checkArchive],
  [/\.png$/, checkPicture],
];

/** Checks outputs with the same format as their input. */
async function checkByName(path: string): Promise<void> {
  await BY_NAME.find(([name]) => name.test(path))?.[1](path);
}

/** Returns attempts of every file with every target of a category. */
export async function targetAttempts(category: string, plan: Targets, corpora: string): Promise<Attempt[]> {
  const files = (await Promise.all(plan.folders.map((folder) => filesBelow(join(corpora, folder))))).flat();
  const jobs = files.flatMap((file) => plan.targets.map((target) => ({ file, target })));
  return jobs
    .filter(({ file, target }) => plan.skipsSame !== true || extname(file) !== `.${target}`)
    .map(({ file, target }) => ({
      file,
      name: `${category}/${target}`,
      make: (folder) =>
        convert({ inputs: [file], category, target, ...(plan.options && { options: plan.options }) }, folder),
      verify: async (outputs, warnings) => {
        // The file itself, even if it is damaged.
        if (warnings.some((message) => message.includes(' is unchanged: '))) return checkSame(outputs, file);
        for (const output of outputs) await plan.check(output);
      },
    }));
}
