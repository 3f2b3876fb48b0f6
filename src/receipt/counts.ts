import type { OptionValues } from '../task/types.ts';
import { neverIn } from './never-in.ts';

/*
 * What is counted on both sides of a conversion. The figures are those of `metadata/json` (engines/metadata/schema.json), which examines
 * inputs and outputs with the same readers.
 */

/** A section of the document, or a part of it. */
type Section = Readonly<Record<string, unknown>>;

/** Counts of a file, by name. What is missing is unknown, or there is no such thing in files of its kind. */
export type Counts = Readonly<Record<string, number>>;

const sectionOf = (value: unknown, name: string): Section | null => {
  const found = (value as Section | null | undefined)?.[name];
  return typeof found === 'object' && found !== null ? (found as Section) : null;
};

/** Whether all of a file could be read, so that what is missing in the document is missing in the file. */
const isWhole = ({ encrypted, warnings }: Section): boolean =>
  encrypted !== true && !(Array.isArray(warnings) && warnings.length > 0);

/**
 * Returns a reader of one figure.
 * @param path of sections and a member: `pdf.attachments.count`
 * @param absent what it is where the first section of a whole document exists, but not the member; left out: unknown
 */
function at(path: string, absent?: number) {
  const [first = '', ...rest] = path.split('.');
  return (document: Section): number | undefined => {
    const section = sectionOf(document, first);
    if (section === null) return undefined;
    const value = rest.reduce<unknown>((found, name) => (found as Section | undefined)?.[name], section);
    if (typeof value === 'boolean') return Number(value);
    if (typeof value === 'number') return value;
    return isWhole(document) ? absent : undefined;
  };
}

const streamsOf = (document: Section): readonly Section[] | null => {
  const media = sectionOf(document, 'media');
  if (media === null) return null;
  const items = sectionOf(media, 'streams')?.items;
  return Array.isArray(items) ? (items as Section[]) : [];
};

/** Counts the streams of a kind. */
const tracks = (kind: string) => (document: Section) =>
  streamsOf(document)?.filter((each) => each.kind === kind).length;

/** Returns the largest figure of the streams of a kind. */
const most = (kind: string, name: string) => (document: Section) => {
  const values = (streamsOf(document) ?? []).filter((each) => each.kind === kind).map((each) => each[name]);
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length === 0 ? undefined : Math.max(...numbers);
};

/** Counts the tags of a picture, and of other files that have any. */
const tagsIn = (document: Section): number | undefined => {
  const sections = ['exif', 'iptc', 'xmp'].map((name) => sectionOf(document, name)).filter((each) => each !== null);
  if (sections.length === 0 && sectionOf(document, 'image') === null) return undefined;
  return sections.reduce((sum, section) => sum + Object.keys(section).length, 0);
};

const profilesOf = (document: Section): number | undefined => {
  const image = sectionOf(document, 'image');
  return image === null ? undefined : Number(image.icc_profile !== undefined);
};

type ReadFigure = (document: Section) => number | undefined;

