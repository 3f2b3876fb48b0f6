import { readHtml } from './reader.ts';

/** Bytes in which a page has to declare its encoding (HTML standard, 4.2.5.4), with room for late declarations. */
const HEAD_BYTES = 4096;

/** Returns the encoding that a page declares in its XML declaration or a `meta`; null if there is none. */
export function declaredEncoding(head: Uint8Array): string | null {
  const text = new TextDecoder('latin1').decode(head.subarray(0, HEAD_BYTES));
  const declaration = /^\s{0,64}<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(text)?.[1];
  if (declaration !== undefined) return declaration;
  let found: string | null = null;
  readHtml(text, {
    open(name, attributes) {
      if (name !== 'meta' || found !== null) return;
      const content =
        attributes.get('http-equiv')?.toLowerCase() === 'content-type' ? attributes.get('content') : undefined;
      found = attributes.get('charset') ?? /\bcharset\s*=\s*["']?([\w.:-]{1,40})/i.exec(content ?? '')?.[1] ?? null;
    },
    close() {},
    text() {},
  });
  return found;
}
