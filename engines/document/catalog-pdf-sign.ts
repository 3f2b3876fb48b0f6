import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import {
  conflict,
  type Finding,
  type GivenOptions,
  has,
  itemsOf,
  noEffect,
  type OptionRule,
} from '../../src/catalog/rules.ts';
import { PLACE_LENGTH, placeUnit } from './catalog-pdf-place.ts';
import { hasNoAttachments } from './pdf-a-levels.ts';

const TEXT = { type: 'string', minLength: 1, maxLength: 1000 } as const;

/** Options for signatures. Keys are secrets, and so is what opens them. */
export const SIGN_OPTIONS = {
  sign: {
    type: 'array',
    maxItems: 10,
    writeOnly: true,
    description:
      'Signs the result, once for each item, with a private key and its certificate (PAdES B-B; with timestamp B-T). Signatures are added to the bytes of the file, so earlier ones stay valid if nothing else is asked for. With x, y, width and height it is seen on a page.',
    'x-group': 'protection',
    items: {
      type: 'object',
      required: ['key'],
      properties: {
        key: {
          ...TEXT,
          description:
            'File name of the input with the private key and its certificates: PKCS#12 (.p12, .pfx) or PEM. It is used for nothing else.',
          example: 'company.p12',
        },
        password: {
          type: 'string',
          maxLength: 1000,
          writeOnly: true,
          description: 'Password of the file with the key.',
        },
        reason: { ...TEXT, description: 'Why the document is signed.', example: 'Approved' },
        location: { ...TEXT, description: 'Where it is signed.', example: 'London' },
        contact: { ...TEXT, description: 'How to reach the signer.', example: 'ada@example.org' },
        field: {
          ...TEXT,
          description:
            'Name of the signature field: an empty one of the form, else a new one. Left out: the first empty one, else a new one.',
          example: 'Signature1',
        },
        timestamp: {
          ...TEXT,
          description:
            'Address of a time stamp server (RFC 3161), http or https, that confirms the time. It gets a digest of the signature, and nothing of the document.',
          example: 'https://tsa.example.org',
        },
        page: {
          type: 'integer',
          minimum: 1,
          maximum: 1_000_000,
          description: 'Page on which it is seen. Left out: 1.',
        },
        x: { ...PLACE_LENGTH, description: 'Left edge of the place where it is seen, from the left of the page.' },
        y: { ...PLACE_LENGTH, description: 'Upper edge of the place, from the top of the page.' },
        width: { ...PLACE_LENGTH, minimum: 1, description: 'Width of the place.' },
        height: { ...PLACE_LENGTH, minimum: 1, description: 'Height of the place.' },
        unit: placeUnit('the place'),
      },
    },
    example: [{ key: 'company.p12', password: 'secret', reason: 'Approved' }],
  },
  signatures: {
    type: 'string',
    enum: ['warn', 'refuse', 'attach'],
    description:
      'What to do if signatures of the document would not be valid in the result, because it is a new file: say so in a warning (default), refuse, or attach the signed document to the result.',
    'x-group': 'protection',
  },
} as const satisfies OptionDefinitions;

const PLACE = ['x', 'y', 'width', 'height'] as const;

export const SIGN_RULES: readonly OptionRule[] = [
  {
    options: ['sign'],
    text: 'The place of a signature is x, y, width and height together; page and unit belong to it; timestamp is an http or https address.',
    check: ({ sign }) => itemsOf(sign).flatMap((item, index) => problemOf(item, index + 1)),
  },
  {
    options: ['signatures', 'pdf_a'],
    text: 'signatures attach does not go with parts 1 and 2 of pdf_a: only PDF/A-3 may have attached files of any kind.',
    check: ({ signatures, pdf_a: level }) =>
      signatures === 'attach' && hasNoAttachments(level)
        ? [conflict(['signatures', 'pdf_a'], `PDF/A-${level} has no attached files; choose pdf_a 3b`)]
        : [],
  },
  {
    options: ['signatures', 'redact'],
    text: 'signatures attach does not go with redact: the signed document has what is redacted.',
    check: ({ signatures, redact }) =>
      signatures === 'attach' && itemsOf(redact).length > 0
        ? [conflict(['signatures', 'redact'], 'the signed document has what is redacted')]
        : [],
  },
  {
    options: ['sign', 'linearize'],
    text: 'linearize has no effect with sign: a signature comes after the end of the file.',
    check: (given) =>
      has(given, 'sign') && given.linearize === true
        ? [noEffect('linearize', 'a signature comes after the end of the file')]
        : [],
  },
];

function problemOf(item: GivenOptions, number: number): Finding[] {
  const given = PLACE.filter((name) => item[name] !== undefined);
  if (given.length > 0 && given.length < PLACE.length) {
    const lost = PLACE.filter((name) => item[name] === undefined);
    return [invalid(number, `has a place without ${lost.join(' and ')}`)];
  }
  const [other] = ['page', 'unit'].filter((name) => given.length === 0 && item[name] !== undefined);
  if (other !== undefined) return [invalid(number, `has ${other} without a place: x, y, width and height`)];
  const { timestamp } = item;
  if (typeof timestamp === 'string' && !isWebAddress(timestamp)) {
    return [invalid(number, 'has a timestamp that is not an http or https address')];
  }
  return [];
}

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const invalid = (number: number, problem: string): Finding => ({
  severity: 'error',
  code: 'option_invalid',
  option: 'sign',
  message: `Item ${number} of option sign ${problem}.`,
  details: { option: 'sign', item: number },
});
