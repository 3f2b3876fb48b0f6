import { writeFile } from 'node:fs/promises';
import { escapeHtml } from '../../../formats/pdf-text/html.ts';
import type { Transcript } from './transcript.ts';

/** Writes a transcript as a UTF-8 HTML page with that title, one `p` for each paragraph. */
export async function writeTranscriptHtml(transcript: Transcript, title: string, path: string): Promise<void> {
  const { language, rightToLeft, paragraphs } = transcript;
  const direction = rightToLeft ? ' dir="rtl"' : '';
  const head = `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`;
  const body = paragraphs.map(({ text }) => `<p>${escapeHtml(text)}</p>\n`).join('');
  const html = `<!DOCTYPE html>\n<html lang="${language}"${direction}>\n${head}\n<body>\n${body}</body>\n</html>\n`;
  await writeFile(path, html);
}
