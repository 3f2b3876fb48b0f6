import { join } from 'node:path';
import { formatBytes } from '../../../src/process/limits.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { PdfWork } from '../../programs/qpdf/pdf-work.ts';
import { runQpdf, writeQpdfJson } from '../../programs/qpdf/qpdf.ts';
import type { Ref } from './objects/values.ts';
import { OBJECTS, STREAMS, UPDATE } from './request.ts';

const MiB = 1024 ** 2;

/** Largest text of all objects without stream data. 20 000 pages have 9 MiB; changing 212 MiB takes 7 to 21 s and 1.1 GiB. */
const MAX_OBJECTS_BYTES = 256 * MiB;

/**
 * Has qpdf write the objects of a PDF as JSON, without stream data. Returns the path.
 * @param args further arguments of qpdf
 * Throws ConversionError `limit_memory` if there are too many objects, or as writeQpdfJson.
 */
export function writeObjects(pdf: string, folder: string, job: PdfWork, args: readonly string[] = []): Promise<string> {
  return writeJson([...args, '--json-stream-data=none', pdf], join(folder, OBJECTS), job);
}

/** Writes the undecoded data of some streams. Returns the path. Throws as writeObjects. */
export function writeStreams(pdf: string, refs: readonly Ref[], folder: string, job: PdfWork): Promise<string> {
  const objects = refs.map((ref) => `--json-object=${ref.split(' ').slice(0, 2).join(',')}`);
  const args = ['--json-stream-data=inline', '--decode-level=none', ...objects, pdf];
  return writeJson(args, join(folder, STREAMS), job);
}

async function writeJson(args: readonly string[], file: string, job: PdfWork): Promise<string> {
  try {
    await writeQpdfJson(['--json-key=qpdf', ...args], { file, fileBytes: MAX_OBJECTS_BYTES }, job);
  } catch (error) {
    if (!(error instanceof ConversionError && error.code === 'limit_file_size')) throw error;
    const message = `The PDF has too many objects to work on: a list of them has more than ${formatBytes(MAX_OBJECTS_BYTES)}. Convert fewer of its pages.`;
    throw new ConversionError('limit_memory', message, { details: { limit: MAX_OBJECTS_BYTES }, cause: error });
  }
  return file;
}

export interface Update {
  readonly pdf: string;
  /** Folder in which a worker process left the update. */
  readonly folder: string;
  readonly output: string;
  /** Arguments of qpdf. By default streams are not decoded, so data that unpacks to gigabytes stays packed; only new data is packed. */
  readonly args?: readonly string[];
}

/** Writes `output`: the PDF with the changes of a worker process. Throws as runQpdf. */
export async function applyUpdate({ pdf, folder, output, args = [] }: Update, job: PdfWork): Promise<void> {
  const options = [`--update-from-json=${join(folder, UPDATE)}`, ...args];
  await runQpdf({ input: pdf, readsMore: true, options, output, repack: args.length > 0 }, job);
}
