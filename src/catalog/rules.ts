import type { ErrorCode, WarningCode } from '../task/codes.ts';
import type { CatalogEntry } from './definition.ts';
import { parseTime } from './grammar/values.ts';

/** Values of the options that were given, defaults not among them. They may still be wrong by themselves. */
export type GivenOptions = Readonly<Record<string, unknown>>;

type RuleErrorCode = Extract<ErrorCode, 'option_conflict' | 'option_invalid'>;
type RuleWarningCode = Extract<WarningCode, 'option_no_effect' | 'option_deprecated'>;

/** What a rule has to say about the options that were given: an error ends the conversion, a warning does not. */
export type Finding = {
  readonly option: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
} & (
  | { readonly severity: 'error'; readonly code: RuleErrorCode }
  | { readonly severity: 'warning'; readonly code: RuleWarningCode }
);

/** A rule between options of one target, which JSON Schema cannot say in a way that a user would understand. */
export interface OptionRule {
  /** undefined: of any category. */
  readonly category?: string;
  /** The rule holds for the targets that have all of these. */
  readonly options: readonly string[];
  /** For users, below the table of options. */
  readonly text: string;
  readonly check: (given: GivenOptions) => readonly Finding[];
}

const CROP_SIDES = ['crop_top', 'crop_bottom', 'crop_left', 'crop_right'];
const CROP_AREA = ['crop_origin_x', 'crop_origin_y', 'crop_width', 'crop_height'];
const EBU_OPTIONS = ['normalize_target_level_ebu', 'normalize_loudness_range_target_ebu', 'normalize_true_peak_ebu'];
const CUSTOM_SIZE = ['custom_page_size_width', 'custom_page_size_height'] as const;
const SECOND_INPUT_USES = ['merge', 'stamp', 'watermark'];

/**
 * All rules. Those about options that are ignored are the ones interface.md states; an option that merely does nothing in
 * some format is the engine's to report.
 */
export const RULES: readonly OptionRule[] = [
  {
    options: ['allow_multiple_outputs', 'allow_multiple_outputs_threshold'],
    text: 'allow_multiple_outputs_threshold is used only when allow_multiple_outputs is true.',
    check: (given) =>
      has(given, 'allow_multiple_outputs_threshold') && given.allow_multiple_outputs !== true
        ? [noEffect('allow_multiple_outputs_threshold', 'it is used only when allow_multiple_outputs is true')]
        : [],
  },
  {
    category: 'audio',
    options: ['audio_bitrate', 'audio_vbr'],
    text: 'audio_bitrate (constant) and audio_vbr (variable) exclude each other.',
    check: (given) =>
      excludeGroups(given, [['audio_bitrate'], ['audio_vbr']], 'choose a constant or a variable bitrate'),
  },
  {
    category: 'audio',
    options: ['audio_vbr', 'audio_codec'],
    text: 'audio_vbr works with audio_codec vorbis only, which is also taken when no codec is given.',
    check: (given) =>
      has(given, 'audio_vbr') && has(given, 'audio_codec') && given.audio_codec !== 'vorbis'
        ? [conflict(['audio_vbr', 'audio_codec'], 'audio_vbr works with audio_codec vorbis only')]
        : [],
  },
  {
    category: 'audio',
    options: ['start', 'end'],
    text: 'end has to be after start.',
    check: checkEndAfterStart,
  },
  {
    category: 'audio',
    options: ['normalize_type', 'normalize_target_level'],
    text: 'normalize_target_level is ignored when normalize_type is ebu.',
    check: (given) =>
      has(given, 'normalize_target_level') && given.normalize_type === 'ebu'
        ? [noEffect('normalize_target_level', 'normalize_type ebu uses normalize_target_level_ebu')]
        : [],
  },
  {
    category: 'audio',
    options: ['normalize_type', ...EBU_OPTIONS],
    text: 'The normalize options that end in _ebu are ignored unless normalize_type is ebu.',
    check: (given) =>
      given.normalize_type === 'rms' || given.normalize_type === 'peak'
        ? present(given, EBU_OPTIONS).map((option) => noEffect(option, 'it is used only when normalize_type is ebu'))
        : [],
  },
  {
    category: 'document',
    options: ['page_size', ...CUSTOM_SIZE],
    text: 'page_size and a custom page size exclude each other.',
    check: (given) => excludeGroups(given, [['page_size'], CUSTOM_SIZE], 'choose a named or a custom page size'),
  },
  {
    category: 'document',
    options: CUSTOM_SIZE,
    text: 'A custom page size needs both its width and its height.',
    check: (given) => {
      const missing = CUSTOM_SIZE.filter((option) => !has(given, option));
      return missing.length === 1
        ? missing.map((option) => missingOption(option, 'a custom page size needs both'))
        : [];
    },
  },
  {
    category: 'document',
    options: SECOND_INPUT_USES,
    text: 'Of merge, stamp and watermark only one can be true: they use the second input in different ways.',
    check: (given) => {
      const chosen = SECOND_INPUT_USES.filter((option) => given[option] === true);
      return chosen.length > 1 ? [conflict(chosen, 'they use the second input in different ways; choose one')] : [];
    },
  },
  {
    category: 'document',
    options: ['split', 'one_file_per_page'],
    text: 'split at certain pages and one_file_per_page exclude each other.',
    check: (given) =>
      has(given, 'split') && given.split !== 'all' && given.one_file_per_page === true
        ? [conflict(['split', 'one_file_per_page'], 'they cut at different places; choose one')]
        : [],
  },
  {
    category: 'document',
    options: ['add_borders', 'pages_per_sheet'],
    text: 'add_borders is used only with pages_per_sheet.',
    check: (given) =>
      given.add_borders === true && !has(given, 'pages_per_sheet')
        ? [noEffect('add_borders', 'it is used only with pages_per_sheet')]
        : [],
  },
  {
    category: 'image',
    options: [...CROP_SIDES, ...CROP_AREA],
    text: 'Cropping takes either the four sides (crop_top, crop_bottom, crop_left, crop_right) or an area (crop_origin_x, crop_origin_y, crop_width, crop_height), not both.',
    check: (given) => excludeGroups(given, [CROP_SIDES, CROP_AREA], 'crop either by sides or by an area'),
  },
  {
    category: 'image',
    options: ['aspect_ratio', 'width', 'height'],
    text: 'width and height are ignored with aspect_ratio.',
    check: (given) =>
      has(given, 'aspect_ratio')
        ? present(given, ['width', 'height']).map((option) => noEffect(option, 'it is ignored with aspect_ratio'))
        : [],
  },
  {
    category: 'image',
    options: ['resolution_unit', 'resize_by'],
    text: 'resolution_unit is deprecated: resize_by replaces it and wins over it.',
    check: checkResolutionUnit,
  },
];

