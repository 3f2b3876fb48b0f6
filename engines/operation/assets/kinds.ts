import type { DetectedFormat } from '../../../src/files/formats/detected-format.ts';
import type { ASSET_KINDS } from '../catalog.ts';
import type { Asset } from './asset.ts';

const KINDS: ReadonlySet<string> = new Set(['image', 'font', 'audio', 'video']);

/** What the option assets chooses. */
export type AssetKind = 'all' | (typeof ASSET_KINDS)[number];

/** How messages call each. */
export const NAMES: Readonly<Record<(typeof ASSET_KINDS)[number], string>> = {
  attachments: 'attached files',
  pictures: 'pictures',
  fonts: 'fonts',
  media: 'audio or videos',
};

/** Fonts whose content does not show that they are some. */
const FONT_NAME = /\.(?:cff|od?ttf|otf|pfb|woff2?)$/i;

/** Returns the kind of a file that was found. */
export function kindOf({ isAttached, name }: Asset, format: DetectedFormat | null): (typeof ASSET_KINDS)[number] {
  if (isAttached) return 'attachments';
  if (format?.kind === 'image') return 'pictures';
  if (format?.kind === 'audio' || format?.kind === 'video') return 'media';
  return format?.kind === 'font' || FONT_NAME.test(name) ? 'fonts' : 'attachments';
}

/** Whether a file inside a document or an archive is of a kind that is extracted. */
export const isAsset = (format: DetectedFormat | null): boolean => format !== null && KINDS.has(format.kind);
