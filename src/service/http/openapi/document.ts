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

/** Documentation of an operation besides its schemas, its summary and its security, which come from the route. */
export interface OperationPage {
  /** Name of the function in generated clients. Public: never change one. */
  readonly operationId: string;
  /** Markdown. */
  readonly description: string;
  /** Security that differs from the route's: credentials are optional. */
  readonly security?: object[];
  /** Headers that the route reads itself. */
  readonly headers?: readonly Parameter[];
  /** Values of path parameters for which those of `parameters.ts` do not fit. */
  readonly path?: Readonly<Record<string, unknown>>;
  /** Examples of a JSON body. */
  readonly request?: readonly ExampleName[];
  /** Bodies that are files, instead of the route's. */
  readonly requestBody?: Operation['requestBody'];
  /** Answers by status. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** Examples by status, if those that all operations share do not fit. */
  readonly refusals?: Readonly<Record<number, Refusal>>;
  /** Statuses of the route that never occur with this method. */
  readonly never?: readonly number[];
}

interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  /** Examples of a JSON body. */
  readonly examples?: readonly ExampleName[];
  /** Bodies that are not JSON, instead of the route's. */
  readonly content?: Response['content'];
}

interface Refusal {
  readonly examples: readonly ExampleName[];
  readonly headers?: Readonly<Record<string, Header>>;
}

export type OperationPages = Readonly<Record<string, OperationPage>>;

/** Makes a header parameter of the request. */
export const header = (
  name: string,
  description: string,
  example: unknown,
  { schema = { type: 'string' }, required = false }: { schema?: Schema; required?: boolean } = {},
): Parameter => ({ in: 'header', name, description, required, schema, example });
