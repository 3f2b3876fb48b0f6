import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Outcome } from './geometry/change.ts';
import { planChange } from './geometry/plan.ts';
import { PdfObjects } from './objects/objects.ts';
import { streamData } from './objects/stream-data.ts';
import type { Ref } from './objects/values.ts';
import { type GeometryRequest, OBJECTS, type PoolRequest, STREAMS, type StructureRequest, UPDATE } from './request.ts';
import { performTask } from './structure/perform.ts';
import type { StructureResult } from './structure/task.ts';

/** Characters of an update that are written at once. */
const PIECE = 64 * 1024;

/** Reads the objects of a PDF and writes the changes. Throws ConversionError as planChange and performTask do. */
export async function answerRequest(request: PoolRequest, folder: string): Promise<Outcome | StructureResult> {
  const objects = new PdfObjects(await readFile(join(folder, OBJECTS), 'latin1'));
  return request.kind === 'geometry' ? plan(request, objects, folder) : perform(request, objects, folder);
}

async function plan({ change, hasStreams }: GeometryRequest, objects: PdfObjects, folder: string): Promise<Outcome> {
  const data = hasStreams ? streamData(await readFile(join(folder, STREAMS), 'latin1')) : new Map<Ref, string>();
  const outcome = planChange(objects, change, data);
  if (outcome.status !== 'data') await writeUpdate(objects, folder);
  return outcome;
}

async function perform({ task }: StructureRequest, objects: PdfObjects, folder: string): Promise<StructureResult> {
  const result = performTask(task, objects);
  if (result.changed) await writeUpdate(objects, folder);
  return result;
}

async function writeUpdate(objects: PdfObjects, folder: string): Promise<void> {
  await pipeline(Readable.from(encoded(objects.update())), createWriteStream(join(folder, UPDATE)));
}

function* encoded(texts: Iterable<string>): Generator<Buffer> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece, 'latin1');
    piece = '';
  }
  yield Buffer.from(piece, 'latin1');
}
