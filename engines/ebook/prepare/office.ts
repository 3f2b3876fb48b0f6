import type { EngineContext, LocalInput } from '../../../src/runner/engine.ts';
import { partFolder } from '../../../src/runner/part.ts';
import { engine as documents } from '../../document/engine.ts';
import type { InputFormat } from '../calibre/job.ts';

/** A file that calibre can read, and as what. */
export interface Readable {
  readonly path: string;
  readonly format: InputFormat;
}

/** An office file as a docx, by the document category. Throws what that does. */
export async function prepareOffice(input: LocalInput, context: EngineContext): Promise<Readable> {
  const workFolder = await partFolder(context, 'document');
  const [output] = await documents.convert(
    { target: 'docx', options: {}, inputs: [input] },
    { ...context, workFolder },
  );
  if (output === undefined) throw new Error('a document that was converted has an output');
  return { path: output.path, format: 'docx' };
}
