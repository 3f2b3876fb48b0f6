import { parseQpdfJson } from '../../../programs/qpdf/qpdf-json.ts';
import type { Ref } from './values.ts';

interface Json {
  readonly qpdf: readonly [unknown, Readonly<Record<string, { readonly stream?: { readonly data?: string } }>>];
}

/**
 * Returns the undecoded data of streams in base64, by reference.
 * @param json output of `qpdf --json=2 --json-stream-data=inline --decode-level=none --json-object=…`
 */
export function streamData(json: string): Map<Ref, string> {
  const { qpdf } = parseQpdfJson<Json>(json);
  return new Map(
    Object.entries(qpdf[1]).flatMap(([key, { stream }]) =>
      stream?.data === undefined ? [] : [[key.slice('obj:'.length) as Ref, stream.data] as const],
    ),
  );
}
