import { ConversionError } from '../../../../src/task/errors.ts';
import type { SignaturePlace } from '../../../../tools/formats/pdf-signatures/job.ts';
import { type Signature, signPdf } from '../../../../tools/formats/pdf-signatures/signatures.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { Operation, PdfJob, PdfOptions } from '../operation.ts';
import { warnOfSize } from './warn-of-size.ts';

type Item = NonNullable<PdfOptions['sign']>[number];

/** Signs, once for each item of the option. It comes last: whatever writes the file afterwards would make the signatures invalid. */
export const sign: Operation = {
  name: 'sign',
  options: ['sign'],
  appends: true,
  asked: ({ sign: items = [] }) => items.length > 0,
  async run(files, job) {
    const result: PdfFile[] = [];
    for (const file of files) {
      let { path } = file;
      for (const item of job.options.sign ?? []) path = await signPdf(signatureOf(item, path, job), job);
      const signed = { ...file, path };
      await warnOfSize('With its signature', signed, job);
      result.push(signed);
    }
    return result;
  },
};

function signatureOf(item: Item, source: string, { options, keys }: PdfJob): Signature {
  const { key: name, password = '', field = null, reason = null, location = null, contact = null, timestamp } = item;
  const key = keys?.get(name);
  if (key === undefined) throw noSuchInput(name);
  return {
    source,
    password: options.new_user_password ?? options.new_owner_password ?? null,
    key: { path: key.path, filename: key.filename, password },
    place: placeOf(item),
    timeStampServer: timestamp === undefined ? null : new URL(timestamp),
    ...{ field, reason, location, contact },
  };
}

const POINTS = { mm: 72 / 25.4, cm: 72 / 2.54, in: 72, pt: 1 } as const;

function placeOf({ page = 1, x, y, width, height, unit = 'mm' }: Item): SignaturePlace | null {
  if (x === undefined || y === undefined || width === undefined || height === undefined) return null;
  const points = POINTS[unit];
  return { page, x: x * points, y: y * points, width: width * points, height: height * points };
}

/** Takes the inputs with keys out of the inputs. Throws ConversionError `option_invalid` for one that is not among them. */
export function takeKeys<Input extends { readonly filename: string }>(
  inputs: readonly Input[],
  items: readonly Pick<Item, 'key'>[] = [],
): { readonly others: readonly Input[]; readonly keys: ReadonlyMap<string, Input> } {
  const keys = new Map<string, Input>();
  for (const { key: name } of items) {
    const input = inputs.find(({ filename }) => filename === name);
    if (input === undefined) throw noSuchInput(name);
    keys.set(name, input);
  }
  const taken = new Set(keys.values());
  return { others: inputs.filter((input) => !taken.has(input)), keys };
}

const noSuchInput = (name: string): ConversionError =>
  new ConversionError('option_invalid', `Option sign: no input is called ${name}.`, { details: { option: 'sign' } });
