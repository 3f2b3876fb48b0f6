import type { MediaType, OpenApiDocument, Operation, OperationPage, Parameter, Response, Schema } from './document.ts';
import { EXAMPLES, type ExampleName, references } from './examples/index.ts';
import { OPERATION_PAGES } from './operations/index.ts';
import { IN_PATH, IN_QUERY } from './parameters.ts';
import { refusalOf, SHARED_REFUSALS } from './refusals.ts';
import { WEBHOOKS } from './webhooks.ts';

/* Turns the document that @fastify/swagger makes of the routes into the published description. */

/**
 * Copies a route's schemas into the vocabulary of client generators: without ids, as `completeDocument` assigns names once for all routes;
 * with alternative texts as one `enum`, and objects with any field as `additionalProperties`.
 */
export const plain = (schema: unknown): Record<string, never> =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : simplified(value))));

function simplified(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, patternProperties, ...rest } = value as Schema;
  if (isChoiceOfTexts(anyOf)) return { type: 'string', enum: anyOf.map((each) => each.const), ...rest };
  const [[pattern, anyField] = [], ...others] = Object.entries((patternProperties ?? {}) as Schema);
  if (pattern !== ANY_NAME || others.length > 0) return value;
  const isFree = Object.keys(anyField as object).length === 0;
  return { ...rest, additionalProperties: isFree ? true : anyField };
}

/** Pattern that TypeBox writes for the keys of a record. */
const ANY_NAME = '^.*$';

const isChoiceOfTexts = (anyOf: unknown): anyOf is { const: string }[] =>
  Array.isArray(anyOf) && anyOf.every((each) => typeof each?.const === 'string');

/**
 * Replaces schemas that are components by references, and adds their pages to operations: names, prose, headers, examples.
 * @param document with plain schemas, and in `components` those that have a name
 * @throws Error if an operation has no page, or a page no operation
 */
export function completeDocument(document: OpenApiDocument): OpenApiDocument {
  const names = new Map(Object.entries(document.components.schemas).map(([name, schema]) => [textOf(schema), name]));
  const schemas = mapValues(document.components.schemas, (schema): Schema => named(schema, names, false));
  const unused = new Set(Object.keys(OPERATION_PAGES));
  const paths = mapValues(document.paths, (operations, path) =>
    mapValues(operations, (operation, method) => {
      const page = OPERATION_PAGES[`${method} ${path}`];
      if (page === undefined) throw new Error(`the operation ${method} ${path} has no page in openapi/operations`);
      unused.delete(`${method} ${path}`);
      return completeOperation(method, path, named(operation, names, true), page);
    }),
  );
  if (unused.size > 0) throw new Error(`there is no operation for the page of ${[...unused].join(', ')}`);
  return {
    ...document,
    paths,
    webhooks: WEBHOOKS,
    components: { ...document.components, schemas, responses: SHARED_REFUSALS, examples: EXAMPLES },
  };
}

/** Replaces every nested schema that equals a named one by a reference to it. */
function named<Value>(value: Value, names: ReadonlyMap<string, string>, itself: boolean): Value;
function named(value: unknown, names: ReadonlyMap<string, string>, itself: boolean): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const name = itself ? names.get(textOf(value)) : undefined;
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(value)) return value.map((each) => named(each, names, true));
  return mapValues(value as Schema, (each) => named(each, names, true));
}

/** Text by which schemas are compared; for objects, without the description of the whole. */
const textOf = (schema: object): string =>
  JSON.stringify('properties' in schema ? { ...schema, description: undefined } : schema);

function completeOperation(method: string, path: string, operation: Operation, page: OperationPage): Operation {
  const { operationId, description, security, headers = [], request = [], never = [] } = page;
  const parameters = [
    ...(operation.parameters ?? []).map((parameter) => completeParameter(parameter, path, page)),
    ...headers,
  ];
  const routes = operation.requestBody;
  const requestBody = page.requestBody ?? (routes && withExamples(routes, request));
  const responses = Object.entries(operation.responses).filter(([status]) => !never.includes(Number(status)));
  return {
    ...operation,
    operationId,
    description: description.trim(),
    security: security ?? operation.security ?? [],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries(
      responses.map(([status, response]) => [
        status,
        Number(status) >= 400
          ? refusalOf(Number(status), method, page)
          : completeAnswer(Number(status), method, response as Response, page),
      ]),
    ),
  };
}

function completeParameter(parameter: Parameter, path: string, page: OperationPage): Parameter {
  const { in: place, name, schema } = parameter;
  if (place !== 'path') {
    const description = parameter.description ?? IN_QUERY[name];
    return { ...parameter, ...(description !== undefined && { description }) };
  }
  const before = path.split('/').at(path.split('/').indexOf(`{${name}}`) - 1);
  const { description, example } = IN_PATH[name] ?? IN_PATH[`${before}/${name}`] ?? {};
  return {
    ...parameter,
    description: description ?? parameter.description ?? '',
    schema,
    example: page.path?.[name] ?? example,
  };
}

const COUNT = {
  'X-Count': { description: 'How many items there are in all', schema: { type: 'integer' }, example: 1 },
};

function completeAnswer(status: number, method: string, { content, headers }: Response, page: OperationPage): Response {
  const answer = page.answers[status];
  if (answer === undefined) throw new Error(`the page of ${page.operationId} says nothing of its answer ${status}`);
  const isList = method === 'get' && content?.['application/json']?.schema.type === 'array';
  const all = { ...headers, ...(isList && COUNT), ...answer.headers };
  const body = answer.content ?? withExamples({ content: content ?? {} }, answer.examples ?? []).content;
  return {
    description: answer.description,
    ...(Object.keys(all).length > 0 && { headers: all }),
    ...(Object.keys(body).length > 0 && method !== 'head' && { content: body }),
  };
}

type Content = Record<string, MediaType>;

const withExamples = <Body extends { content: Content }>(body: Body, names: readonly ExampleName[]): Body => ({
  ...body,
  content: mapValues(body.content, (media) => ({ ...media, examples: references(names) })),
});

const mapValues = <Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
