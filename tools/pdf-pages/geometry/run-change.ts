import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Change, Outcome } from './change.ts';
import { combinePages } from './combine.ts';
import { drawFields } from './draw-fields.ts';
import { extendPages } from './extend.ts';
import { fitPages } from './fit.ts';
import { PdfObjects, type Ref } from './objects.ts';
import { splitPages } from './split.ts';
import { streamData } from './stream-data.ts';

/** Names in the job's folder. */
export const OBJECTS = 'objects.json';
export const STREAMS = 'streams.json';
export const UPDATE = 'update.json';

export interface ChangeJob {
  readonly change: Change;
  /** Whether there is a file of streams that an earlier outcome asked for. */
  readonly hasStreams: boolean;
}

/** Reads the objects of a PDF and writes what changes. Throws ConversionError as the changes do. */
export async function runChange({ change, hasStreams }: ChangeJob, folder: string): Promise<Outcome> {
  const objects = new PdfObjects(await readFile(join(folder, OBJECTS), 'latin1'));
  const data = hasStreams ? streamData(await readFile(join(folder, STREAMS), 'latin1')) : new Map<Ref, string>();
  const outcome = plan(objects, change, data);
  if (outcome.status !== 'data') {
    await pipeline(Readable.from(objects.update()), encode, createWriteStream(join(folder, UPDATE)));
  }
  return outcome;
}

function plan(objects: PdfObjects, change: Change, data: ReadonlyMap<Ref, string>): Outcome {
  switch (change.kind) {
    case 'split':
      return splitPages(objects, change);
    case 'fit':
      return fitPages(objects, change, data);
    case 'extend':
      return extendPages(objects, change);
    case 'combine':
      return combinePages(objects, change);
    case 'drawFields':
      return drawFields(objects);
  }
}

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text, 'latin1');
}
