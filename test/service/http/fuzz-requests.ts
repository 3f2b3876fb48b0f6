import { random } from '../../../scripts/random.ts';
import fc from '../../support/fast-check.ts';
import { type Operation, resolve } from '../access/described.ts';
import type { Json } from '../support.ts';
import { mutateJson } from './json-mutators.ts';

/** A request before the current ids are inserted. */
export interface Draft {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

/** Placeholders of ids and credentials that are only known when the request is sent. */
export const SLOTS = [
  '<job>',
  '<open>',
  '<done>',
  '<other>',
  '<input>',
  '<conversion>',
  '<output>',
  '<preset>',
] as const;
/** A secret that is sent and must never appear again. */
export const MARK = 'mark-never-to-be-shown';

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** Texts that have broken services. */
export const NASTY: readonly string[] = [
  '\0',
  'a\0b',
  'a\r\nX-Evil: 1',
  '"',
  "'",
  "' OR '1'='1",
  "'; DROP TABLE jobs; --",
  '../../../../etc/passwd',
  '..\\..\\x',
  '/etc/passwd',
  '%00',
  '%2e%2e%2f',
  '%',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '\u202e',
  '\ud800',
  '\udfff\ud800',
  '😀'.repeat(60),
  'é'.normalize('NFD'),
  'x'.repeat(300),
  'x'.repeat(3000),
  ' ',
  '.',
  '-1',
  '0',
  '1e999',
  'NaN',
  'null',
  'true',
  '[]',
  '$1',
  '?',
  '*',
  '18446744073709551616',
];

const nasty = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.string({ maxLength: 20 }),
);
const numbers = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, -1, 2 ** 31, 2 ** 53, 1e21, 1e308, Number.MAX_VALUE),
);
const slot = fc.constantFrom(...SLOTS);

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** Bodies that are entirely wrong. */
const wrongBodies = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'null',
    '[]',
    '{}',
    '1',
    '"text"',
    'true',
    '{',
    '{"a":1}}',
    '\ufeff{}',
    '{"__proto__":{"process":true}}',
    '{"constructor":{"prototype":{"process":true}}}',
    '{"input":{"__proto__":[]}}',
    '[[[[[]]]]]',
    `[${'{},'.repeat(2000)}{}]`,
    deep(100),
    deep(20_000),
    '['.repeat(50_000),
    `{"input":${deep(100)}}`,
    `{"conversion":[{"target":"mp3","options":${deep(100)}}]}`,
    `{"process":${'9'.repeat(400)}}`,
    `{"callback":"${'x'.repeat(5000)}"}`,
    `{"callback":"http://x${'y'.repeat(1_100_000)}"}`,
  ),
  fc.json(),
  fc.anything({ withNullPrototype: true, withDate: true }).map((value) => JSON.stringify(value) ?? 'undefined'),
);

/** Meaningful values of fields. */
const MEANT: Readonly<Record<string, readonly unknown[]>> = {
  target: ['mp3', 'sha1', 'zip', 'pdf', 'png', 'none'],
  category: ['audio', 'hash', 'archive', 'image', 'none'],
  source: ['https://files.example/a.wav', '<input>', '<output>', 'http://127.0.0.1/', 'file:///etc/passwd', 'aGVsbG8='],
  callback: ['https://hooks.example/x', '', 'http://127.0.0.1/', 'ftp://x/', 'javascript:alert(1)'],
  content: ['aGVsbG8=', 'data:text/plain;base64,aGVsbG8=', '%%%'],
  filename: ['a.wav', '../../x', 'Größe.txt', 'con.txt'],
  name: ['a.wav', 'mine', '../x'],
  id: ['<input>', '<output>', UUID],
  decrypt_password: [MARK],
  download_password: [MARK],
  scope: ['private', 'public'],
  whose: ['single', 'all'],
  page: ['1', '2', '0', '1000000000', '1e3'],
  status: ['completed', 'queued', 'ready'],
  filter: ['all', 'public'],
};
const OPTIONS = {
  preset: 'mine',
  start: '00:00:01',
  audio_bitrate: 128,
  download_password: 'shown-to-its-owner',
  unknown: 1,
  output_filename: '../x',
};

