/** Value of an expected document that is not compared. */
const IGNORED = 'ignore';

/**
 * Returns how a document differs from the expected one, or null. Keys that are not expected are allowed; a list must have the same length.
 * @param path where the value is in the document
 */
export function jsonDifference(expected: unknown, actual: unknown, path = 'the document'): string | null {
  if (expected === IGNORED) return null;
  if (Array.isArray(expected)) return listDifference(expected, actual, path);
  if (isObject(expected)) return objectDifference(expected, actual, path);
  if (expected === actual) return null;
  return `${path} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`;
}

function listDifference(expected: readonly unknown[], actual: unknown, path: string): string | null {
  if (!Array.isArray(actual)) return `${path} is ${JSON.stringify(actual)}, not a list`;
  if (actual.length !== expected.length) return `${path} has ${actual.length} items, not ${expected.length}`;
  return firstOf(expected.entries(), ([index, value]) => jsonDifference(value, actual[index], `${path}[${index}]`));
}

function objectDifference(expected: Record<string, unknown>, actual: unknown, path: string): string | null {
  if (!isObject(actual)) return `${path} is ${JSON.stringify(actual)}, not an object`;
  return firstOf(Object.entries(expected), ([key, value]) => {
    if (value === IGNORED) return null;
    if (!Object.hasOwn(actual, key)) return `${path} has no ${key}`;
    return jsonDifference(value, actual[key], `${path}.${key}`);
  });
}

function firstOf<T>(values: Iterable<T>, difference: (value: T) => string | null): string | null {
  for (const value of values) {
    const found = difference(value);
    if (found !== null) return found;
  }
  return null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
