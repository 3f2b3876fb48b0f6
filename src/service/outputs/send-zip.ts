import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { safeFilename, stem } from '../../files/filename.ts';
import { UniqueNames } from '../../files/unique-names.ts';
import { packStreams } from '../../runner/pack.ts';
import type { ServiceContext } from '../context.ts';
import type { InputRow, OutputRow } from '../database/tables.ts';
import { contentHeaders, readOutput, versionHeaders } from './send-file.ts';

/** Several outputs as one zip. */
export interface OutputsZip {
  readonly headers: Record<string, string>;
  /**
   * Returns the zip, made while it is read from the store. The stream fails if the store has other bytes of an output than it should.
   * @throws ServiceError `file_gone` if the first output is lost
   */
  open(): Promise<Readable>;
}

/** @param outputs at least one. Equal names are numbered */
export function zipOfOutputs(
  context: Pick<ServiceContext, 'files'>,
  inputs: readonly Pick<InputRow, 'filename'>[],
  outputs: readonly OutputRow[],
): OutputsZip {
  const names = new UniqueNames();
  const named = outputs.map((output) => ({ output, filename: names.take(safeFilename(output.filename)) }));
  const filename = `${stem(inputs[0]?.filename || 'outputs')}.zip`;
  // The same files give the same zip.
  const version = createHash('md5').update(
    JSON.stringify(named.map(({ output, filename }) => [filename, output.checksum, output.created_at])),
  );
  const modified = Math.max(...outputs.map(({ created_at }) => created_at));
  return {
    headers: {
      ...versionHeaders({ etag: `"${version.digest('hex')}"`, modified }),
      ...contentHeaders({ filename, content_type: 'application/zip' }),
      // Its bytes are made for each request, so no range can be requested.
      'accept-ranges': 'none',
    },
    open: async () => {
      const [first, ...others] = named.map(({ output, filename }) => ({
        filename,
        date: new Date(output.created_at),
        open: () => readOutput(context, output, null),
      }));
      if (first === undefined) throw new Error('a zip of no outputs');
      // Before the answer begins, so that a failing store or a lost file is an error with a reason.
      const content = await first.open();
      return packStreams([{ ...first, open: async () => content }, ...others]);
    },
  };
}