/** Values that mostly follow a schema. */
function valuesOf(schema: Json, document: Json, name: string): fc.Arbitrary<unknown> {
  const { anyOf, enum: choices, const: only, type, properties, items, required = [] } = resolve(document, schema) ?? {};
  const meant = MEANT[name];
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((each: Json) => valuesOf(each, document, name)));
  if (only !== undefined) return fc.constant(only);
  if (choices !== undefined) return often(fc.constantFrom(...choices));
  if (name === 'download_passwords') return fc.constant([MARK]);
  if (type === 'array') return often(fc.array(valuesOf(items, document, name), { maxLength: 3 }));
  if (type === 'object' && properties !== undefined) {
    const fields = Object.entries<Json>(properties).map(([field, each]) => [field, valuesOf(each, document, field)]);
    return often(fc.record(Object.fromEntries(fields), { requiredKeys: required }), 12);
  }
  if (type === 'object') {
    const free = fc.dictionary(nasty, fc.oneof(nasty, numbers, fc.boolean(), fc.constant(null)), { maxKeys: 3 });
    return fc.oneof(
      free,
      fc.subarray(Object.entries(OPTIONS)).map((entries) => Object.fromEntries(entries)),
    );
  }
  if (type === 'boolean') return often(fc.boolean());
  if (type === 'integer' || type === 'number') return often(numbers);
  if (type === 'null') return fc.constant(null);
  return meant === undefined
    ? nasty
    : fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...meant) }, { weight: 1, arbitrary: nasty });
}

/** Usually the right value, sometimes something else. */
const often = (right: fc.Arbitrary<unknown>, weight = 8): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight, arbitrary: right },
    { weight: 1, arbitrary: fc.oneof(nasty, numbers, fc.constant(null), fc.constant({}), fc.constant([[]])) },
  );

function bodiesOf({ description }: Operation, document: Json): fc.Arbitrary<string | null> {
  const content = description.requestBody?.content;
  if (content === undefined)
    return fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: wrongBodies });
  const json = content['application/json']?.schema;
  if (json === undefined) {
    const part = (head: string, text: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
    const form = (file: string, ...fields: string[]) =>
      `${fields.join('')}${part(`name="file"; filename="${file}"`, 'hello')}--b--\r\n`;
    const { schema, encoding = {} } = content['multipart/form-data'] ?? {};
    // Objects in a form, like those of generated clients.
    const objects = Object.keys(encoding).map((name) => {
      const { items, ...field } = schema.properties[name];
      const value = valuesOf(items ?? field, document, name).map((each) => JSON.stringify(each) ?? '');
      return value.map((text) => form('a.txt', part(`name="${name}"`, text.replaceAll('\r', ' '))));
    });
    return fc.oneof(
      nasty,
      nasty.map((file) => form(file.replaceAll(/["\r\n]/g, ''))),
      nasty.map((text) => `--b\r\n${text}`),
      ...objects,
    );
  }
  const right = valuesOf(json, document, '').map((value) => JSON.stringify(value));
  const changed = changedBodies(json, document).map(({ text }) => text);
  return fc.oneof(
    { weight: 5, arbitrary: right },
    { weight: 1, arbitrary: wrongBodies },
    { weight: 2, arbitrary: changed },
  );
}

/** A body with a changed structure, and the change. */
export interface ChangedBody {
  readonly text: string;
  readonly step: string;
}

/** Right bodies with one or two changes of their structure, which can be as large as a request may be, or larger. */
const changedBodies = (schema: Json, document: Json): fc.Arbitrary<ChangedBody> =>
  fc
    .tuple(valuesOf(schema, document, ''), fc.nat(0xffff_ffff))
    .map(([value, seed]) => mutateJson(JSON.parse(JSON.stringify(value) ?? 'null'), random(seed)));

/** The same for an operation whose body is JSON; null for any other. */
export function changedBodiesOf({ description }: Operation, document: Json): fc.Arbitrary<ChangedBody> | null {
  const schema = description.requestBody?.content?.['application/json']?.schema;
  return schema === undefined ? null : changedBodies(schema, document);
}

const SLOTS_OF: Readonly<Record<string, readonly string[]>> = {
  job_id: ['<open>', '<open>', '<done>', '<job>', '<other>', UUID],
  'input/file_id': ['<input>'],
  'output/file_id': ['<output>'],
  conversion_id: ['<conversion>'],
  output_id: ['<output>'],
  preset_id: ['<preset>'],
  filename: ['<filename>'],
  'day/date': ['2026-01-31', '2026-02-30', '2026-01'],
  'month/date': ['2026-01', '2026-13', '2026'],
  'year/date': ['2026', '0000', '2026-01'],
};

/** Text of a URL: encoded, or in one of the ways that are wrong. */
const encoded = (text: string): string => {
  const safe = text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
  // Dots alone would change the address for some clients.
  return safe.replace(/^\.+$/, (dots) => dots.replaceAll('.', '%2E')) || '%20';
};
const inUrl = (meant: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...meant) },
    { weight: 2, arbitrary: nasty.map(encoded) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%00', '%', '%zz', '%c0%af', '..%2f..%2f', 'a%0d%0ab', 'x'.repeat(1025)),
    },
  );

function pathsOf({ path, description }: Operation): fc.Arbitrary<string> {
  const names = [...path.matchAll(/(?:(\w+)|(?<=\}))\/\{(\w+)\}/g)].map(([, before, name = '']) => ({ before, name }));
  const values = names.map(({ before, name }) =>
    inUrl(SLOTS_OF[name] ?? SLOTS_OF[`${before}/${name}`] ?? (MEANT[name] as string[] | undefined) ?? ['<filename>']),
  );
  const holes = path.match(/\{\w+\}/g) ?? [];
  const query = (description.parameters ?? [])
    .filter((each: Json) => each.in === 'query')
    .map((each: Json) => each.name);
  const pairs = fc.array(
    fc.tuple(
      fc.constantFrom(...query, 'unknown', '__proto__', 'page[]'),
      fc.oneof(
        nasty.map(encoded),
        slot,
        ...query.map((name: string) => fc.constantFrom(...((MEANT[name] as string[]) ?? ['1']))),
      ),
    ),
    { maxLength: 3 },
  );
  return fc
    .tuple(fc.tuple(...holes.map((_, index) => values[index] ?? inUrl(['<filename>']))), pairs)
    .map(([parts, search]) => {
      let filled = path;
      for (const part of parts as string[]) filled = filled.replace(/\{\w+\}/, () => part);
      return search.length === 0 ? filled : `${filled}?${search.map(([name, value]) => `${name}=${value}`).join('&')}`;
    });
}

/** Right values of the headers that a request needs to have an effect. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  // Nothing runs, so there is nothing to wait for.
  prefer: ['respond-async', 'wait=0', 'respond-async, wait=0'],
  'x-svc-upload-uuid': ['one', 'two', 'three'],
  'upload-offset': ['0', '0', '5'],
  'upload-length': ['100000', '5', '0'],
};

/** Values that a header can have. */
const headerValue = nasty
  .map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, ''))
  .filter((text) => text.length < 1000);

