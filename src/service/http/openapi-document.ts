import { SERVICE_ERRORS } from '../errors.ts';
import { OPERATION_DETAILS } from './openapi-details.ts';

/* From the routes as @fastify/swagger writes them down to the description that is published. */

/** The parts of an OpenAPI 3.1 document that are changed here. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses?: Record<string, Response> };
}

export interface Operation {
  operationId?: string;
  parameters?: object[];
  requestBody?: object;
  security?: object[];
  responses: Record<string, Response | Reference>;
}

interface Response {
  description?: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: Schema }>;
}

type Reference = { $ref: string };
type Schema = Record<string, unknown>;

/** A copy of a route's schemas without ids: names are given by `completeDocument`, once for all routes. */
export const withoutIds = (schema: unknown): Record<string, never> =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value)));

/**
 * Gives schemas that are components their names wherever they occur, explains statuses and headers, names operations, and adds what
 * routes read by themselves: files and headers.
 * @param document with plain schemas, and in `components` those that have a name
 */
export function completeDocument(document: OpenApiDocument): OpenApiDocument {
  const names = new Map(Object.entries(document.components.schemas).map(([name, schema]) => [textOf(schema), name]));
  const nameInside = (schema: Schema): Schema => named(schema, names, false);
  const schemas = mapValues(document.components.schemas, nameInside);
  const paths = mapValues(document.paths, (operations, path) =>
    mapValues(operations, (operation, method) => completeOperation(method, path, named(operation, names, true))),
  );
  return { ...document, paths, components: { ...document.components, schemas, responses: REFUSED } };
}

/** Every schema inside that is the same as a named one becomes a reference to it. */
function named<Value>(value: Value, names: ReadonlyMap<string, string>, itself: boolean): Value;
function named(value: unknown, names: ReadonlyMap<string, string>, itself: boolean): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const name = itself ? names.get(textOf(value)) : undefined;
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(value)) return value.map((each) => named(each, names, true));
  return mapValues(value, (each) => named(each, names, true));
}

const textOf = (schema: object): string => JSON.stringify(schema);

const MEANINGS: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Made.',
  204: 'Done; there is nothing to show.',
  206: 'The part that Range asks for.',
  304: 'What the client has is the current version.',
};

/** One for each status, as all routes refuse alike. */
const REFUSED: Readonly<Record<string, Response>> = Object.fromEntries(
  Object.values(SERVICE_ERRORS).map(({ status, meaning }) => [
    `Refusal${status}`,
    {
      description: meaning,
      ...(status === 429 && {
        headers: { 'Retry-After': { description: 'Seconds to wait before the next try', schema: { type: 'integer' } } },
      }),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]),
);

const COUNT = { description: 'How many there are in all', schema: { type: 'integer' } };

function completeOperation(method: string, path: string, operation: Operation): Operation {
  const { parameters = [], responses = {}, ...details } = OPERATION_DETAILS[`${method} ${path}`] ?? {};
  const all = [...(operation.parameters ?? []), ...parameters];
  return {
    operationId: operationId(method, path),
    ...operation,
    ...(all.length > 0 && { parameters: all }),
    ...details,
    responses: mapValues({ ...operation.responses, ...responses }, (response, status) => {
      if (`Refusal${status}` in REFUSED) return { $ref: `#/components/responses/Refusal${status}` };
      const { description: _default, content, ...rest } = response as Response;
      const isList = content?.['application/json']?.schema.type === 'array';
      return {
        description: MEANINGS[status] ?? '',
        ...(isList && method === 'get' && { headers: { 'X-Count': COUNT } }),
        ...rest,
        ...(content && method !== 'head' && { content }),
      };
    }),
  };
}

/** `get /v2/jobs/{job_id}/input` → `getJobsByJobIdInput`: a name for the functions of generated clients. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/v2\//, '/')
    .replaceAll('{', 'by/')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Result,
): Record<string, Result>;
function mapValues(record: object, change: (value: unknown, key: string) => unknown): Record<string, unknown>;
function mapValues(record: object, change: (value: never, key: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value as never, key)]));
}
