import { type ByteSource, has, latin1 } from './byte-source.ts';
import { byMailHeaders } from './mail.ts';
import type { FormatName } from './names.ts';
import { rootStart } from './xml-prolog.ts';

/** First text of a file, after a byte order mark and space. */
const STARTS: readonly (readonly [RegExp, FormatName])[] = [
  [/^%PDF-\d/, 'pdf'],
  [/^%!PS-AdobeFont|^%!FontType1/, 'pfa'],
  // Windows drivers put the end of the previous job before it, a control D.
  [/^\p{Cc}?%!PS-Adobe-[\d.]+ EPSF/u, 'eps'],
  // Jobs for printers have it after a PJL header.
  [/^\p{Cc}?(?:%-12345X[^%]*)?%!/u, 'ps'],
  [/^\{\\rtf\d?/, 'rtf'],
  [/^#mtree/, 'mtree'],
  // Group code 0 with SECTION, possibly after comments (group code 999).
  [/^(?:999\r?\n[^\n]*\n\s*)*0\r?\n\s*SECTION\s/, 'dxf'],
  [/^ISO-10303-21;/, 'step'],
  [/^.{72}S\s{0,6}1\s*[\r\n]/, 'iges'],
  [/^solid[^\n]*\n\s*facet\s/, 'stl'],
  [/^\/\* XPM/, 'xpm'],
  [/^(?:\/\*[^*]*\*\/\s*)?#define\s+\S+_width\s+\d+/, 'xbm'],
  [/^P[1-6]\s+(?:#[^\n]*\n\s*)*\d+\s/, 'pnm'],
  [/^P7\nWIDTH\s/, 'pnm'],
  [/^ID;P[A-Z0-9]/, 'slk'],
  [/^TABLE\r?\n0,1\r?\n"/, 'dif'],
  [/^WEBVTT(?:\s|$)/, 'vtt'],
  [/^\d{1,9}[ \t]*\r?\n\s{0,8}\d{1,3}:\d{1,2}:\d{1,2}[,.:]\d{1,3}\s{0,4}-->\s{0,4}\d/, 'srt'],
  [/^(?:;[^\n]{0,400}\n\s*){0,20}\[Script Info\]/i, 'ass'],
  [/^# VidSub index file|^# VobSub index file/, 'idx'],
  [/^\{\d{1,9}\}\{\d{0,9}\}\S/, 'sub'],
  [/^\d{1,2}:\d{2}:\d{2}\.\d{3},\d{1,2}:\d{2}:\d{2}\.\d{3}[ \t]*\r?\n/, 'sbv'],
  [/^(?:\[[a-z#]{1,8}:[^\]\n]{0,200}\][ \t]*\r?\n\s{0,8}){0,20}\[\d{1,4}:\d{2}(?:[.:]\d{1,3})?\]/i, 'lrc'],
  [/^Scenarist_SCC V\d/, 'scc'],
  [/^;FFMETADATA\d/, 'ffmeta'],
  [/^BEGIN:VCARD/i, 'vcf'],
  [/^BEGIN:VCALENDAR/i, 'ics'],
  [/^-----BEGIN PGP MESSAGE-----/, 'pgp'],
  [/^(?:REGEDIT4|Windows Registry Editor Version)/, 'reg'],
  [/^begin(?:-base64)? [0-7]{3,4} \S/, 'uu'],
  [/^MIME-Version: [^\n]*\n(?:[^\n]*\n){0,20}?Content-Type:\s*multipart\/related/i, 'mht'],
  [/^<(?:!doctype\s+html|html|head|body|title|meta|script|table|div|h[1-6]|p|center)[\s>]/i, 'html'],
];

/** XML formats by root element, without prefix, lower case. */
const ROOTS: ReadonlyMap<string, FormatName> = new Map([
  ['svg', 'svg'],
  ['html', 'html'],
  ['fictionbook', 'fb2'],
  ['mpd', 'mpd'],
  ['compositionplaylist', 'cpl'],
  ['asx', 'asx'],
  ['smil', 'smil'],
  ['tt', 'ttml'],
  ['playlist', 'xspf'],
]);

/** Returns the format of a text; `txt` if nothing is more specific, null if the file is not text. */
export function byText({ head, size }: ByteSource): FormatName | null {
  const decoded = decodeText(head);
  if (decoded === null || size === 0) return null;
  const text = decoded.replace(/^[\ufeff\s]+/, '').slice(0, 16_384);
  const start = STARTS.find(([pattern]) => pattern.test(text))?.[1];
  return start ?? byMailHeaders(text) ?? byRootElement(text) ?? (isMtree(text) ? 'mtree' : 'txt');
}

/**
 * Recognises formats that begin as text and continue in binary: the same texts count if the file begins with them. A PDF may have up to
 * 1024 bytes of anything before it (ISO 32000-1 Annex H.3.4.1). A mail may have a text or an attachment in bytes.
 */
export function byTextualHeader({ head }: ByteSource): FormatName | null {
  const text = latin1(head, 0, 1024);
  if (/%PDF-\d/.test(text)) return 'pdf';
  const name = STARTS.find(([pattern]) => pattern.test(text))?.[1];
  return name !== undefined && BINARY_AFTER.has(name) ? name : byMailHeaders(latin1(head, 0, 16_384));
}

const BINARY_AFTER: ReadonlySet<FormatName> = new Set(['ps', 'eps', 'pfa', 'rtf', 'pnm']);

/** Returns the head as text, or null: UTF-8 or an 8-bit encoding without control characters, or UTF-16 with a byte order mark. */
export function decodeText(head: Buffer): string | null {
  if (has(head, 0, '\xff\xfe') || has(head, 0, '\xfe\xff')) return utf16Text(head);
  return hasControls(head) ? null : head.toString('latin1').replace(/^\xef\xbb\xbf/, '');
}

function utf16Text(head: Buffer): string | null {
  const even = Buffer.from(head.subarray(0, head.length & ~1));
  const text = (head[0] === 0xfe ? even.swap16() : even).toString('utf16le');
  return text.length > 1 && !hasControls(Buffer.from(text)) && text.isWellFormed() ? text : null;
}

/** Bytes that do not occur in text: all below space except bell, backspace, tab, line and page ends, Ctrl-Z and escape; and DEL. */
const CONTROL_BYTES: readonly boolean[] = Array.from({ length: 256 }, (_, byte) => {
  return (byte < 0x20 && !(byte >= 0x07 && byte <= 0x0d) && byte !== 0x1a && byte !== 0x1b) || byte === 0x7f;
});

function hasControls(bytes: Buffer): boolean {
  for (const byte of bytes) if (CONTROL_BYTES[byte]) return true;
  return false;
}

/** Recognises XML by its root element; if that is unknown or too far away, by its declaration or document type. */
function byRootElement(text: string): FormatName | null {
  if (!text.startsWith('<')) return null;
  const at = rootStart(text);
  const root = /^<(?:[\w.-]+:)?([\w.-]+)[\s/>]/.exec(text.slice(at, at + 200))?.[1]?.toLowerCase();
  const name = root === undefined ? undefined : rootFormat(root, rootElement(text, at));
  const declared = /<\?xml|<!doctype/i.test(text.slice(0, at + '<!doctype'.length));
  return name ?? (declared ? 'xml' : null);
}

/** Returns the start tag at `at`, up to the end of the text. */
function rootElement(text: string, at: number): string {
  const end = text.indexOf('>', at);
  return text.slice(at, end === -1 ? undefined : end);
}

function rootFormat(root: string, element: string): FormatName | undefined {
  if (root === 'document' && element.includes('opendocument')) return flatOpenDocument(element);
  return ROOTS.get(root);
}

/** Recognises flat OpenDocument by its office:mimetype (OpenDocument 1.3, part 3, 3.1.1), which follows some 30 namespaces. */
function flatOpenDocument(element: string): FormatName {
  const kind = /\soffice:mimetype\s*=\s*["']application\/vnd\.oasis\.opendocument\.([a-z]+)/.exec(element)?.[1];
  return FLAT_KINDS.get(kind ?? 'text') ?? 'fodt';
}

const FLAT_KINDS: ReadonlyMap<string, FormatName> = new Map([
  ['text', 'fodt'],
  ['spreadsheet', 'fods'],
  ['presentation', 'fodp'],
  ['graphics', 'fodg'],
]);

/** Whether the text is an mtree without its mark: the first lines that are not comments are specifications (mtree(5)). */
function isMtree(text: string): boolean {
  const lines = text.split(/\r?\n/, 12).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const isSpecification = (line: string): boolean =>
    /^\s*\/(set|unset)\s/.test(line) || /(?:^|\s)type=(file|dir|link|block|char|fifo|socket)(?:\s|$)/.test(line);
  const [first] = lines;
  // The last line may be cut.
  const whole = lines.slice(0, Math.max(1, lines.length - 1));
  return (
    first !== undefined &&
    isSpecification(first) &&
    whole.every((line) => isSpecification(line) || line.trim() === '..')
  );
}