function headersOf({ description }: Operation): fc.Arbitrary<Record<string, string>> {
  const credentials = fc.oneof(
    { weight: 12, arbitrary: fc.constant({ 'x-svc-api-key': '<key>' }) },
    { weight: 3, arbitrary: fc.constant({ 'x-svc-token': '<token>' }) },
    { weight: 1, arbitrary: fc.constant({ 'x-svc-api-key': '<other-key>' }) },
    { weight: 1, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: headerValue.map((value) => ({ 'x-svc-api-key': value })) },
    { weight: 1, arbitrary: headerValue.map((value) => ({ 'x-svc-token': value })) },
  );
  const described: string[] = (description.parameters ?? [])
    .filter((each: Json) => each.in === 'header')
    .map((each: Json) => each.name.toLowerCase());
  const names = fc.constantFrom(
    'x-request-id',
    'accept',
    'cookie',
    'if-none-match',
    'range',
    'content-encoding',
    ...described,
  );
  const values = fc.oneof(
    headerValue,
    fc.constantFrom('0', '5', 'bytes=0-', 'bytes=-1', 'bytes=9-1', '*', 'gzip', 'a1'),
  );
  const needed = fc.record(
    Object.fromEntries(
      Object.entries(NEEDED)
        .filter(([name]) => described.includes(name))
        .map(([name, choices]) => [name, fc.constantFrom(...choices)]),
    ),
  );
  const types = Object.keys(description.requestBody?.content ?? {});
  const type = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...(types.length === 0 ? ['application/json'] : types)) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        headerValue,
        fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data'),
      ),
    },
  );
  return fc
    .tuple(credentials, needed, fc.dictionary(names, values, { maxKeys: 2 }), type)
    .map(([who, always, more, contentType]) => ({
      ...always,
      ...more,
      ...who,
      'content-type': contentType === 'multipart/form-data' ? 'multipart/form-data; boundary=b' : contentType,
    }));
}

/** Requests for an operation of the document: right, nearly right, and wrong. */
export const draftsOf = (operation: Operation, document: Json): fc.Arbitrary<Draft> =>
  fc
    .tuple(pathsOf(operation), headersOf(operation), bodiesOf(operation, document))
    .map(([path, headers, body]) => ({ path, headers, body }));
