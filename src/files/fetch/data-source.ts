import { ConversionError } from '../../task/errors.ts';

/** Largest `data:` URL, characters. It is held in memory and decoded at once, so it is for small files and tests, not for uploads. */
export const MAX_DATA_URL_LENGTH = 64 * 1024 ** 2;

/**
 * Returns the bytes of a `data:` URL (RFC 2397), base64 or percent-encoded.
 * @param source the URL as text: parsing it as a URL would copy it several times
 * @throws ConversionError `input_too_large`, `task_invalid`
 */
export function decodeDataUrl(source: string): Uint8Array {
  if (source.length > MAX_DATA_URL_LENGTH) {
    const message = `The data: URL is longer than ${MAX_DATA_URL_LENGTH / 1024 ** 2} MiB. Give a link to the file instead.`;
    throw new ConversionError('input_too_large', message, { details: { max_length: MAX_DATA_URL_LENGTH } });
  }
  const comma = source.indexOf(',');
  if (comma === -1) throw invalid('has no comma before its data');
  const fragment = source.indexOf('#', comma);
  const body = percentDecode(source.slice(comma + 1, fragment === -1 ? undefined : fragment));
  if (!/;\s*base64\s*$/i.test(source.slice('data:'.length, comma))) return body;

  const bytes = decodeBase64(body.toString('latin1'));
  if (bytes === null) throw invalid('contains characters that are not base64');
  return bytes;
}

/** Returns the bytes of a base64 text (either alphabet, white space allowed), or null if it is not base64. */
export function decodeBase64(spaced: string): Buffer | null {
  const text = spaced.replace(/[\t\n\f\r ]/g, '');
  const bytes = Buffer.from(text, 'base64');
  // Node skips invalid base64; the length shows whether it did.
  const digits = text.replace(/={1,2}$/, '').length;
  return digits % 4 === 1 || bytes.length !== Math.floor((digits * 3) / 4) ? null : bytes;
}

function percentDecode(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (!text.includes('%')) return bytes;
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const high = bytes[at] === 0x25 ? hexDigit(bytes[at + 1]) : -1;
    const low = high === -1 ? -1 : hexDigit(bytes[at + 2]);
    if (low === -1) bytes[length++] = bytes[at] ?? 0;
    else {
      bytes[length++] = high * 16 + low;
      at += 2;
    }
  }
  return bytes.subarray(0, length);
}

function hexDigit(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function invalid(what: string): ConversionError {
  const message = `The data: URL of the input ${what}; its form is data:[media type][;base64],data.`;
  return new ConversionError('task_invalid', message, { source: 'input' });
}
