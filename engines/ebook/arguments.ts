import type { OptionValues } from '../../src/task/types.ts';
import type { Target } from './targets.ts';

/** The arguments of ebook-convert for the options of a target. Pure. */
export function bookArguments(_target: Target, options: OptionValues): string[] {
  const { title, author } = options;
  return [
    ...(typeof title === 'string' && title !== '' ? ['--title', title] : []),
    ...(typeof author === 'string' && author !== '' ? ['--authors', author] : []),
  ];
}
