import { decompressRTF } from '@kenjiuno/decompressrtf';
import { deEncapsulateSync } from 'rtf-stream-parser';
import { decodeCodePage } from './code-pages.ts';
import type { MailBody } from './mail.ts';

/** Bytes of RTF that are read: de-encapsulation takes some 100 times as much memory. */
const LARGEST_RTF = 16 * 1024 ** 2;

/** Returns the HTML or text that Outlook has put into RTF (MS-OXRTFEX); null for RTF of its own, and if it is damaged. */
export function bodyOfRtf(rtf: Uint8Array): MailBody | null {
  if (rtf.byteLength > LARGEST_RTF) return null;
  try {
    const { mode, text } = deEncapsulateSync(Buffer.from(rtf), {
      mode: 'either',
      warn: () => {},
      decode: (bytes, label) => decodeCodePage(bytes, Number(/\d+$/.exec(label)?.[0] ?? 1252)),
    });
    return mode === 'html' ? { html: String(text), text: null } : { html: null, text: String(text) };
  } catch {
    return null;
  }
}

/** Does the same for compressed RTF (MS-OXRTFCP). */
export function bodyOfCompressedRtf(compressed: Uint8Array): MailBody | null {
  // Its header states the size that it unpacks to.
  if (compressed.byteLength < 16 || Buffer.from(compressed).readUInt32LE(4) > LARGEST_RTF) return null;
  try {
    return bodyOfRtf(Uint8Array.from(decompressRTF(Array.from(compressed))));
  } catch {
    return null;
  }
}
