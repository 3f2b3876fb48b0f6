import type { ExampleName } from './examples/index.ts';

/* The parts of an OpenAPI 3.1 document that are made or changed here. */

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; [kind: string]: object };
  webhooks?: Record<string, object>;
}

export interface Operation {
  operationId?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, MediaType>; required?: boolean };
  security?: object[];
  responses: Record<string, Response | Reference>;
}

export interface Parameter {
  in: string;
  name: string;
  description?: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
}

export interface Response {
  description?: string;
  headers?: Record<string, Header>;
  content?: Record<string, MediaType>;
}

export interface MediaType {
  schema: Schema;
  examples?: Record<string, object>;
  encoding?: object;
}

export interface Header {
  description: string;
  schema: Schema;
  example?: unknown;
}

export type Reference = { $ref: string };
export type Schema = Record<string, unknown>;

/** What a client author reads of an operation beside its schemas: those, the summary, and who may ask, are the route's. */
export interface OperationPage {
  /** Name of the function in generated clients. Public: never change one. */
  readonly operationId: string;
  /** Markdown. */
  readonly description: string;
  /** Where it differs from what the route says: credentials that are optional. */
  readonly security?: object[];
  /** Headers, which routes read by themselves. */
  readonly headers?: readonly Parameter[];
  /** Values of parameters in the path, where the common one of `parameters.ts` does not fit. */
  readonly path?: Readonly<Record<string, unknown>>;
  /** Examples of a JSON body. */
  readonly request?: readonly ExampleName[];
  /** Bodies that are files, instead of what the route says. */
  readonly requestBody?: Operation['requestBody'];
  /** By status. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** Examples where those that all operations share do not fit, by status. */
  readonly refusals?: Readonly<Record<number, Refusal>>;
  /** Statuses of the route that this one of its methods never answers with. */
  readonly never?: readonly number[];
}

interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  /** Of a JSON body. */
  readonly examples?: readonly ExampleName[];
  /** Bodies that are no JSON, instead of what the route says. */
  readonly content?: Response['content'];
}

interface Refusal {
  readonly examples: readonly ExampleName[];
  readonly headers?: Readonly<Record<string, Header>>;
}

export type OperationPages = Readonly<Record<string, OperationPage>>;

/** A parameter of the request that is a header. */
export const header = (
  name: string,
  description: string,
  example: unknown,
  { schema = { type: 'string' }, required = false }: { schema?: Schema; required?: boolean } = {},
): Parameter => ({ in: 'header', name, description, required, schema, example });
