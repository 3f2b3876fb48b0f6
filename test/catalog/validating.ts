import { type CatalogEntry, validateConversion } from '../../src/catalog/index.ts';
import { ConversionErrors } from '../../src/task/errors.ts';
import type { OptionValues } from '../../src/task/types.ts';
import type { DistinctOption } from './distinct-options.ts';

export const validate = (path: string, options: OptionValues) => {
  const [category = '', target = ''] = path.split('/');
  return validateConversion({ id: 'c1', category, target, options });
};

export const errorsOf = (path: string, options: OptionValues) => {
  try {
    validate(path, options);
  } catch (error) {
    if (error instanceof ConversionErrors) return error.errors.map((each) => each.toIssue());
    throw error;
  }
  return [];
};

type Option = DistinctOption<CatalogEntry>;

const pathOf = ({ category, target }: CatalogEntry): string => `${category}/${target}`;

const STAMP = { stamp: true };
const NUMBERS = { page_numbers: '{page}' };
/** Option that is refused without another one, to that other one. */
const NEEDS: Readonly<Record<string, OptionValues>> = {
  alignment: STAMP,
  stamp_opacity: STAMP,
  stamp_scale: STAMP,
  stamp_angle: STAMP,
  stamp_text_size: { stamp_text: 'x' },
  page_numbers_start: NUMBERS,
  page_numbers_alignment: NUMBERS,
  page_numbers_size: NUMBERS,
  factur_x: { pdf_a: '3b', embed: [{ filename: 'factur-x.xml' }] },
};

/** Tests each listed value of the options, and the ends of their ranges. @returns how many, and those that are not accepted unchanged */
export function tryValues(options: readonly Option[]): { count: number; refused: string[] } {
  const values = options.flatMap(({ entry, name, definition: { enum: listed = [], minimum, maximum } }) =>
    [...listed, minimum, maximum].flatMap((value) => (value === undefined ? [] : [{ entry, name, value }])),
  );
  const refused = values.flatMap(({ entry, name, value }) => {
    const what = `${pathOf(entry)} ${name} ${value}`;
    try {
      return validate(pathOf(entry), { ...NEEDS[name], [name]: value }).options[name] === value ? [] : [what];
    } catch (error) {
      return [`${what}: ${error}`];
    }
  });
  return { count: values.length, refused };
}

/** Sets wrong values for the secret options. @returns the number of errors, and the errors that repeat a value */
export function trySecrets(options: readonly Option[]): { count: number; shown: string[] } {
  const wrong = ['geheim-ä\n'.repeat(800), ['geheim'], { geheim: 'geheim' }, 42_424_242];
  const issues = options
    .filter(({ definition }) => definition.writeOnly === true)
    .flatMap(({ entry, name }) =>
      wrong.flatMap((value) => errorsOf(pathOf(entry), { [name]: value }).map((issue) => ({ name, issue }))),
    );
  const shown = issues.filter(
    ({ name, issue }) => issue.details.option !== name || /geheim|42424242/.test(JSON.stringify(issue)),
  );
  return { count: issues.length, shown: shown.map(({ name, issue }) => `${name}: ${issue.message}`) };
}
