import { CONVERSION, INPUT } from '../support.ts';

const filled = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** 100,000 tasks. */
export const largestJob = () => ({
  input: filled(1000, () => INPUT),
  conversion: filled(100, () => CONVERSION),
  process: true,
});

/** Bodies at a maximum size in some respect; each is accepted, or refused for another reason. */
export const LARGEST: Readonly<Record<string, readonly [path: string, body: () => object]>> = {
  'a file in base64': ['/upload-base64/<open>', () => ({ content: 'AAAA'.repeat(12 * 1024 ** 2) })],
  'inputs in base64': [
    '/v2/jobs',
    () => ({
      process: false,
      input: filled(15, () => ({ type: 'base64', source: 'AAAA'.repeat(16_000), filename: 'a.wav' })),
      conversion: [CONVERSION],
    }),
  ],
  'a thousand inputs': [
    '/v2/jobs',
    () => ({ process: false, input: filled(1000, () => INPUT), conversion: [CONVERSION] }),
  ],
  'a hundred conversions': [
    '/v2/jobs',
    () => ({ process: false, input: [INPUT], conversion: filled(100, () => CONVERSION) }),
  ],
  'a hundred conversions of pages': [
    '/v2/jobs',
    () => ({
      process: false,
      input: [INPUT],
      conversion: filled(100, () => ({ target: 'pdf', options: { pages_per_sheet: 4 } })),
    }),
  ],
  'unknown options in a hundred conversions': [
    '/v2/jobs',
    () => ({
      process: false,
      input: [INPUT],
      conversion: filled(100, () => ({
        ...CONVERSION,
        options: Object.fromEntries(filled(230, (index) => [`audio_bitrat_${index}`, 1])),
      })),
    }),
  ],
  'a hundred conversions of the outputs of all others': [
    '/v2/jobs',
    () => ({
      process: false,
      input: [INPUT],
      conversion: filled(100, (index) => ({
        name: `step-${index}`,
        category: 'archive',
        target: 'zip',
        input: filled(Math.min(index, 80), (other) => ({ type: 'conversion', source: `step-${other}` })),
      })),
    }),
  ],
  'a job of 3000 tasks': [
    '/v2/jobs',
    () => ({ input: filled(1000, () => INPUT), conversion: filled(3, () => CONVERSION), process: true }),
  ],
  'the largest job': ['/v2/jobs', largestJob],
};

const BOUNDARY = 'a-boundary';
const part = (name: string, value: string, filename?: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n${value}\r\n`;
const form = (parts: readonly string[]) => `${parts.join('')}--${BOUNDARY}--\r\n`;
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const unknown = (count: number) => Object.fromEntries(filled(count, (index) => [`audio_bitrat_${index}`, 1]));

/** Forms that the service reads or refuses. */
export const FORMS: Readonly<Record<string, readonly [type: string, body: () => string]>> = {
  'with a thousand unknown options': [
    MULTIPART,
    () => form([...filled(998, (index) => part(`audio_bitrat_${index}`, '1')), part('file', 'x', 'a.wav')]),
  ],
  'with one field of very many options': [
    MULTIPART,
    () => form([part('options', JSON.stringify(unknown(30_000))), part('file', 'x', 'a.wav')]),
  ],
  'with a thousand files': [
    MULTIPART,
    () => form(filled(1000, (index) => part('file', 'x'.repeat(1000), `a${index}.wav`))),
  ],
  'with very many empty parts': [MULTIPART, () => form(filled(50_000, () => `--${BOUNDARY}\r\n\r\n\r\n`))],
  'with very many fields': [
    'application/x-www-form-urlencoded',
    () => filled(100_000, (index) => `a${index}=1`).join('&'),
  ],
};
