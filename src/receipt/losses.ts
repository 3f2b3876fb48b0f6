import { WARNING_CODES } from '../task/codes.ts';
import type { WarningIssue } from '../task/errors.ts';
import type { OptionValues } from '../task/types.ts';
import type { Receipt } from './schema.ts';

/** What a conversion may lose: anything; nothing of the content; nothing at all. */
export const STRICTNESS = ['none', 'content', 'any'] as const;
export type Strictness = (typeof STRICTNESS)[number];

/** Things whose loss is one of content. Charts and diagrams are not: a picture of them is none to count. */
const CONTENT: ReadonlySet<string> = new Set([
  ...['tables', 'pictures', 'recordings', 'links', 'comments', 'notes', 'formulas'],
  ...['form_fields', 'attachments', 'embedded_files', 'slides_with_notes', 'bookmarks', 'signatures'],
  ...['audio_tracks', 'subtitle_tracks', 'chapters'],
]);

/** Options that ask for a part of the input, or for less. */
const ASKS_FOR_LESS =
  /^(?:(?:export_)?pages|page_ranges|rearrange|(?:split|crop|remove)_?.*|flatten|redact|pictures|rasterize_input|export_(?:form_fields|bookmarks|only_notes_pages)|one_file_per_page|start|end|from|to|audio_track|subtitle_track|subtitles|mute|cad_layers|cad_layout)$/;

/**
 * Returns what of the counted content is missing in the output, for a conversion that was not asked for a part. A table that becomes text
 * because it has one cell is no loss, so tables count only if all are missing.
 * @param fewer names of what the output has less of; counts: of both sides
 */
export function missingContent(
  given: OptionValues,
  { fewer, counts }: Pick<Receipt, 'fewer' | 'counts'>,
): readonly string[] {
  if (Object.keys(given).some((option) => ASKS_FOR_LESS.test(option))) return [];
  return fewer.filter((name) => CONTENT.has(name) && (name !== 'tables' || counts[name]?.output === 0));
}

type Sorted = Readonly<Record<'losses' | 'changed' | 'notes', readonly WarningIssue[]>>;

/** Sorts the warnings of a conversion: what is lost, which options were changed, and the rest. */
export function sortWarnings(warnings: readonly WarningIssue[]): Sorted {
  const isLoss = ({ code }: WarningIssue) => WARNING_CODES[code].loss !== 'none' && !code.startsWith('option_');
  const isChange = ({ code }: WarningIssue) => code.startsWith('option_');
  return {
    losses: warnings.filter(isLoss),
    changed: warnings.filter(isChange),
    notes: warnings.filter((each) => !isLoss(each) && !isChange(each)),
  };
}

/** Returns the warnings that a conversion may not end with. */
export function refusedBy(strict: Strictness, warnings: readonly WarningIssue[]): readonly WarningIssue[] {
  if (strict === 'none') return [];
  return warnings.filter(({ code }) => {
    const { loss } = WARNING_CODES[code];
    return loss === 'content' || (strict === 'any' && loss === 'other');
  });
}
