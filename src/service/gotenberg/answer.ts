import { randomUUID } from 'node:crypto';
import { extname } from 'node:path/posix';
import type { Readable } from 'node:stream';
import { json as jsonOf } from 'node:stream/consumers';
import { attachment } from '../../files/fetch/content-disposition.ts';
import { safeFilename } from '../../files/filename.ts';
import { UniqueNames } from '../../files/unique-names.ts';
import { packStreams } from '../../runner/pack.ts';
import type { ServiceContext } from '../context.ts';
import { contentHeaders, readOutput } from '../outputs/send-file.ts';
import { withoutExtension } from './form/filenames.ts';
import type { Made } from './run/run-plan.ts';

/** The result of a request as one file. */
export interface ResultFile {
  readonly filename: string;
  readonly contentType: string;
  /** Bytes; null if they are counted only as they are made. */
  readonly size: number | null;
  open(): Promise<Readable>;
}

/**
 * Makes one file of the outputs: the only one, or a zip of several that is read from the store as it is sent.
 * @param outputName what the client wants it to be named, without an extension
 */
export function resultOf(
  context: Pick<ServiceContext, 'files'>,
  made: readonly Made[],
  outputName: string | null,
): ResultFile {
  const [only, ...others] = made;
  if (only === undefined) throw new Error('a job has ended without outputs');
  if (others.length === 0) {
    const { name, output } = only;
    const extension = extensionOf(output);
    return {
      filename: outputName === null ? (name ?? `${randomUUID()}${extension}`) : `${outputName}${extension}`,
      contentType: output.content_type,
      size: output.size,
      open: () => readOutput(context, output, null),
    };
  }
  const names = new UniqueNames();
  const entries = made.map(({ name, output }) => ({
    filename: names.take(safeFilename(name ?? `${randomUUID()}${extensionOf(output)}`)),
    date: new Date(output.created_at),
    open: () => readOutput(context, output, null),
  }));
  return {
    filename: `${outputName ?? randomUUID()}.zip`,
    contentType: 'application/zip',
    size: null,
    open: () => packStreams(entries),
  };
}

/** Returns the extension of an output, as Gotenberg names its files. */
function extensionOf({ filename }: Made['output']): string {
  const extension = extname(filename);
  return extension === '.jpg' ? '.jpeg' : extension;
}

/** Returns the headers of an answer with the file. */
export const fileHeaders = ({ filename, contentType, size }: ResultFile): Record<string, string | number> => ({
  ...contentHeaders({ filename, content_type: contentType }),
  'content-disposition': dispositionOf(filename),
  ...(size !== null && { 'content-length': size }),
});

/** Clients read the name as it is given, so a plain one is written once. */
const dispositionOf = (filename: string): string =>
  /^[\w.+ -]+$/.test(filename) ? `attachment; filename="${filename}"` : attachment(filename);

/** Returns what the documents of the outputs say, by the names of their files. */
export async function readingsOf(
  context: Pick<ServiceContext, 'files'>,
  made: readonly Made[],
  read: (document: unknown) => unknown,
): Promise<Record<string, unknown>> {
  const readings: Record<string, unknown> = {};
  for (const { name, output } of made) {
    readings[name ?? withoutExtension(output.filename)] = read(await jsonOf(await readOutput(context, output, null)));
  }
  return readings;
}
