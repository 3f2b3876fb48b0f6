import type { Change, Outcome } from './geometry/change.ts';
import type { StructureResult, StructureTask } from './structure/task.ts';

/** Names in the folder of a worker process's job: output of `qpdf --json`, and input of `qpdf --update-from-json`. */
export const OBJECTS = 'objects.json';
export const STREAMS = 'streams.json';
export const UPDATE = 'update.json';

/** Request to change the pages of a document. */
export interface GeometryRequest {
  readonly kind: 'geometry';
  readonly change: Change;
  /** Whether there is a file with the streams that an earlier outcome asked for. */
  readonly hasStreams: boolean;
}

/** Request to work on the content of a document besides its pages. */
export interface StructureRequest {
  readonly kind: 'structure';
  readonly task: StructureTask;
}

/** Request to a worker process, about the objects of one document. */
export type PoolRequest = GeometryRequest | StructureRequest;

export type AnswerTo<Request extends PoolRequest> = Request extends GeometryRequest ? Outcome : StructureResult;
