import type { Change, Outcome } from './geometry/change.ts';
import type { StructureResult, StructureTask } from './structure/task.ts';

/** Names in the folder of a worker process's job: what `qpdf --json` wrote, and what `qpdf --update-from-json` is to read. */
export const OBJECTS = 'objects.json';
export const STREAMS = 'streams.json';
export const UPDATE = 'update.json';

/** To change the pages of a document. */
export interface GeometryRequest {
  readonly kind: 'geometry';
  readonly change: Change;
  /** Whether there is a file of streams that an earlier outcome asked for. */
  readonly hasStreams: boolean;
}

/** To work on what a document has beside its pages. */
export interface StructureRequest {
  readonly kind: 'structure';
  readonly task: StructureTask;
}

/** What a worker process is to do with the objects of one document. */
export type PoolRequest = GeometryRequest | StructureRequest;

export type AnswerTo<Request extends PoolRequest> = Request extends GeometryRequest ? Outcome : StructureResult;
