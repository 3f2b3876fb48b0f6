import { xmlText } from '../text/xml-text.ts';
import type { Cue, Place, Span } from './model.ts';
import { timeText } from './times.ts';
import { columnOf, rowOf } from './vtt-settings.ts';

/* TTML within the text profile of IMSC 1.1 (W3C), which players, broadcasters and stores accept. */

/** Writes TTML: a region for each place, and the styles where they are used. */
export function writeTtml(cues: readonly Cue[]): string {
  const places = namesOf(
    cues.map(({ place }) => JSON.stringify(place ?? { anchor: 2 })),
    'r',
  );
  const speakers = namesOf(
    cues.flatMap(({ speaker }) => speaker ?? []),
    's',
  );
  const agents = [...speakers].map(
    ([name, id]) =>
      `<ttm:agent xml:id="${id}" type="character"><ttm:name type="alias">${escapeText(name)}</ttm:name></ttm:agent>`,
  );
  const regions = [...places].map(([place, id]) => `<region xml:id="${id}" ${regionOf(JSON.parse(place) as Place)}/>`);
  const paragraphs = cues.map((cue) => {
    const agent = cue.speaker === undefined ? '' : ` ttm:agent="${speakers.get(cue.speaker)}"`;
    const times = `begin="${timeText(cue.start, { sign: '.' })}" end="${timeText(cue.end, { sign: '.' })}"`;
    const region = places.get(JSON.stringify(cue.place ?? { anchor: 2 }));
    return `<p ${times} region="${region}"${agent}>${cue.spans.map(spanText).join('')}</p>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:timeBase="media" ttp:contentProfiles="http://www.w3.org/ns/ttml/profile/imsc1.1/text" xml:lang="" xml:space="preserve">
<head>
${agents.length === 0 ? '' : `<metadata>${agents.join('')}</metadata>\n`}<layout>${regions.join('')}</layout>
</head>
<body tts:color="#ffffff" tts:fontFamily="proportionalSansSerif" tts:fontSize="80%"><div>
${paragraphs.join('\n')}
</div></body>
</tt>
`;
}

/** Gives each value a name. */
function namesOf(values: readonly string[], prefix: string): Map<string, string> {
  return new Map([...new Set(values)].map((value, index) => [value, `${prefix}${index + 1}`]));
}

/** A region in which the anchor is at its place: as large as it can be without leaving the picture. */
function regionOf({ anchor, x, y }: Place): string {
  const [row, column] = [rowOf(anchor), columnOf(anchor)];
  const across = spanAround(
    x ?? { left: 5, center: 50, right: 95 }[column],
    { left: 0, center: 0.5, right: 1 }[column],
    x === undefined ? 5 : 0,
  );
  const down = spanAround(
    y ?? { top: 5, middle: 50, bottom: 95 }[row],
    { top: 0, middle: 0.5, bottom: 1 }[row],
    y === undefined ? 5 : 0,
  );
  const align = { left: 'left', center: 'center', right: 'right' }[column];
  const display = { top: 'before', middle: 'center', bottom: 'after' }[row];
  return `tts:origin="${across.from}% ${down.from}%" tts:extent="${across.size}% ${down.size}%" tts:displayAlign="${display}" tts:textAlign="${align}"`;
}

/** Returns where a side begins and its length, percent: `share` of it is before the point. */
function spanAround(point: number, share: number, margin: number): { readonly from: number; readonly size: number } {
  const round = (value: number): number => Math.round(value * 100) / 100;
  if (share === 0) return { from: round(point), size: round(100 - margin - point) };
  if (share === 1) return { from: margin, size: round(point - margin) };
  const half = Math.min(point, 100 - point) - margin;
  return { from: round(point - half), size: round(2 * half) };
}

function spanText({ text, bold, italic, underline, strike, color }: Span): string {
  const decoration = [...(underline ? ['underline'] : []), ...(strike ? ['lineThrough'] : [])].join(' ');
  const attributes = [
    ...(bold ? ['tts:fontWeight="bold"'] : []),
    ...(italic ? ['tts:fontStyle="italic"'] : []),
    ...(decoration === '' ? [] : [`tts:textDecoration="${decoration}"`]),
    ...(color === undefined ? [] : [`tts:color="${color}"`]),
  ];
  const content = escapeText(text).replaceAll('\n', '<br/>');
  return attributes.length === 0 ? content : `<span ${attributes.join(' ')}>${content}</span>`;
}

const escapeText = (text: string): string => xmlText(text).replaceAll('"', '&quot;');
