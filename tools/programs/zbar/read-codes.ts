import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgramLimits } from '../../../src/process/program-call.ts';
import {
  findProgram,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
} from '../../../src/process/programs.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { attribute, contentOf, elements, parseXml } from '../../formats/text/xml.ts';

const ZBARIMG: ProgramPlaces = {
  name: 'zbarimg',
  candidates: ['/usr/bin/zbarimg'],
  package: 'zbar-tools',
  purpose: 'split at barcodes',
};

const MiB = 1024 ** 2;

/** Measured: 0.25 seconds and 70 MB for a page of A4 of 300 DPI. Its answer is in memory as a whole. */
const LIMITS: Partial<ProgramLimits> = { memoryBytes: 1024 * MiB, fileBytes: 16 * MiB, processes: 16 };
const CPU_SECONDS_OF_PICTURE = 10;

/** Exit code if no picture has a code. */
const NONE = 4;

/**
 * Returns what the barcodes and QR codes in pictures say, in no particular order: EAN, UPC, ISBN, Code 39, 93 and 128, Interleaved 2 of 5,
 * Codabar, DataBar and QR, at any of the four turns.
 * @param names of pictures made by us, in `folder`, which is inside the work folder
 * @returns name of a picture → contents, for each that has a code
 * @throws ConversionError `program_missing`, `conversion_failed`, `limit_*`
 */
export async function readCodes(
  names: readonly string[],
  folder: string,
  context: WorkContext,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (names.length === 0) return new Map();
  const answer = join(folder, 'codes.xml');
  await context.run({
    name: ZBARIMG.name,
    path: await findProgram(ZBARIMG),
    args: ['--nodbus', '--quiet', '--xml', ...names],
    cwd: folder,
    // It reads pictures by ImageMagick, whose threads only cost time for one page.
    env: { MAGICK_THREAD_LIMIT: '1' },
    limits: { ...LIMITS, cpuSeconds: CPU_SECONDS_OF_PICTURE * names.length },
    stdoutFile: answer,
    acceptExitCodes: [0, NONE],
  });
  return codesIn(await readFile(answer));
}

/** Reads zbarimg's XML: contents that XML cannot hold are in base64. */
function codesIn(xml: Uint8Array): ReadonlyMap<string, readonly string[]> {
  const sources = elements(parseXml(xml), 'source').map((source) => {
    const codes = elements(source, 'data').map((data) => {
      const text = contentOf(data);
      return attribute(data, 'format') === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
    });
    return [attribute(source, 'href') ?? '', codes] as const;
  });
  return new Map(sources.filter(([, codes]) => codes.length > 0));
}

/** Describes it for `convertd doctor`. */
export async function describeZbar(neededFor: readonly string[]): Promise<ProgramDescription> {
  const { name, package: from } = ZBARIMG;
  return { name, version: await programVersion(ZBARIMG), package: from, need: 'optional', neededFor };
}
