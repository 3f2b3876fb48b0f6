import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findEntry, listCategories, listEntries, type OptionDefinition } from '../../src/catalog/index.ts';

/** Taken from the text of the interface description, not from the catalog's data. */
interface InterfaceTable {
  targets: Record<
    string,
    {
      options: string[];
      enums: Record<string, (string | number)[]>;
      ranges: Record<string, [number, number]>;
      defaults: Record<string, string | number | boolean>;
    }
  >;
  languages: string[];
  scripts: string[];
}

const table: InterfaceTable = JSON.parse(readFileSync(new URL('interface-table.json', import.meta.url), 'utf8'));

const TYPES: Record<string, string> = {
  string:
    'download_password preset output_filename encrypt_password channels normalize_type start end language_tts tts_voice audio_codec pcm_format version language ocr_filter language_stt ocr_mode ocr_page_structure ocr_engine quality compression color new_owner_password new_user_password page_size orientation border_unit custom_page_size_width custom_page_size_height custom_page_size_unit rearrange split title author encoding embed_font reader paper_size salt hmac resize_handling aspect_ratio alpha_channel resize_by resolution_unit colorize_model_name thumbnail_target pages compression_level method diff_color flip background icc keep_metadata max_file_size pictures text_order filename_encoding volume_size series book_language publisher tags description identifiers formulas tag_title tag_artist tag_album tag_album_artist tag_genre tag_date tag_track tag_comment waveform_format video_codec hdr deinterlace denoise subtitles soundtrack poster',
  boolean:
    'word_times allow_multiple_outputs normalize remove_coverart ocr rasterize_input allow_printing allow_copying allow_modification one_file_per_page merge stamp watermark grayscale deskew linearize add_borders ascii enable_heuristics pdf_add_toc pdf_no_cover enhance sharpen antialias despeckle equalize animation lossless max_file_size_resize progressive page_markers checksums text_statistics encrypt_names cover trim_silence strip_metadata',
  integer:
    'allow_multiple_outputs_threshold normalize_target_level frequency audio_bitrate audio_bitdepth audio_vbr images_quality dpi rasterize_dpi file_size split_page_x split_page_y pages_per_sheet border base_font_size rounds crop_top crop_bottom crop_left crop_right crop_origin_x crop_origin_y crop_width crop_height black_white_threshold rotate colorize_render_factor effort chunk_size chunk_overlap audio_track waveform_width waveform_height max_height crf video_bitrate loop colors subtitle_track',
  number:
    'normalize_target_level_ebu normalize_loudness_range_target_ebu normalize_true_peak_ebu border_top border_bottom border_left border_right pdf_page_margin_bottom pdf_page_margin_left pdf_page_margin_right pdf_page_margin_top pdf_default_font_size width height threshold series_index speed fade_in fade_out fps remove_silence silence_threshold seconds_per_picture',
  object: 'ocr_filter_options ocr_engine_options patch',
  array: 'filters',
};

const TAG_OPTIONS = ['title', 'artist', 'album', 'album_artist', 'genre', 'date', 'track', 'comment'].map(
  (tag) => `tag_${tag}`,
);

const LENGTHS: Record<string, [number, number]> = {
  download_password: [0, 1000],
  preset: [1, 255],
  output_filename: [0, 255],
  new_owner_password: [0, 64],
  new_user_password: [0, 64],
  title: [0, 512],
  author: [0, 512],
  series: [0, 512],
  book_language: [0, 35],
  publisher: [0, 512],
  tags: [0, 2000],
  description: [0, 10000],
  identifiers: [0, 1000],
  salt: [0, 5000],
  hmac: [0, 1000],
  language: [3, 128],
  ...Object.fromEntries(TAG_OPTIONS.map((option) => [option, [0, 1000]])),
};

/** Targets that the interface description does not have. */
const BEYOND_DOCUMENTS = ['chunks', 'csv', 'docx', 'epub', 'html', 'md', 'odp', 'ods', 'srt', 'vtt'].map(
  (target) => `document/${target}`,
);
const PICTURES = 'apng eps gif heic icns ico jp2 jpg jxl pbm pcx pdf pgm png ppm psd svg tga tiff webp'.split(' ');
const BEYOND_BOOKS = ['mobi', 'docx', 'txt', 'html', 'kepub', 'pdb'].map((target) => `ebook/${target}`);
const SOUNDS = 'ac3 amr au caf eac3 m4b mka waveform'.split(' ');
const OPERATIONS = ['compare-image', 'compress', 'extract-assets', 'resize-image', 'thumbnail'];
const FILMS = '3gp apng avi flv gif m4v mkv mov mp4 mpg ogv ts webm webp wmv'.split(' ');
/** Types of options of films whose names other categories have as well. */
const OF_FILMS: Readonly<Record<string, string>> = {
  ...{ quality: 'integer', file_size: 'string', effort: 'string', width: 'integer', height: 'integer' },
};
const ARCHIVES = 'cbz tar tbz2 tgz txz tzst xz zst'.split(' ');
const BEYOND = [
  ...ARCHIVES.map((target) => `archive/${target}`),
  ...SOUNDS.map((target) => `audio/${target}`),
  ...OPERATIONS.map((target) => `operation/${target}`),
  ...BEYOND_DOCUMENTS,
  ...BEYOND_BOOKS,
  ...PICTURES.map((target) => `image/${target}`),
  'metadata/json',
  ...FILMS.map((target) => `video/${target}`),
];
/** Options of pictures that the interface description does not have. */
const BEYOND_OF_PICTURES: readonly string[] =
  'animation background effort flip icc keep_metadata lossless max_file_size max_file_size_resize quality'.split(' ');

