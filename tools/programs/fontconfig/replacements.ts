import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { mapConcurrently } from '../../../src/util/concurrency.ts';
import type { WorkContext } from '../../../src/work/context.ts';

/** fontconfig's program that names the font in place of another. */
export const FC_MATCH: ProgramPlaces = { name: 'fc-match', candidates: ['/usr/bin/fc-match'], package: 'fontconfig' };

/** Most families that are asked for; documents name a few. */
const MOST_FAMILIES = 50;
const LONGEST_NAME = 100;

/**
 * Returns the family in which each family is shown here, which is another one if it is not installed; null: unknown. Throws
 * ConversionError `program_missing`, and as `context.run`.
 */
export async function shownAs(families: readonly string[], context: WorkContext): Promise<(string | null)[]> {
  const program = { name: FC_MATCH.name, path: await findProgram(FC_MATCH) };
  return mapConcurrently(families, 2, async (family, index) => {
    if (index >= MOST_FAMILIES || family.length > LONGEST_NAME) return null;
    // In a pattern these begin sizes, properties and further families.
    const pattern = family.replaceAll(/[\\\-:,]/g, '\\$&');
    const args = ['--format=%{family[0]}', '--', pattern];
    const { exitCode, stdout } = await context.run({ ...program, args, acceptExitCodes: 'any' });
    return exitCode === 0 && stdout !== '' ? stdout : null;
  });
}
