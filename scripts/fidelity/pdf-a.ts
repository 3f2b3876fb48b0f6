import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Measure } from './measure.ts';

/** Name of a file of veraPDF's corpus: the standard in its path, and whether the file follows it. */
const NAME = /PDF_(A-[123][abu]|UA-1)\/.*-(pass|fail)-[a-z0-9]+\.pdf$/i;

/** Result of operation/validate-pdfa. */
interface Report {
  readonly conforms: boolean;
  readonly problems: readonly string[];
}

/** Files that follow a rule of PDF/A or PDF/UA or break it, as veraPDF's corpus names them. The score is 1 if the check says the same. */
export const asPdfA: Measure = async (files, convert) =>
  [...files].flatMap((input) => {
    const [, standard = '', verdict = ''] = NAME.exec(input) ?? [];
    if (standard === '') return [];
    const score = async () => {
      const [made = ''] = await convert(input, 'operation/validate-pdfa', {
        validation_profile: `pdf${standard.replace('-', '').toLowerCase()}`,
      });
      const { conforms, problems } = JSON.parse(await readFile(made, 'utf8')) as Report;
      return { scores: { verdict: Number(conforms === (verdict === 'pass')) }, wrong: conforms ? [] : problems };
    };
    return [{ input, group: `PDF/${standard}, ${verdict === 'pass' ? 'valid' : 'invalid'}: ${ruleOf(input)}`, score }];
  });

/** Returns the section of the standard that a file is about: `6.1.10`, from `6-1-10-t01`. */
const ruleOf = (path: string): string =>
  /(\d+(?:[-.]\d+)+)-t\d+/.exec(basename(path))?.[1]?.split(/[-.]/).slice(0, 2).join('.') ?? 'all';
