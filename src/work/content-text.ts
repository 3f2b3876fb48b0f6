import type { LocalInput } from './context.ts';

/** Describes an input in messages: `talk.wav is a WAV file (detected from its content)`. Without a full stop at the end. */
export function contentText({ filename, format }: Pick<LocalInput, 'filename' | 'format'>): string {
  if (format === null) return `${filename} has no known file type (detected from its content)`;
  const text = TEXTS[format.name];
  if (text !== undefined) return `${filename} is ${text} (detected from its content)`;
  const name = nameOf(format.name);
  return `${filename} is ${article(name)} ${name} file (detected from its content)`;
}

/** Texts for formats with names that users do not know. */
const TEXTS: Readonly<Record<string, string>> = {
  'encrypted-iwork': 'a Pages, Numbers or Keynote document protected by a password',
  'encrypted-ooxml': 'an encrypted Office file',
  'powerpoint-95': 'a presentation of PowerPoint 95 or earlier',
};

/** Short names of formats are abbreviations. */
const nameOf = (format: string): string => (/^[a-z0-9]{2,4}$/.test(format) ? format.toUpperCase() : format);

/** Returns the article by pronunciation: letter by letter if the name is in capitals. */
function article(name: string): string {
  const spelled = name === name.toUpperCase();
  return (spelled ? /^[AEFHILMNORSX8]/ : /^[aeio8]/).test(name) ? 'an' : 'a';
}
