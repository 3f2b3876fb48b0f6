import { type ByteSource, latin1 } from './byte-source.ts';
import type { DetectedFormat } from './detected-format.ts';
import type { FormatName } from './names.ts';
import { decodeText } from './text.ts';

/**
 * Recognises lists of other files, whatever else the file may look like. Media programs search for these texts themselves and then open the
 * files in them. So this comes first and matches at least what they match: ffmpeg's probes of hls, dash, concat, sdp and imf, which stop at
 * the first zero byte. Leading space and letter case do not avoid it.
 */
export function byPlaylistText({ head }: ByteSource): FormatName | null {
  const text = decodeText(head) ?? latin1(head, 0, head.includes(0) ? head.indexOf(0) : head.length);
  const start = text.replace(/^[\s\ufeff]+/, '').slice(0, 400);
  const lower = text.toLowerCase();
  if (/^(?:\xef\xbb\xbf)?\s*#EXTM3U/i.test(start)) return 'm3u8';
  if (/^ffconcat\s+version/i.test(start)) return 'ffconcat';
  if (/^\[playlist\]/i.test(start)) return 'pls';
  if (lower.includes('<mpd') && (lower.includes('dash:profile') || lower.includes('urn:mpeg:dash:'))) return 'mpd';
  if (lower.includes('<compositionplaylist')) return 'cpl';
  if (/(?:^|[\r\n])c=IN IP/.test(text)) return 'sdp';
  return null;
}

const PLAYLISTS: ReadonlySet<string> = new Set<FormatName>([
  'asx',
  'cpl',
  'ffconcat',
  'm3u8',
  'mpd',
  'pls',
  'sdp',
  'smil',
  'wpl',
  'xspf',
]);

/** Whether the file is a list of other files or addresses, which a media program would open: such a file is refused. */
export function isPlaylist(format: DetectedFormat | null): boolean {
  return format !== null && PLAYLISTS.has(format.name);
}
