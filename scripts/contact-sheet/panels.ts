import type { OptionValues } from '../../src/task/types.ts';
import type { Sources } from './sources.ts';

/** One picture of the sheet. */
export interface Panel {
  readonly source: keyof Sources;
  /** Null: the source unchanged. */
  readonly options: OptionValues | null;
  /** Default: the options as text. */
  readonly caption?: string;
}

const photo = (options: OptionValues): Panel => ({ source: 'photo', options });
const before = (source: keyof Sources): Panel => ({ source, options: null, caption: `(source: ${source})` });

const BOX = { width: 450, height: 450 };
/** Enlarged so that single pixels matter. */
const ROOF = { crop_origin_x: 150, crop_origin_y: 270, crop_width: 300, crop_height: 270 };
const HANDLINGS = [
  'stretch',
  'keep_aspect_ratio_fill_black',
  'keep_aspect_ratio_fill_white',
  'keep_aspect_ratio_fill_blurred',
  'keep_aspect_ratio_fill_transparent',
  'keep_aspect_ratio_crop',
];
const COLORS = ['colored', 'gray', 'monochrome', 'sepia', 'negate', '1900', '1980'];

/** All options with a visible effect. */
export const PANELS: readonly Panel[] = [
  before('photo'),
  ...COLORS.map((color) => photo({ color })),
  photo({ black_white_threshold: 0 }),
  photo({ black_white_threshold: 90 }),
  photo({ width: 300 }),
  photo({ width: 25, resize_by: 'perc' }),
  photo({ width: 3, resize_by: 'inches', dpi: 100 }),
  ...HANDLINGS.map((resize_handling) => photo({ ...BOX, resize_handling })),
  photo({ aspect_ratio: '1:2' }),
  photo({ aspect_ratio: '1:2', resize_handling: 'keep_aspect_ratio_crop' }),
  photo({ aspect_ratio: '4:1', resize_handling: 'keep_aspect_ratio_fill_white' }),
  photo({ crop_left: 150, crop_top: 270, crop_right: 450, crop_bottom: 60 }),
  photo(ROOF),
  photo({ rotate: 90 }),
  photo({ rotate: 20 }),
  photo({ ...ROOF, sharpen: true }),
  before('pale'),
  { source: 'pale', options: { normalize: true } },
  { source: 'pale', options: { equalize: true } },
  before('noisy'),
  { source: 'noisy', options: { despeckle: true } },
  { source: 'grainy', options: ROOF, caption: '(source: grainy)' },
  { source: 'grainy', options: { ...ROOF, enhance: true } },
  before('scan'),
  { source: 'scan', options: { deskew: true } },
  before('object'),
  { source: 'object', options: { alpha_channel: 'auto_create' } },
  { source: 'object', options: { alpha_channel: '#2a7f3f' } },
  { source: 'drawing', options: { antialias: true } },
  { source: 'drawing', options: { antialias: false } },
  photo({ width: 400, rotate: 10, color: 'sepia', sharpen: true, alpha_channel: 'auto_create' }),
];

/** Returns panels for the installed models. */
export const colourPanels = (models: readonly string[]): readonly Panel[] =>
  models.flatMap((colorize_model_name) =>
    [10, 35].map((colorize_render_factor) => photo({ colorize_model_name, colorize_render_factor })),
  );
