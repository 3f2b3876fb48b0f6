import { type FileTag, readTags, type TagValue } from '../../../tools/programs/exiftool/exiftool.ts';
import { readInPool } from '../pool.ts';
import type { Facts } from '../schema/document.ts';
import { count, found, foundAny, positive, text } from '../values.ts';
import { valuesOf } from './property-tags.ts';
import type { Reading } from './reader.ts';
import { sectionsOf } from './tags.ts';

type Image = NonNullable<Facts['image']>;

/** Reads a picture with libvips, and its tags for what libvips does not read. */
export async function readImage({ input, context }: Reading): Promise<Facts> {
  const [pixels, tags] = await Promise.all([
    readInPool({ read: 'picture' }, input.path, context),
    readTags(input.path, context),
  ]);
  const first = showsPreview(tags) ? undefined : pixels?.image;
  return found<Facts>({
    ...sectionsOf(tags),
    image: foundAny<Image>({ ...imageOf(tags), ...first, ...resolutionOf(tags) }),
  });
}

/** Camera files may start with a preview, which libvips takes for the picture; the real one is in a subdirectory (DNG 1.7, chapter 2). */
const showsPreview = (tags: readonly FileTag[]): boolean => valuesOf(tags, 'SubIFD:SubfileType').includes(0);

function imageOf(tags: readonly FileTag[]) {
  const [size] = valuesOf(tags, 'Composite:ImageSize');
  const [width, height] =
    typeof size === 'string' ? size.split(' ') : [valuesOf(tags, 'DICOM:Columns')[0], valuesOf(tags, 'DICOM:Rows')[0]];
  const depths = [
    ...['File:BitsPerSample', 'EXIF:BitsPerSample', 'PNG:BitDepth', 'File:BitDepth', 'Photoshop:BitDepth'],
    'DICOM:BitsStored',
  ];
  const depth = depths.flatMap((key) => valuesOf(tags, key))[0];
  const orientation = count(valuesOf(tags, 'IFD0:Orientation')[0]);
  return {
    width_pixels: count(width),
    height_pixels: count(height),
    bit_depth: count(typeof depth === 'string' ? depth.split(' ')[0] : depth),
    orientation: orientation !== undefined && orientation >= 1 && orientation <= 8 ? orientation : undefined,
    icc_profile: text(valuesOf(tags, 'ICC_Profile:ProfileDescription')[0]),
  };
}

/** How a format stores the density: tags for both directions, and the units per inch. */
interface Density {
  readonly x: string;
  readonly y: string;
  /** Tag of the unit. Null: the unit is fixed. */
  readonly unit: string | null;
  /** Default number of the unit. Omitted: there is no default. */
  readonly usual?: number;
  /** Pixels per inch for one pixel per unit, by the unit's number; units that are missing here are not lengths. */
  readonly perInch: Readonly<Record<number, number>>;
}

const CENTIMETRES = 2.54;
const METRES = 0.0254;

/** Best source first. JFIF: 1 inch, 2 cm; Exif and TIFF: 2 inch, 3 cm; PNG: 1 metre. */
const DENSITIES: readonly Density[] = [
  {
    ...{ x: 'IFD0:XResolution', y: 'IFD0:YResolution', unit: 'IFD0:ResolutionUnit', usual: 2 },
    perInch: { 2: 1, 3: CENTIMETRES },
  },
  { x: 'JFIF:XResolution', y: 'JFIF:YResolution', unit: 'JFIF:ResolutionUnit', perInch: { 1: 1, 2: CENTIMETRES } },
  { x: 'PNG:PixelsPerUnitX', y: 'PNG:PixelsPerUnitY', unit: 'PNG:PixelUnits', perInch: { 1: METRES } },
  { x: 'Photoshop:XResolution', y: 'Photoshop:YResolution', unit: null, perInch: { 0: 1 } },
  { x: 'File:PixelsPerMeterX', y: 'File:PixelsPerMeterY', unit: null, perInch: { 0: METRES } },
];

/** Returns pixels per inch to a hundredth; nothing if the file has only a ratio of its sides. */
function resolutionOf(tags: readonly FileTag[]): Pick<Image, 'horizontal_dpi' | 'vertical_dpi'> {
  for (const { x, y, unit, usual = -1, perInch } of DENSITIES) {
    const number = unit === null ? 0 : (count(valuesOf(tags, unit)[0]) ?? usual);
    const factor = perInch[number];
    const [across, down] = [x, y].map((key) => positive(valuesOf(tags, key)[0] as TagValue | undefined));
    if (factor === undefined || across === undefined || down === undefined) continue;
    const rounded = (value: number): number => Math.round(value * factor * 100) / 100;
    return { horizontal_dpi: rounded(across), vertical_dpi: rounded(down) };
  }
  return {};
}