/** Options of archives that it does not have. */
const BEYOND_OF_ARCHIVES: readonly string[] = 'compression_level encrypt_names filename_encoding volume_size'.split(
  ' ',
);

/** Options of books that it does not have. */
const BEYOND_OF_BOOKS: readonly string[] =
  'series series_index book_language publisher tags description identifiers cover formulas'.split(' ');
/** Options of sounds that it does not have; the cover is its option of mp3 alone. */
const BEYOND_OF_SOUNDS: readonly string[] = [
  ...[
    'tts_voice',
    'audio_track',
    'cover',
    'trim_silence',
    'remove_silence',
    'silence_threshold',
    'speed',
    'fade_in',
    'fade_out',
  ],
  ...TAG_OPTIONS,
];
const isBeyondOfSound = (target: string, option: string): boolean =>
  target.startsWith('audio/') &&
  (BEYOND_OF_SOUNDS.includes(option) || (option === 'remove_coverart' && target !== 'audio/mp3'));

/** Options of document/pdf that it does not have: what a browser makes the PDF with. */
const BEYOND_OF_BROWSER = (
  'engine allow_network screen_width screen_height device_scale_factor dark_mode javascript load_timeout wait_until ' +
  'wait_for_selector delay margin_top margin_bottom margin_left margin_right scale header_template footer_template ' +
  'page_ranges print_background prefer_css_page_size media'
).split(' ');
/** And what clients send all the same. */
const BEYOND_OF_PDF = [
  ...['alignment', 'pdf_a', 'stamp_text', 'stamp_text_size', 'stamp_text_color', 'stamp_opacity', 'stamp_scale'],
  ...['stamp_angle', 'stamp_pages', 'page_numbers', 'page_numbers_start', 'page_numbers_alignment'],
  ...['page_numbers_pages', 'page_numbers_size', 'flatten', 'remove_javascript', 'remove_attachments'],
  ...['remove_annotations', 'remove_links', 'remove_bookmarks', 'remove_metadata'],
  ...['crop', 'crop_top', 'crop_bottom', 'crop_left', 'crop_right', 'crop_unit'],
];
/** Option of document/txt that it does not have. */
const isBeyondOfText = (target: string, option: string): boolean =>
  target === 'document/txt' && option === 'text_order';
const isBeyondOfPdf = (target: string, option: string): boolean =>
  target === 'document/pdf' && [...BEYOND_OF_BROWSER, ...BEYOND_OF_PDF].includes(option);

/** How CAD drawings are drawn, which it does not have either. */
const OF_DRAWINGS: Readonly<Record<string, string>> = {
  ...{ cad_layout: 'string', cad_layers: 'string', cad_hidden_layers: 'string', cad_page_size: 'string' },
  ...{ cad_scale: 'string', cad_line_weights: 'number', cad_monochrome: 'boolean', cad_background: 'string' },
};
const OF_DRAWINGS_AS_TEXT = ['cad_layout', 'cad_layers', 'cad_hidden_layers'];

const entries = listEntries();
const described = entries.filter((entry) => !BEYOND.includes(`${entry.category}/${entry.target}`));
const definitions = entries.flatMap((entry) =>
  Object.entries(entry.options).map(([name, definition]) => ({
    entry,
    target: `${entry.category}/${entry.target}`,
    name,
    definition: definition as OptionDefinition,
  })),
);

