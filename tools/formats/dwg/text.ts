/** Escapes UTF-16 units outside ASCII as `\U+00E9`, as drawings before 2007 do for characters outside their code page. */
export function escapeNonAscii(text: string): string {
  return text.replace(
    /[^\0-\x7f]/g,
    (character) => `\\U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}

/** The reverse of escapeNonAscii. */
export function unescapeUnicode(text: string): string {
  return text.replace(/\\U\+([0-9A-Fa-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
