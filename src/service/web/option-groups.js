import { msg } from './i18n.js';

/* Which options of a target stand together. Those of every day come first and open, the others in folded groups. */

/** @typedef {import('../../catalog/definition.ts').CatalogEntry} CatalogEntry */

/** The first that fits counts. */
const GROUPS = /** @type {readonly (readonly [import('./i18n.js').Key, RegExp])[]} */ ([
  ['group.crop', /^crop/],
  [
    'group.web',
    /^(load_timeout|wait_|javascript|media$|print_background|allow_network|prefer_css|header_template|footer_template|screen_|device_scale|dark_mode|page_ranges|engine$)/,
  ],
  ['group.size', /^(width|height|resize_|aspect_ratio|dpi|scale$|flip|rasterize_dpi)/],
  [
    'group.colour',
    /^(color|background|alpha_|black_white|colorize|grayscale|icc|hdr|diff_color|cad_(background|monochrome))/,
  ],
  ['group.speech', /^language_(stt|tts)/],
  ['group.recognition', /^(ocr|language$|rasterize_input|text_order|deskew|word_times)/],
  ['group.stamp', /^(stamp|watermark|page_numbers)/],
  [
    'group.paper',
    /^(page_|paper_|pages_|custom_page|border|margin|pdf_page|orientation|add_borders|alignment|split|rearrange|one_file)/,
  ],
  ['group.protection', /^(new_|allow_(printing|copying|modification)|encrypt|user_|open_password)/],
  ['group.loudness', /^(normalize|fade|trim_silence)/],
  ['group.sound', /^(audio_|channels|frequency|pcm_|tts_voice|remove_coverart|waveform_)/],
  ['group.film', /^(video_|fps|crf|deinterlace|denoise|subtitles|speed|loop|delay|animation|effort)/],
  ['group.cad', /^cad_/],
  ['group.clean', /^(remove_|strip_|keep_metadata|flatten|tracked_changes$|hidden$)/],
  ['group.about', /^(tag_|title|author|publisher|series|tags|book_language|description|identifiers|cover)/],
]);

/** @param {string} name of an option */
export const groupOf = (name) => GROUPS.find(([, form]) => form.test(name))?.[0] ?? 'group.other';

/** Options for some kinds of files alone: with others they are folded away. */
const ONLY_FOR = /** @type {readonly (readonly [RegExp, readonly string[]])[]} */ ([
  [/^cad_/, ['cad']],
  [/^(language_stt|subtitles)$/, ['audio', 'video']],
  [/^(language_tts|ocr|language)$/, ['document', 'text', 'ebook', 'image', 'cad']],
]);

/** @param {string} name @param {readonly string[]} kinds of the files; none: not known yet */
function isFor(name, kinds) {
  const only = ONLY_FOR.find(([form]) => form.test(name));
  return only === undefined || kinds.length === 0 || kinds.some((kind) => only[1].includes(kind));
}

/**
 * @param {CatalogEntry} entry
 * @param {import('../conversions/guide.ts').Guide} tables
 * @param {string | null} needed an option that has to be given: it comes first
 * @param {readonly string[]} kinds of the files
 * @returns {{ first: string[], folded: { title: import('./i18n.js').Message, names: string[] }[] }} without deprecated options
 */
export function groupOptions({ options }, { everyday, common }, needed, kinds) {
  const names = Object.keys(options).filter((name) => options[name]?.deprecated !== true);
  const first = [
    ...names.filter((name) => name === needed),
    ...everyday.filter((name) => names.includes(name) && name !== needed && isFor(name, kinds)),
    ...names.filter((name) => name === 'preset'),
  ];
  const left = names.filter((name) => !first.includes(name) && !common.includes(name));
  // The wait of a web page, where there are such options; else that between the frames of an animation.
  const isWeb = options.load_timeout !== undefined;
  const byGroup = Map.groupBy(left, (name) => (name === 'delay' && isWeb ? 'group.web' : groupOf(name)));
  const order = /** @type {import('./i18n.js').Key[]} */ ([...GROUPS.map(([title]) => title), 'group.other']);
  const folded = order.flatMap((title) => {
    const members = byGroup.get(title);
    return members === undefined ? [] : [{ title: msg(title), names: members }];
  });
  const last = names.filter((name) => common.includes(name) && name !== 'preset');
  return { first, folded: last.length === 0 ? folded : [...folded, { title: msg('group.result'), names: last }] };
}

/** Units of options that have one always. */
const UNITS = /** @type {Readonly<Record<string, string>>} */ ({
  audio_bitrate: 'kbit/s',
  audio_vbr: 'kbit/s',
  video_bitrate: 'kbit/s',
  frequency: 'Hz',
  audio_bitdepth: 'bit',
  dpi: 'dpi',
  rasterize_dpi: 'dpi',
  fps: 'fps',
  fade_in: 's',
  fade_out: 's',
  load_timeout: 's',
  normalize_target_level: 'dB',
  normalize_target_level_ebu: 'LUFS',
  normalize_true_peak_ebu: 'dBTP',
  normalize_loudness_range_target_ebu: 'LU',
  base_font_size: 'pt',
  stamp_text_size: 'pt',
  page_numbers_size: 'pt',
  pdf_page_margin_top: 'pt',
  pdf_page_margin_bottom: 'pt',
  pdf_page_margin_left: 'pt',
  pdf_page_margin_right: 'pt',
  pdf_default_font_size: 'px',
  border: 'cm',
  stamp_opacity: '%',
  stamp_scale: '%',
  images_quality: '%',
  stamp_angle: '°',
  crop_origin_x: 'px',
  crop_origin_y: 'px',
  crop_width: 'px',
  crop_height: 'px',
  screen_width: 'px',
  screen_height: 'px',
  waveform_width: 'px',
  waveform_height: 'px',
  start: 'hh:mm:ss',
  end: 'hh:mm:ss',
});

/** Options whose unit another option chooses: its name, and the unit without it. */
const CHOSEN = /** @type {readonly (readonly [RegExp, string, string])[]} */ ([
  [/^(width|height)$/, 'resize_by', 'px'],
  [/^crop_(top|bottom|left|right)$/, 'crop_unit', 'px'],
  [/^border_(top|bottom|left|right)$/, 'border_unit', ''],
  [/^custom_page_size_(width|height)$/, 'custom_page_size_unit', 'mm'],
]);

/** How units are written. */
const WRITTEN = /** @type {Readonly<Record<string, string>>} */ ({ perc: '%', inches: 'in' });

/**
 * @param {CatalogEntry} entry
 * @param {string} name
 * @param {(name: string) => unknown} otherValue the present value of another option
 * @returns {string} the unit of a value; empty for none
 */
export function unitOf({ options }, name, otherValue) {
  const chosen = CHOSEN.find(([form]) => form.test(name));
  if (chosen === undefined) return name === 'rotate' && options.rotate?.type === 'integer' ? '°' : (UNITS[name] ?? '');
  const [, by, fallback] = chosen;
  if (options[by] === undefined) return fallback;
  // Millimetres are the unit of pages, pixels that of pictures.
  const unset = by === 'crop_unit' ? 'mm' : fallback;
  const unit = String(otherValue(by) ?? options[by]?.default ?? unset);
  return WRITTEN[unit] ?? unit;
}
