import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { partFolder } from '../../../src/work/context.ts';
import { encodingUnknown, icuName } from './encodings.ts';
import type { Preparation } from './readable.ts';

export const UCONV: ProgramPlaces = {
  name: 'uconv',
  candidates: ['/usr/bin/uconv'],
  package: 'icu-devtools',
  purpose: 'option encoding',
};

/** UTF-8's byte order mark, and its U+FFFD. */
export const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const REPLACEMENT = Buffer.from([0xef, 0xbf, 0xbd]);

/**
 * Converts a text of any size from the given encoding to UTF-8 without a mark, in a new file. Bytes without meaning become U+FFFD, and a
 * warning says so. Throws ConversionError `option_invalid` for an unknown encoding, `program_missing`.
 */
export async function toUtf8From(encoding: string, path: string, { input, context }: Preparation): Promise<string> {
  const output = join(await partFolder(context, 'utf8'), 'text');
  const name = await withByteOrder(icuName(encoding), path);
  const { exitCode, stderr } = await context.run({
    name: UCONV.name,
    path: await findProgram(UCONV),
    args: ['-f', name, '-t', 'UTF-8', '--from-callback', 'substitute', '--remove-signature', path],
    stdoutFile: output,
    acceptExitCodes: 'any',
  });
  if (/open converter/i.test(stderr)) throw encodingUnknown(encoding);
  if (exitCode !== 0) {
    throw new ConversionError('input_damaged', `${input.filename} cannot be read as ${encoding}.`, {
      log: stderr.slice(-4000),
    });
  }
  if (await holdsReplacement(output)) {
    const message = `Parts of ${input.filename} have no meaning in the encoding ${encoding}; they became U+FFFD.`;
    context.warn('input_damaged', message, { option: 'encoding' });
  }
  return output;
}

/** Reads UTF-16 without a byte order mark as little-endian, as the Encoding standard does. ICU would take big-endian. */
async function withByteOrder(name: string, path: string): Promise<string> {
  if (!/^utf-?16$/i.test(name)) return name;
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    const mark = buffer.readUInt16BE(0);
    return mark === 0xfeff || mark === 0xfffe ? 'UTF-16' : 'UTF-16LE';
  } finally {
    await file.close();
  }
}

async function holdsReplacement(path: string): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    if (bytes.includes(REPLACEMENT)) return true;
    rest = bytes.subarray(-2);
  }
  return false;
}
