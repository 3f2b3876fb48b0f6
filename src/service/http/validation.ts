import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import { problemOf } from './problems.ts';

/** Limit for reported errors: a body can have thousands, and nobody reads more. */
const MOST_ERRORS = 20;
/** For a body with more values, only the first error is reported: finding the others takes too long. */
const MANY_VALUES = 2000;

const COMMON = {
  allErrors: true,
  useDefaults: true,
  strictTypes: false,
  strictRequired: false,
  verbose: true,
} as const;
/** In JSON, a text instead of a number is an error. */
const forBodies = new Ajv({ ...COMMON, coerceTypes: false });
const forLargeBodies = new Ajv({ ...COMMON, coerceTypes: false, allErrors: false });
/** In a URL, everything is text. */
const forUrls = new Ajv({ ...COMMON, coerceTypes: 'array' });

type Part = Pick<ErrorObject, 'keyword' | 'instancePath' | 'schemaPath' | 'message' | 'params'>;

/**
 * Makes the validator of a part of requests by its schema; the schema is compiled for the first request, as compiling all takes 0.2 s of
 * the service's start. Unknown fields are accepted and ignored.
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

/** Finds NUL characters, which no database column accepts. Not recursive, as a body may be deeply nested. */
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
 * If a value may be of several types, Ajv reports the errors of each of them. Only those of the type that the client meant are of interest:
 * the value's own type. If it has none of the types, or must be one of several constants, one error names all.
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

/** Makes one error instead of those of several branches. */
const choose = (choice: ErrorObject, keyword: string, params: object): ErrorObject => ({ ...choice, keyword, params });
