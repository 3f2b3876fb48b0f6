import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json } from '../support.ts';

/** A response as received. */
export interface WireAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

export interface Operation {
  /** Name in the description: `get /v2/jobs/{job_id}`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly description: Json;
}

/** The operations of an OpenAPI document. */
export const operationsOf = (document: Json): Operation[] =>
  Object.entries<Json>(document.paths).flatMap(([path, operations]) =>
    Object.entries<Json>(operations).map(([method, description]) => ({
      name: `${method} ${path}`,
      method: method.toUpperCase(),
      path,
      description,
    })),
  );

/** Returns the target of a reference inside the document, and any other value unchanged. */
export function resolve(document: Json, value: Json): Json {
  if (typeof value?.$ref !== 'string') return value;
  const names = value.$ref.replace(/^#\//, '').split('/');
  return names.reduce((found: Json, name: string) => found?.[name], document);
}

/** Internals that a refusal must not show: stacks, modules, SQL and messages of databases. */
const INSIDE = [
  /\bat .{0,200}\.[cm]?[jt]s:\d+/,
  /node_modules|node:internal/,
  /\b(select|insert into|update|delete from)\b.{0,200}\b(from|values|set|where)\b/is,
  /SQLITE|ERR_SQLITE|ERR_[A-Z]+_[A-Z]+|FST_|violates|invalid input syntax|constraint failed/,
  /\bENO[A-Z]+\b|\/(tmp|home|root|work|usr)\//,
];

/**
 * Compares responses with the document.
 * @param forbidden texts that no response may contain
 * @returns function that lists what is wrong with a response, as sentences; none if it is as described
 */
export function createJudge(document: Json, forbidden: readonly string[]) {
  const ajv = new Ajv2020({ strict: false });
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (key: string, schema: Json): ValidateFunction => {
    const known = compiled.get(key);
    if (known !== undefined) return known;
    const validate = ajv.compile({
      $id: `urn:answer:${compiled.size}`,
      allOf: [schema],
      components: document.components,
    });
    compiled.set(key, validate);
    return validate;
  };

  return function judge({ name, description }: Operation, { status, contentType, text }: WireAnswer): string[] {
    const problems = forbidden.filter((each) => text.includes(each)).map((each) => `leaks ${each}`);
    if (status >= 400) problems.push(...INSIDE.filter((each) => each.test(text)).map((each) => `leaks ${each}`));
    if (status >= 500) return [...problems, `fails: ${status} ${text}`];
    const response = resolve(document, description.responses[status]);
    if (response === undefined) return [...problems, `answers ${status}, which is not described`];
    const isHead = name.startsWith('head ');
    if (response.content === undefined || isHead) {
      return text === '' ? problems : [...problems, `answers ${status} with a body`];
    }
    const schema = response.content['application/json']?.schema;
    if (schema === undefined) return problems;
    if (!contentType.startsWith('application/json')) return [...problems, `answers ${status} as "${contentType}"`];
    const validate = validatorOf(`${name} ${status}`, schema);
    if (!validate(JSON.parse(text)))
      problems.push(`answers ${status} in another shape: ${ajv.errorsText(validate.errors)}`);
    return problems;
  };
}
