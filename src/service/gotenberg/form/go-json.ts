import { FieldProblem, type Reader } from './go-values.ts';

/* Readers of fields that are JSON, with the words of Go's decoder for what is not. */

/** Says what is expected where a value has another type. */
type Shape<Value> = (value: unknown, refuse: (found: unknown, wanted: string) => FieldProblem) => Value;

/** @param name the field, as in `unmarshal cookies: …` */
export const json =
  <Value>(name: string, shape: Shape<Value>): Reader<Value> =>
  (text) => {
    try {
      return shape(JSON.parse(text), (found, wanted) => {
        return new FieldProblem(
          `unmarshal ${name}: json: cannot unmarshal ${kindOf(found)} into Go value of type ${wanted}`,
        );
      });
    } catch (error) {
      if (error instanceof FieldProblem) throw error;
      throw new FieldProblem(`unmarshal ${name}: ${jsonProblem(text)}`);
    }
  };

export const anyObject: Shape<Record<string, unknown>> = (value, refuse) => {
  if (isObject(value)) return value;
  throw refuse(value, 'map[string]interface {}');
};

export const textMap: Shape<Record<string, string>> = (value, refuse) => {
  if (!isObject(value)) throw refuse(value, 'map[string]string');
  for (const each of Object.values(value)) if (typeof each !== 'string') throw refuse(each, 'string');
  return value as Record<string, string>;
};

export const listOf =
  (type: 'number' | 'string', wanted: string): Shape<readonly unknown[]> =>
  (value, refuse) => {
    if (!Array.isArray(value)) throw refuse(value, wanted);
    for (const each of value) if (typeof each !== type) throw refuse(each, wanted.slice(2));
    return value;
  };

export const objects =
  (wanted: string): Shape<readonly Record<string, unknown>[]> =>
  (value, refuse) => {
    if (!Array.isArray(value)) throw refuse(value, `[]${wanted}`);
    for (const each of value) if (!isObject(each)) throw refuse(each, wanted);
    return value;
  };

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
};

const LITERALS = ['true', 'false', 'null'];

/** Returns what Go's decoder says about the beginning of a text that is not JSON; for what comes later there is one message. */
export function jsonProblem(text: string): string {
  const trimmed = text.trimStart();
  if (trimmed === '') return 'unexpected end of JSON input';
  const literal = LITERALS.find((each) => each[0] === trimmed[0]);
  if (literal !== undefined) {
    const at = [...literal].findIndex((sign, index) => trimmed[index] !== sign);
    if (at >= trimmed.length) return 'unexpected end of JSON input';
    if (at > 0)
      return `invalid character ${shown(trimmed[at])} in literal ${literal} (expecting ${shown(literal[at])})`;
    return `invalid character ${shown(trimmed[literal.length])} after top-level value`;
  }
  if (!/^[[{"\d-]/.test(trimmed)) return `invalid character ${shown(trimmed[0])} looking for beginning of value`;
  return 'invalid JSON';
}

const shown = (sign = ''): string => (sign === "'" ? `'\\''` : `'${sign}'`);
