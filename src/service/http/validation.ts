import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import { problemOf } from './problems.ts';

/** A body can be wrong a thousand times; nobody reads more than these. */
const MOST_ERRORS = 20;
/** Of a body with more values, only the first error is reported: to look for the others takes too long. */
const MANY_VALUES = 2000;

const COMMON = {
  allErrors: true,
  useDefaults: true,
  strictTypes: false,
  strictRequired: false,
  verbose: true,
} as const;
/** In JSON a number is a number: a text instead is an error that is reported. */
const forBodies = new Ajv({ ...COMMON, coerceTypes: false });
const forLargeBodies = new Ajv({ ...COMMON, coerceTypes: false, allErrors: false });
/** In a URL everything is text. */
const forUrls = new Ajv({ ...COMMON, coerceTypes: 'array' });

type Part = Pick<ErrorObject, 'keyword' | 'instancePath' | 'schemaPath' | 'message' | 'params'>;

/**
 * Checks a part of requests by its schema, which is compiled for the first one: all schemas take 0.2 s of the service's start. Unknown fields
 * are accepted and ignored.
 */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const compiled = new Map<Ajv, ValidateFunction>();
  const compile = (ajv: Ajv): ValidateFunction => {
    const validate = compiled.get(ajv) ?? ajv.compile(schema);
    compiled.set(ajv, validate);
    return validate;
  };
  const check = (data: unknown): boolean => {
    const { problems, values } = unstorable(data);
    const validate = compile(httpPart !== 'body' ? forUrls : values > MANY_VALUES ? forLargeBodies : forBodies);
    const wrong = validate(data) ? [] : explain(validate.errors ?? []).slice(0, MOST_ERRORS);
    const errors = [...problems, ...wrong.map(inWords)];
    result.errors = errors.slice(0, MOST_ERRORS);
    return errors.length === 0;
  };
  const result: ReturnType<FastifySchemaCompiler<object>> = check;
  return result;
};

/** What no database column takes: NUL characters. Not recursive, as a body may be nested. */
function unstorable(data: unknown): { problems: Part[]; values: number } {
  let values = 0;
  const found = (path: string) => ({ problems: [problem(path, 'must not contain the character NUL')], values });
  const left: { value: unknown; path: string; depth: number }[] = [{ value: data, path: '', depth: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, path, depth } = next;
    values += 1;
    if (typeof value === 'string' && value.includes('\0')) return found(path);
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (name.includes('\0')) return found(path);
      left.push({ value: inner, path: depth < 3 ? `${path}/${name}` : path, depth: depth + 1 });
    }
  }
  return { problems: [], values };
}

const inWords = (error: ErrorObject): Part => ({ ...error, message: problemOf(error) });

const problem = (instancePath: string, message: string): Part => ({
  keyword: 'storable',
  instancePath,
  schemaPath: '#',
  message,
  params: {},
});

/**
 * Where a value may be of several types, Ajv tells what each of them has against it. Only the one that the client meant is of
 * interest: the one of the value's own type. Where it is of none, or must be one of some constants, one error names all.
 */
export function explain(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf');
  let left = errors;
  for (const choice of choices) {
    const branchOf = ({ schemaPath }: ErrorObject) =>
      schemaPath.startsWith(`${choice.schemaPath}/`)
        ? schemaPath.slice(choice.schemaPath.length + 1).split('/')[0]
        : null;
    const inside = left.filter(
      (error) => branchOf(error) != null && error.instancePath.startsWith(choice.instancePath),
    );
    const otherType = inside.filter(
      ({ keyword, instancePath }) => keyword === 'type' && instancePath === choice.instancePath,
    );
    const wrong = new Set(otherType.map(branchOf));
    const fitting = inside.filter((error) => !wrong.has(branchOf(error)));
    const constants = fitting.filter(({ keyword }) => keyword === 'const');
    const meant =
      constants.length < 2 || constants.length < fitting.length
        ? fitting
        : [choose(choice, 'enum', { allowedValues: constants.map(({ params }) => params.allowedValue) })];
    const explained =
      meant.length > 0 ? meant : [choose(choice, 'type', { type: otherType.map(({ params }) => params.type) })];
    left = [...left.filter((error) => error !== choice && !inside.includes(error)), ...explained];
  }
  return [...left];
}

/** One error in place of those of several branches. */
const choose = (choice: ErrorObject, keyword: string, params: object): ErrorObject => ({ ...choice, keyword, params });
