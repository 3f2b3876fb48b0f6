import { pluralize } from '../../../../src/util/pluralize.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import { NAME_ENCODINGS, type NameEncoding } from './encodings.ts';
import type { Naming } from './naming.ts';

/** Warns about names whose encoding was guessed. */
export function warnOfNames(
  { guessed, unreadable, givenIsUsed }: Naming,
  given: NameEncoding | null,
  context: WorkContext,
): void {
  if (given !== null && !givenIsUsed) warnOfUnusedEncoding('no name of the archive needs it', context);
  if (given !== null && unreadable > 0) {
    const message = `${NAME_ENCODINGS[given].label} cannot read all of ${pluralize(unreadable, 'name')}, so what it has no character for became \ufffd. Give another filename_encoding.`;
    context.warn('output_limited', message, { option: 'filename_encoding', encoding: NAME_ENCODINGS[given].label });
  }
  if (guessed === null) return;
  const { encodings, count, others } = guessed;
  const rest =
    others === 0
      ? ''
      : `; ${others === 1 ? '1 other is' : `${others} others are`} UTF-8, or the archive says what they are`;
  const message = `The archive does not say in what encoding its names are. ${pluralize(count, 'name')} ${count === 1 ? 'was' : 'were'} read as ${encodings}${rest}. If that is wrong, give filename_encoding.`;
  context.warn('output_limited', message, { encoding: encodings });
}

/** Warns about an unused filename_encoding. */
export function warnOfUnusedEncoding(why: string, context: WorkContext): void {
  context.warn('option_no_effect', `The filename_encoding was not used: ${why}.`, { option: 'filename_encoding' });
}
