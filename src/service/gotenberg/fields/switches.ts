import { boolean } from '../form/go-values.ts';
import { type FieldOf, optionsField } from './field.ts';

/** What a field of truth takes, for the page. */
export const YES = '`true` or `false`';

/**
 * Makes a field of truth that becomes an option if it differs from what happens anyway.
 * @param usual Gotenberg's default, which is ours as well
 */
export const switchField = (name: string, option: string, usual = false): FieldOf<boolean> =>
  optionsField<boolean>({
    name,
    takes: YES,
    read: boolean,
    options: [option],
    of: (value): Record<string, unknown> => (value === usual ? {} : { [option]: value }),
  });
