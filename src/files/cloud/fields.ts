import { type CloudFieldDefinition, type CloudFields, FieldError } from './contract.ts';

/** Largest value, bytes: a service-account key has some 2,400. */
const MAX_VALUE_BYTES = 16_384;

/**
 * Reads the values of known fields as texts. Numbers and booleans become text; null and empty text count as missing. Names that the storage
 * does not know are ignored.
 * @param group `parameters` or `credentials`, for errors
 * @throws FieldError for a field that is missing, too long or not a text
 */
export function readFields(
  group: string,
  definitions: Readonly<Record<string, CloudFieldDefinition>>,
  values: Readonly<Record<string, unknown>>,
): CloudFields {
  const fields: Record<string, string> = {};
  for (const [name, { required }] of Object.entries(definitions)) {
    const field = `${group}.${name}`;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === null || value === '') {
      if (required) throw new FieldError(field, 'is missing');
      continue;
    }
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      throw new FieldError(field, 'must be a text');
    }
    const text = String(value);
    if (Buffer.byteLength(text) > MAX_VALUE_BYTES)
      throw new FieldError(field, `is longer than ${MAX_VALUE_BYTES} bytes`);
    if (text.includes('\0')) throw new FieldError(field, 'holds a NUL character');
    fields[name] = text;
  }
  return fields;
}

/** Returns a field that `readFields` has found. */
export const given = (fields: CloudFields, name: string): string => fields[name] ?? '';

/**
 * Reads the address of a server that a client names: a URL, or a host with or without a port, which means https.
 * @returns the URL without a slash at its end
 * @throws FieldError
 */
export function serverUrl(text: string, field: string): URL {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new FieldError(field, 'must be a host such as storage.example:9000, or an https:// or http:// URL');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new FieldError(field, 'must not hold a user name, a password, a query or a fragment');
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/** Returns the server's URL with a path below its own; every part is percent-encoded. */
export function below(server: URL, ...parts: readonly string[]): URL {
  const url = new URL(server);
  url.pathname = [url.pathname.replace(/\/$/, ''), ...parts.map(encodePart)].join('/');
  return url;
}

/** Encodes as in RFC 3986, on which signatures depend: encodeURIComponent leaves five more characters unchanged. */
const encodePart = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Splits the path of a file in a storage into parts, without slashes at its beginning.
 * @throws FieldError for a path that HTTP clients or servers would resolve to another
 */
export function filePath(text: string, field: string): readonly string[] {
  const parts = text.replace(/^\/+/, '').split('/');
  if (parts.at(-1) === '') throw new FieldError(field, 'must name a file, not a folder');
  if (parts.some((part) => part === '.' || part === '..')) throw new FieldError(field, 'has "." or ".." as a part');
  if (/\p{Cc}/u.test(text)) throw new FieldError(field, 'has control characters');
  return parts;
}
