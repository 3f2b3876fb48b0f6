import { stat } from 'node:fs/promises';
import { lookAt } from '../../src/files/facts/look.ts';
import { identify } from '../../src/files/identify.ts';
import type { LocalInput } from '../../src/work/context.ts';
import { type MetadataEdit, plainName, warnOfUncleared, warnOfUnplaced } from '../../src/work/metadata.ts';
import { PACKAGES, writeProperties } from '../../tools/formats/zip-parts/write-properties.ts';
import { convertInput, type Shared } from './pipeline.ts';
import { only } from './steps/step.ts';

/*
 * No kept program writes the properties of doc, xls and ppt. LibreOffice carries those of its input over, so they are written there: into
 * the input, if it is a package, otherwise into one that is made of it first.
 */

/** The package of each target. */
const PACKAGE_OF = { doc: 'docx', xls: 'xlsx', ppt: 'pptx' } as const;
type LegacyTarget = keyof typeof PACKAGE_OF;

export const isLegacyTarget = (target: string): target is LegacyTarget => Object.hasOwn(PACKAGE_OF, target);

/** Plain names of fields that LibreOffice carries over to all three targets. */
const CARRIED: ReadonlySet<string> = new Set(
  'title subject author creator artist keywords tags comment comments description'.split(' '),
);

/** Returns an input for LibreOffice whose properties are those that the output shall have. Warns of fields that get lost. */
export async function withProperties(
  input: LocalInput,
  target: LegacyTarget,
  edit: MetadataEdit,
  shared: Shared,
): Promise<LocalInput> {
  const { context } = shared;
  const source = (await isOpenPackage(input)) ? input : await asPackage(input, target, shared);
  const { path, unplaced, uncleared } = await writeProperties(source, edit, context);
  const lost = [...edit.fields].flatMap(([name, value]) =>
    value !== null && !CARRIED.has(plainName(name)) && !unplaced.includes(name) ? [name] : [],
  );
  warnOfUnplaced([...unplaced, ...lost], target, context);
  warnOfUncleared(uncleared, target, context);
  return { ...source, path, size: (await stat(path)).size };
}

async function isOpenPackage({ path, format, decryptPassword }: LocalInput): Promise<boolean> {
  // LibreOffice does not read EPUB itself.
  const name = format?.name ?? '';
  if (!PACKAGES.includes(name) || name === 'epub' || decryptPassword !== null) return false;
  return (await lookAt(path)).facts.password_protected !== true;
}

async function asPackage(input: LocalInput, target: LegacyTarget, shared: Shared): Promise<LocalInput> {
  const { path } = only(await convertInput(input, { ...shared, target: PACKAGE_OF[target] }));
  const [{ size }, format] = await Promise.all([stat(path), identify(path)]);
  return { ...input, path, size, format, decryptPassword: null };
}
