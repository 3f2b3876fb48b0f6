import { EMBEDS_METADATA, FACTURX } from '../fields/attachments.ts';
import type { FieldGroup } from '../fields/field.ts';
import { ENCRYPT, FLATTEN, FORMATS, METADATA, OPTIMIZE, ROTATE } from '../fields/pdf.ts';
import { acceptsPdfOption as accepts } from './subjects.ts';

/*
 * Groups of fields that most routes read. Problems are listed in the order in which groups are read, which is Gotenberg's: the routes put
 * these at their places.
 */

export const FINISH = {
  formats: { readings: FORMATS, accepts },
  metadata: { readings: [METADATA] },
  encrypt: { readings: ENCRYPT },
  rotate: { readings: ROTATE },
} as const satisfies Readonly<Record<string, FieldGroup>>;

export const ATTACH: FieldGroup = { readings: [EMBEDS_METADATA, ...FACTURX] };
export const SHRINK: FieldGroup = { readings: OPTIMIZE };
export const FLAT: FieldGroup = { readings: [FLATTEN], accepts };
