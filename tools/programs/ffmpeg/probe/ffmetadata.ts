import type { Chapter } from './source.ts';

/** Renders tags and chapters as an ffmetadata file, ffmpeg's own format, which holds any text and never shows on a command line. */
export function renderMetadata(tags: ReadonlyMap<string, string>, chapters: readonly Chapter[]): string {
  const lines = [';FFMETADATA1'];
  for (const [name, value] of tags) lines.push(`${escapeText(name)}=${escapeText(value)}`);
  for (const { start, end, title } of chapters) {
    lines.push('[CHAPTER]', 'TIMEBASE=1/1000', `START=${Math.round(start * 1000)}`, `END=${Math.round(end * 1000)}`);
    if (title !== '') lines.push(`title=${escapeText(title)}`);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Puts a backslash before characters with a meaning in the format. NUL would end the file early, and ffmpeg continues a line that ends with
 * a backslash, even an escaped one, in the next line.
 */
function escapeText(text: string): string {
  const lines = text.replaceAll('\0', '').replace(/\r\n?/g, '\n').replace(/\\$/, '\\ ');
  return lines.replace(/[=;#\\\n]/g, (character) => `\\${character}`);
}
