/** Escapes text for XML and drops the characters that it cannot hold. */
export function escapeXml(text: string): string {
  return text
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Converts points to twentieths of a point, the unit of text (ECMA-376 Part 1, 17.18.81). */
export const twips = (points: number): number => Math.round(points * 20);

/** Converts points to English Metric Units, the unit of drawings (20.1.2.1). */
export const emu = (points: number): number => Math.round(points * 12_700);

/** The largest length that Word accepts, 22 inches, in points. */
export const LONGEST = 1584;

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
].join(' ');
