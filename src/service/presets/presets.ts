import { randomUUID } from 'node:crypto';
import { type ConversionRequest, canonicalTarget, findEntry, requireEntry } from '../../catalog/index.ts';
import { applyPreset, type Preset, valueErrors } from '../../catalog/presets.ts';
import { ConversionErrors } from '../../task/errors.ts';
import type { OptionValues } from '../../task/types.ts';
import { fromJson, toJson } from '../database/columns.ts';
import type { Database, Transact } from '../database/open.ts';
import type { PresetRow } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import { lockKey } from '../keys/limits.ts';
import { secretOptions } from '../secrets/secret-options.ts';

/** Enough for a person, and the list can still be sent as a whole. */
const MAX_PRESETS_PER_KEY = 1000;

export interface PresetFilter {
  readonly category?: string | undefined;
  readonly target?: string | undefined;
  /** `public`, `private` or `all` by scope; any other text: part of the name. */
  readonly filter?: string | undefined;
}

/** Returns private presets of the key, then public ones: the first one of a name counts. */
export async function presetsOf(
  db: Database | Transact,
  keyId: string | null,
  publicPresets: readonly Preset[],
): Promise<readonly Preset[]> {
  if (keyId === null) return publicPresets;
  const rows = await db
    .selectFrom('presets')
    .selectAll()
    .where('key_id', '=', keyId)
    .orderBy('category')
    .orderBy('target')
    .orderBy('name')
    .execute();
  return [...rows.map(presetOfRow), ...publicPresets];
}

export function filterPresets(presets: readonly Preset[], { category, target, filter }: PresetFilter): Preset[] {
  return presets.filter(
    (preset) =>
      (category === undefined || preset.category === category) &&
      (target === undefined || preset.target === canonicalTarget(preset.category, target)) &&
      matches(preset, filter),
  );
}

function matches({ scope, name }: Preset, filter: string | undefined): boolean {
  if (filter === undefined || filter === '' || filter === 'all') return true;
  if (filter === 'public' || filter === 'private') return scope === filter;
  return name.toLowerCase().includes(filter.toLowerCase());
}

/**
 * Adds the options of the preset that a conversion names to its own, which take precedence: a private preset of the key, otherwise a public
 * one. It is done when the conversion is made or changed, so that later changes of the preset do not affect it. Throws ConversionErrors
 * `preset_unknown`.
 */
export async function applyPresetOfKey<Conversion extends ConversionRequest>(
  db: Database | Transact,
  keyId: string,
  publicPresets: readonly Preset[],
  conversion: Conversion,
): Promise<Conversion> {
  if (typeof conversion.options.preset !== 'string') return conversion;
  return applyPreset(await presetsOf(db, keyId, publicPresets), conversion);
}

/** Returns the options of a task, to which the preset has already been applied: a worker does not know presets of keys. */
export function withoutPreset({ category, target, options }: ConversionRequest): OptionValues {
  const known = findEntry(category, target)?.options;
  // If the target has no such option, the task warns that it was ignored.
  if (known === undefined || !Object.hasOwn(known, 'preset')) return options;
  const { preset: _applied, ...others } = options;
  return others;
}

export interface NewPreset {
  readonly name: string;
  readonly category: string;
  readonly target: string;
  readonly options: OptionValues;
}

/**
 * Makes a private preset of the key.
 * @throws ConversionErrors if the catalog refuses; ServiceError 400 for secrets in it, 402 beyond 1000, 409 if the name is taken
 */
export async function createPreset(db: Database, keyId: string, preset: NewPreset, now: number): Promise<Preset> {
  const { category, target } = requireEntry(preset.category, preset.target);
  checkPreset({ ...preset, category, target });
  const row: PresetRow = {
    id: randomUUID(),
    key_id: keyId,
    name: preset.name,
    category,
    target,
    options: toJson(preset.options),
    created_at: now,
    modified_at: now,
  };
  await db.transaction().execute(async (transact) => {
    await lockKey(transact, keyId);
    const { count } = await transact
      .selectFrom('presets')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('key_id', '=', keyId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_PRESETS_PER_KEY) {
      throw new ServiceError('too_many_presets', `A key can have ${MAX_PRESETS_PER_KEY} presets; delete one first.`);
    }
    const { numInsertedOrUpdatedRows } = await transact
      .insertInto('presets')
      .values(row)
      .onConflict((conflict) => conflict.columns(['key_id', 'category', 'target', 'name']).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) throw nameTaken(preset);
  });
  return presetOfRow(row);
}

/** Changes the name, the target or the options, which are replaced as a whole. Throws like `createPreset`, and 404 if the key has no such preset. */
export async function updatePreset(
  db: Database,
  keyId: string,
  id: string,
  changes: { [Field in keyof NewPreset]?: NewPreset[Field] | undefined },
  now: number,
): Promise<Preset> {
  return db.transaction().execute(async (transact) => {
    await lockKey(transact, keyId);
    const row = await touchPreset(transact, keyId, id, now);
    const preset = presetOfRow(row);
    const { category, target } = requireEntry(changes.category ?? row.category, changes.target ?? row.target);
    const { name, options } = { name: changes.name ?? preset.name, options: changes.options ?? preset.options };
    const changed = { ...preset, category, target, name, options };
    checkPreset(changed);
    const other = await transact
      .selectFrom('presets')
      .select('id')
      .where('key_id', '=', keyId)
      .where('category', '=', category)
      .where('target', '=', target)
      .where('name', '=', changed.name)
      .where('id', '!=', id)
      .executeTakeFirst();
    if (other !== undefined) throw nameTaken(changed);
    await transact
      .updateTable('presets')
      .set({ category, target, name, options: toJson(options) })
      .where('id', '=', id)
      .execute();
    return changed;
  });
}

/** Throws ServiceError 404 if the key has no such preset. */
export async function deletePreset(db: Database, keyId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('presets')
    .where('id', '=', id)
    .where('key_id', '=', keyId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw noSuchPreset();
}

export const noSuchPreset = () =>
  new ServiceError('no_such_preset', 'This key has no such preset. Only the operator can change public ones.');

async function touchPreset(transact: Transact, keyId: string, id: string, now: number): Promise<PresetRow> {
  const row = await transact
    .updateTable('presets')
    .set({ modified_at: now })
    .where('id', '=', id)
    .where('key_id', '=', keyId)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw noSuchPreset();
  return row;
}

function checkPreset(preset: NewPreset): void {
  if ('preset' in preset.options) {
    throw new ServiceError('invalid_request', 'A preset cannot name another preset.', {
      errors: { 'options.preset': 'is not possible in a preset' },
    });
  }
  const [secret] = secretOptions(preset, preset.options);
  if (secret !== undefined) {
    throw new ServiceError(
      'invalid_request',
      `A preset is shown as it stands, so it cannot hold ${secret}: give it with each conversion.`,
      {
        errors: { [`options.${secret}`]: 'is a secret, which a preset cannot hold' },
      },
    );
  }
  const errors = valueErrors({ ...preset, id: '', scope: 'private' });
  if (errors.length > 0) throw new ConversionErrors(errors);
}

/** Returns a row as the interface shows it. */
const presetOfRow = ({ id, name, category, target, options }: PresetRow): Preset => ({
  id,
  name,
  category,
  target,
  scope: 'private',
  options: fromJson(options),
});

const nameTaken = ({ name, category, target }: NewPreset) =>
  new ServiceError('preset_exists', `This key has a preset "${name}" of ${category}/${target} already.`, {
    errors: { name: 'is taken' },
  });