/** Each count, and where it is read; the first reader that knows it counts. */
const COUNTS: Readonly<Record<string, readonly ReadFigure[]>> = {
  pages: [at('pdf.pages'), at('office.pages')],
  words: [at('text.words'), at('office.words')],
  tables: [at('contents.tables'), at('office.tables')],
  pictures: [at('contents.pictures'), at('office.pictures')],
  charts: [at('contents.charts')],
  diagrams: [at('contents.diagrams')],
  recordings: [at('contents.recordings')],
  text_boxes: [at('contents.text_boxes')],
  links: [at('contents.links')],
  comments: [at('contents.comments')],
  notes: [at('contents.notes')],
  formulas: [at('contents.formulas')],
  headers_and_footers: [at('contents.headers_and_footers')],
  tracked_changes: [at('contents.tracked_changes')],
  redaction_marks: [at('contents.redaction_marks')],
  sheets: [at('office.sheets.count')],
  slides: [at('office.slides')],
  merged_cells: [at('contents.merged_cells')],
  hidden_sheets: [at('contents.hidden_sheets')],
  hidden_rows: [at('contents.hidden_rows')],
  hidden_columns: [at('contents.hidden_columns')],
  hidden_slides: [at('contents.hidden_slides'), at('office.hidden_slides')],
  slides_with_notes: [at('contents.slides_with_notes')],
  bookmarks: [at('pdf.outline.count', 0)],
  attachments: [at('pdf.attachments.count', 0)],
  embedded_files: [at('contents.embedded_files')],
  form_fields: [at('pdf.form_fields.count', 0), at('contents.form_fields')],
  signatures: [at('pdf.signatures.count', 0), at('office.digitally_signed')],
  fonts: [at('pdf.fonts.count', 0)],
  width_pixels: [at('image.width_pixels'), most('video', 'width_pixels')],
  height_pixels: [at('image.height_pixels'), most('video', 'height_pixels')],
  frames: [at('image.frames', 1)],
  bits_per_channel: [at('image.bit_depth')],
  transparency: [at('image.has_alpha')],
  color_profiles: [profilesOf],
  metadata_fields: [tagsIn],
  seconds: [at('media.duration_seconds')],
  video_tracks: [tracks('video')],
  audio_tracks: [tracks('audio')],
  subtitle_tracks: [tracks('subtitle')],
  channels: [most('audio', 'channels')],
  samples_per_second: [most('audio', 'sample_rate_hertz')],
  frames_per_second: [most('video', 'frame_rate')],
  chapters: [at('media.chapters.count', 0), at('book.chapters.count')],
  covers: [at('media.pictures.count', 0), at('book.has_cover')],
  entities: [at('drawing.entities')],
  layers: [at('drawing.layers.count')],
  layouts: [at('drawing.layouts.count')],
  blocks: [at('drawing.blocks')],
  files: [at('archive.files')],
  unpacked_bytes: [at('archive.unpacked_bytes')],
};

export const COUNT_NAMES: readonly string[] = Object.keys(COUNTS);

/** Figures that are no amounts: of several files the largest one counts. */
const LARGEST: ReadonlySet<string> = new Set([
  ...['width_pixels', 'height_pixels', 'bits_per_channel', 'transparency', 'color_profiles'],
  ...['channels', 'samples_per_second', 'frames_per_second'],
]);

/** Returns what a document of `metadata/json` says of its file. */
export function countsIn(document: Section): Counts {
  const found = Object.entries(COUNTS).map(([name, readers]) => {
    const values = readers.map((read) => read(document));
    return [name, values.find((value) => value !== undefined)] as const;
  });
  return Object.fromEntries(found.filter((each): each is readonly [string, number] => each[1] !== undefined));
}

/** Returns what such a document says of an output: also what files like it never have. @param options of the conversion */
export function countsInOutput(document: Section, options: OptionValues): Counts {
  const { name, kind } = sectionOf(document, 'type') ?? {};
  const { name: filename } = sectionOf(document, 'file') ?? {};
  const file = { format: String(name), kind: String(kind), filename: String(filename) };
  const never = Object.fromEntries(neverIn(file, options).map((each) => [each, 0]));
  return { ...never, ...countsIn(document) };
}

/** Returns the names of what the output has less of, where both sides are known. */
export const fewerIn = (input: Counts, output: Counts): string[] =>
  COUNT_NAMES.filter((name) => (output[name] ?? Number.POSITIVE_INFINITY) < (input[name] ?? 0));

/** Returns the counts of several files together. What one of them does not tell is unknown; null for a file that could not be examined. */
export function together(files: readonly (Counts | null)[]): Counts {
  const known = COUNT_NAMES.filter((name) => files.length > 0 && files.every((file) => file?.[name] !== undefined));
  return Object.fromEntries(
    known.map((name) => {
      const values = files.map((file) => file?.[name] ?? 0);
      return [name, LARGEST.has(name) ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0)];
    }),
  );
}