/** The rules that hold for a target. */
export function rulesOf(entry: CatalogEntry): readonly OptionRule[] {
  return RULES.filter(
    (rule) =>
      (rule.category === undefined || rule.category === entry.category) &&
      rule.options.every((option) => Object.hasOwn(entry.options, option)),
  );
}

function checkEndAfterStart(given: GivenOptions): Finding[] {
  const end = seconds(given.end);
  const start = has(given, 'start') ? seconds(given.start) : 0;
  if (end === null || start === null || end > start) return [];
  const against = has(given, 'start') ? `start (${given.start})` : 'the beginning';
  return [conflict(['end', 'start'], `end (${given.end}) has to be after ${against}`)];
}

function checkResolutionUnit(given: GivenOptions): Finding[] {
  if (!has(given, 'resolution_unit') || given.resolution_unit === 'none') return [];
  if (has(given, 'resize_by')) return [noEffect('resolution_unit', 'resize_by replaces it')];
  return [
    {
      severity: 'warning',
      code: 'option_deprecated',
      option: 'resolution_unit',
      message: 'Option resolution_unit is deprecated; use resize_by.',
    },
  ];
}

/** One error where options of more than one group were given. */
function excludeGroups(given: GivenOptions, groups: readonly (readonly string[])[], advice: string): Finding[] {
  const used = groups.map((group) => present(given, group)).filter((group) => group.length > 0);
  return used.length > 1 ? [conflict(used.flat(), advice)] : [];
}

const has = (given: GivenOptions, option: string) => Object.hasOwn(given, option);

const present = (given: GivenOptions, options: readonly string[]) => options.filter((option) => has(given, option));

function seconds(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const parsed = parseTime(value);
  return 'value' in parsed ? parsed.value : null;
}

const conflict = (options: readonly string[], reason: string): Finding => ({
  severity: 'error',
  code: 'option_conflict',
  option: options[0] ?? '',
  message: `Options ${options.join(', ')} do not go together: ${reason}.`,
  details: { options },
});

const missingOption = (option: string, reason: string): Finding => ({
  severity: 'error',
  code: 'option_invalid',
  option,
  message: `Option ${option} is missing: ${reason}.`,
});

const noEffect = (option: string, reason: string): Finding => ({
  severity: 'warning',
  code: 'option_no_effect',
  option,
  message: `Option ${option} has no effect: ${reason}.`,
});
