import { type CloudFieldDefinition, type CloudFields, FieldError } from './contract.ts';

/** Bytes of one value: a service-account key has some 2,400. */
const MAX_VALUE_BYTES = 16_384;

/**
 * The values of known fields as texts. Numbers and booleans count as their texts, null and the empty text as left out; names that the
 * storage does not know are ignored.
 * @param group `parameters` or `credentials`, for errors
 * @throws FieldError for one that is missing, too long or no text
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

/** A field that `readFields` found to be there. */
export const given = (fields: CloudFields, name: string): string => fields[name] ?? '';

/**
 * The address of a server that a client names: a URL, or a host with or without port, which is asked by https.
 * @returns without a slash at its end
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

/** The server with a path below its own; every part is percent-encoded. */
export function below(server: URL, ...parts: readonly string[]): URL {
  const url = new URL(server);
  url.pathname = [url.pathname.replace(/\/$/, ''), ...parts.map(encodePart)].join('/');
  return url;
}

/** As RFC 3986 has it, which signatures are made of: encodeURIComponent leaves five signs more as they are. */
const encodePart = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The path of a file in a storage: without slashes at its beginning, and in parts.
 * @throws FieldError for one that HTTP clients or servers would take for another
 */
export function filePath(text: string, field: string): readonly string[] {
  const parts = text.replace(/^\/+/, '').split('/');
  if (parts.at(-1) === '') throw new FieldError(field, 'must name a file, not a folder');
  if (parts.some((part) => part === '.' || part === '..')) throw new FieldError(field, 'has "." or ".." as a part');
  if (/\p{Cc}/u.test(text)) throw new FieldError(field, 'has control characters');
  return parts;
}
