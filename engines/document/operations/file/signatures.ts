import { createReadStream } from 'node:fs';
import { onDisk } from '../../../../src/disk/disk.ts';
import { findProgram } from '../../../../src/process/programs.ts';
import type { ErrorCode } from '../../../../src/task/codes.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';

const PDFSIG = { name: 'pdfsig', candidates: ['/usr/bin/pdfsig'], package: 'poppler-utils' };

/**
 * Warns, once, that digital signatures do not hold for what is made of a PDF: each covers the bytes of its file, which any program that
 * writes the file changes. Fields that nobody has signed yet are not reported.
 * @param files as they are before any operation
 */
export async function warnOfSignatures(files: readonly PdfFile[], context: WorkContext): Promise<void> {
  const inputs: number[] = [];
  for (const [index, { path }] of files.entries()) {
    context.signal.throwIfAborted();
    if (await isSigned(path, context)) inputs.push(index + 1);
  }
  if (inputs.length === 0) return;
  const whose = files.length === 1 ? 'the PDF' : `input ${inputs.join(', ')}`;
  const message = `The digital signatures of ${whose} are not valid in the result, which is a new file. Sign it again.`;
  context.warn('output_limited', message, files.length === 1 ? {} : { inputs });
}

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
