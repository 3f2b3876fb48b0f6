import { isObject, json } from '../form/go-json.ts';
import { FieldProblem, text } from '../form/go-values.ts';
import { planField, type Reading } from './field.ts';

/* Files to attach to a PDF, and the invoice of a Factur-X document. */

/** MIME type and relationship of the files to embed, by their names. */
export const EMBEDS_METADATA = planField<Readonly<Record<string, Readonly<Record<string, string>>>>>({
  name: 'embedsMetadata',
  takes: 'an object as JSON: by file name `mimeType`, `relationship`',
  read: json('embedsMetadata', (value, refuse) => {
    if (!isObject(value)) throw refuse(value, 'map[string]map[string]string');
    for (const each of Object.values(value)) {
      if (!isObject(each)) throw refuse(each, 'map[string]string');
      for (const property of Object.values(each)) if (typeof property !== 'string') throw refuse(property, 'string');
    }
    return value as Record<string, Record<string, string>>;
  }),
  text: '`embed`, with the files of the field `embeds`',
});

/** @param what as in `unsupported conformance level 'foo'` */
const oneOfKnown = (what: string, known: readonly string[]) => (value: string) => {
  if (known.includes(value)) return value;
  throw new FieldProblem(`unsupported ${what} '${value}'`);
};

export const FACTURX_LEVEL = planField<string>({
  name: 'facturxConformanceLevel',
  takes: '`MINIMUM`, `BASIC WL`, `BASIC`, `EN 16931`, `EXTENDED` or `XRECHNUNG`',
  read: oneOfKnown('conformance level', ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG']),
  text: '`factur_x`, with the file of the field `facturxXml`',
});

export const FACTURX_TYPE = planField<string>({
  name: 'facturxDocumentType',
  takes: '`INVOICE`, `ORDER`, `ORDER_RESPONSE` or `ORDER_CHANGE`',
  read: oneOfKnown('document type', ['INVOICE', 'ORDER', 'ORDER_RESPONSE', 'ORDER_CHANGE']),
  fallback: 'INVOICE',
  text: 'part of `factur_x`',
});

export const FACTURX_VERSION = planField<string>({
  name: 'facturxVersion',
  takes: 'a text',
  read: text,
  fallback: '1.0',
  text: 'part of `factur_x`',
});

export const FACTURX: readonly Reading[] = [FACTURX_LEVEL, FACTURX_TYPE, FACTURX_VERSION];
