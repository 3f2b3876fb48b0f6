import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { onDisk } from '../../../../src/disk/disk.ts';
import { findProgram } from '../../../../src/process/programs.ts';
import type { ErrorCode } from '../../../../src/task/codes.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { Attachment, Operation, PdfJob, PdfOptions } from '../operation.ts';
import { type EmbeddedFile, embedFiles } from './embed.ts';
import { warnOfSize } from './warn-of-size.ts';

const PDFSIG = { name: 'pdfsig', candidates: ['/usr/bin/pdfsig'], package: 'poppler-utils' };

/** Returns the positions of the files that have digital signatures. Fields that nobody has signed yet do not count. */
export async function signedAmong(
  files: readonly Pick<PdfFile, 'path'>[],
  context: WorkContext,
): Promise<readonly number[]> {
  const signed: number[] = [];
  for (const [index, { path }] of files.entries()) {
    context.signal.throwIfAborted();
    if (await isSigned(path, context)) signed.push(index);
  }
  return signed;
}

/**
 * Does what option signatures says about digital signatures that do not hold for what is made of a PDF: each covers the bytes of its file,
 * which any program that writes the file changes. Returns the signed inputs. Throws ConversionError `content_lost` if that is not allowed.
 * @param files as they are before any operation
 * @param given the inputs that they were made of
 */
export async function lostSignatures(
  files: readonly PdfFile[],
  { signatures }: Pick<PdfOptions, 'signatures'>,
  { context }: Pick<PdfJob, 'context'>,
  given: readonly Attachment[],
): Promise<readonly Attachment[]> {
  const signed = await signedAmong(files, context);
  if (signed.length === 0) return [];
  const inputs = signed.map((index) => index + 1);
  const whose = files.length === 1 ? 'the PDF' : `input ${inputs.join(', ')}`;
  const about = `The digital signatures of ${whose} are not valid in the result, which is a new file.`;
  const details = files.length === 1 ? {} : { inputs };
  if (signatures === 'refuse') {
    const message = `${about} Option signatures does not allow that. Leave out the options that change the file, or the signatures.`;
    throw new ConversionError('content_lost', message, { details: { option: 'signatures', ...details } });
  }
  const isAttached = signatures === 'attach';
  const advice = isAttached ? 'The signed file is attached to it.' : 'Sign it again.';
  context.warn('output_limited', `${about} ${advice}`, details);
  return given.filter((_, index) => signed.includes(index));
}

/** Attaches signed inputs to the results that their signatures do not hold for (ISO 32000-2, 7.11.3: they are the source). */
export const attachOriginals: Operation = {
  name: 'attach_originals',
  options: ['signatures'],
  appends: true,
  asked: ({ signatures }) => signatures === 'attach',
  async run(files, job) {
    const { signed = [] } = job;
    if (signed.length === 0) return files;
    const originals: EmbeddedFile[] = signed.map(({ path, filename }) => ({
      ...{ path, name: filename, relationship: 'Source', type: 'application/pdf' },
      description: 'The document as it was signed',
    }));
    const result: PdfFile[] = [];
    for (const file of files) {
      const path = join(await job.newFolder(), 'document.pdf');
      const taken = await embedFiles(file.path, path, originals, job);
      if (taken !== null) throw nameTaken(taken);
      const made = { ...file, path };
      await warnOfSize('With the signed document', made, job);
      result.push(made);
    }
    return result;
  },
};

const nameTaken = (name: string): ConversionError =>
  new ConversionError('option_invalid', `Option signatures: the PDF has an attached file ${name} already.`, {
    details: { option: 'signatures' },
  });

/** Key of every signature's dictionary (ISO 32000-2, 12.8.1), always readable since it is never in an object stream. */
const MARK = Buffer.from('/ByteRange');

/** pdfsig computes the digest of the file for each signature, and a file can claim thousands. */
const LIMITS = { cpuSeconds: 30, wallMs: 60_000 };

/** A file on which pdfsig fails in one of these ways has the mark, and counts as signed. */
const GAVE_UP: ReadonlySet<ErrorCode> = new Set(['engine_crashed', 'limit_cpu', 'limit_memory', 'conversion_timeout']);

async function isSigned(path: string, context: WorkContext): Promise<boolean> {
  // Most files have no signatures, and reading one is far quicker than starting a program.
  if (!(await hasBytes(path, MARK))) return false;
  const call = { name: PDFSIG.name, path: await findProgram(PDFSIG), args: ['-nocert', path], limits: LIMITS };
  try {
    const { stdout } = await context.run({ ...call, acceptExitCodes: 'any' });
    return countSignatures(stdout) > 0;
  } catch (error) {
    if (error instanceof ConversionError && GAVE_UP.has(error.code) && !context.signal.aborted) return true;
    throw error;
  }
}

/** Counts the paragraphs `Signature #1:` that pdfsig prints, one per field. Exported for its test. */
export function countSignatures(output: string): number {
  const fields = output.split(/^Signature #\d+:$/m).slice(1);
  return fields.filter((field) => !field.includes('The signature form field is not signed')).length;
}

/** Maximum bytes per read. */
const PIECE_BYTES = 256 * 1024;

async function hasBytes(path: string, bytes: Buffer): Promise<boolean> {
  const start = await onDisk('readPart', path, PIECE_BYTES);
  if (Buffer.from(start.bytes.buffer).includes(bytes)) return true;
  if (start.bytes.length === start.size) return false;
  const overlap = bytes.length - 1;
  let end = Buffer.alloc(0);
  const rest = { start: Math.max(0, start.bytes.length - overlap), highWaterMark: PIECE_BYTES };
  for await (const piece of createReadStream(path, rest)) {
    const chunk = piece as Buffer;
    const seam = Buffer.concat([end, chunk.subarray(0, overlap)]);
    if (seam.includes(bytes) || chunk.includes(bytes)) return true;
    end = chunk.length < overlap ? seam.subarray(-overlap) : Buffer.from(chunk.subarray(-overlap));
  }
  return false;
}