describe('the catalog against the interface description', () => {
  it('has the same categories and targets, and a few more', () => {
    expect(listCategories()).toEqual([
      'archive',
      'audio',
      'cad',
      'document',
      'ebook',
      'hash',
      'image',
      'metadata',
      'operation',
      'video',
    ]);
    expect(entries.map((entry) => `${entry.category}/${entry.target}`).sort()).toEqual(
      [...Object.keys(table.targets), ...BEYOND].sort(),
    );
    expect(described).toHaveLength(59);
  });

  it.each(described.map((entry) => [`${entry.category}/${entry.target}`, entry] as const))(
    '%s has the same options',
    (name, entry) => {
      const expected = table.targets[name];
      const isAdded = (option: string): boolean =>
        isBeyondOfPdf(name, option) ||
        isBeyondOfText(name, option) ||
        isBeyondOfSound(name, option) ||
        Object.hasOwn(OF_DRAWINGS, option) ||
        (entry.category === 'ebook' && BEYOND_OF_BOOKS.includes(option)) ||
        (entry.category === 'image' && BEYOND_OF_PICTURES.includes(option)) ||
        (entry.category === 'archive' && BEYOND_OF_ARCHIVES.includes(option));
      const options = Object.fromEntries(Object.entries(entry.options).filter(([option]) => !isAdded(option)));
      expect(Object.keys(options).sort()).toEqual(expected?.options);
      const actual = {
        enums: pick(options, (definition) => definition.enum && [...definition.enum].sort()),
        ranges: pick(options, ({ minimum, maximum }) => (minimum === undefined ? undefined : [minimum, maximum])),
        defaults: pick(options, (definition) => definition.default),
      };
      expect(actual).toEqual({
        enums: Object.fromEntries(
          Object.entries(expected?.enums ?? {}).map(([option, values]) => [option, [...values].sort()]),
        ),
        ranges: expected?.ranges,
        defaults: expected?.defaults,
      });
    },
  );

  it('has every option of the browser for document/pdf', () => {
    expect(Object.keys(findEntry('document', 'pdf')?.options ?? {})).toEqual(expect.arrayContaining(BEYOND_OF_BROWSER));
  });

  it('has the options for drawings where drawings become pictures, pages or text', () => {
    const found = entries.map(({ category, target, options }) => [
      `${category}/${target}`,
      Object.keys(options)
        .filter((option) => option.startsWith('cad_'))
        .sort(),
    ]);
    const expected = entries.map(({ category, target }) => {
      const all = Object.keys(OF_DRAWINGS);
      // A PDF has its own options for paper.
      const pdf = all.filter((option) => option !== 'cad_page_size');
      const isSubtitles = target === 'srt' || target === 'vtt';
      const document = target === 'pdf' ? pdf : isSubtitles ? [] : OF_DRAWINGS_AS_TEXT;
      const names = { image: all, document }[category] ?? [];
      return [`${category}/${target}`, [...names].sort()];
    });
    expect(found).toEqual(expected);
  });

  it('gives every option its type', () => {
    const types = new Map([
      ...Object.entries(OF_DRAWINGS),
      ...Object.entries(TYPES).flatMap(([type, names]) => names.split(' ').map((name) => [name, type] as const)),
    ]);
    const wrong = definitions.filter(({ entry, name, target, definition }) => {
      if (isBeyondOfPdf(target, name)) return false;
      const own =
        target === 'document/pdf'
          ? { rotate: 'array' }
          : ({ image: { quality: 'integer' }, video: OF_FILMS }[entry.category] ?? {});
      const expected = Object.hasOwn(own, name) ? own[name as keyof typeof own] : types.get(name);
      return definition.type !== expected;
    });
    expect(wrong.map(({ target, name, definition }) => `${target} ${name} is ${definition.type}`)).toEqual([]);
  });

  it('limits the length of exactly the texts that have a limit', () => {
    const wrong = definitions.filter(({ entry, target, name, definition }) => {
      if (isBeyondOfPdf(target, name) || Object.hasOwn(OF_DRAWINGS, name)) return false;
      const expected = entry.target === 'pdf-ebook' ? undefined : LENGTHS[name];
      const actual = definition.maxLength === undefined ? undefined : [definition.minLength ?? 0, definition.maxLength];
      return JSON.stringify(actual) !== JSON.stringify(expected);
    });
    expect(wrong.map(({ target, name }) => `${target} ${name}`)).toEqual([]);
  });

  it('knows the recognition languages, tgl on xlsx alone', () => {
    expect([table.languages.length, table.scripts.length]).toEqual([123, 37]);
    const lists = definitions.filter(({ name }) => name === 'language');
    // Subtitles are made of sound, in which nothing is recognised by its looks.
    const subtitles = 2;
    expect(lists).toHaveLength(10 + BEYOND_DOCUMENTS.length - subtitles);
    for (const { target, definition } of lists) {
      const extra = target === 'document/xlsx' ? ['tgl'] : [];
      expect([...(definition['x-values'] ?? [])].sort(), target).toEqual(
        [...table.languages, ...table.scripts, ...extra].sort(),
      );
    }
  });

  it('describes the items of rotate and filters', () => {
    const pdf = entries.find((entry) => entry.id === 403)?.options;
    expect(pdf?.rotate?.items).toMatchObject({
      required: ['pages', 'angle'],
      properties: {
        pages: { type: 'string', default: '1-last' },
        angle: { type: 'integer', enum: [0, 90, 180, 270], default: 0 },
      },
    });
    expect(pdf?.filters?.items).toMatchObject({
      properties: { filter_name: { enum: ['remove_images', 'remove_text', 'remove_vectors'] } },
    });
  });

  it('marks resolution_unit, and nothing else, as deprecated', () => {
    const deprecated = definitions
      .filter(({ definition }) => definition.deprecated)
      .map(({ target, name }) => `${target} ${name}`);
    expect(deprecated).toEqual(
      listEntries({ category: 'image' }).map(({ target }) => `image/${target} resolution_unit`),
    );
  });
});

function pick(
  options: Readonly<Record<string, OptionDefinition>>,
  read: (definition: OptionDefinition) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, definition]) => {
      const value = read(definition);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
