import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { catalog as audio } from '../../engines/audio/catalog.ts';
import type { catalog as document } from '../../engines/document/catalog.ts';
import type { catalog as hash } from '../../engines/hash/catalog.ts';
import { catalogProblems } from '../../src/catalog/check-catalog.ts';
import { routeTo } from '../../src/catalog/conversion-graph.ts';
import type { AnyOptions, TargetOptions } from '../../src/catalog/definition.ts';
import { listEntries, type OptionDefinition } from '../../src/catalog/index.ts';
import { allCategories } from '../../src/catalog/registry.ts';
import { OWN_KEYWORDS } from '../../src/catalog/schema.ts';
import { formatNames } from '../../src/files/formats/names.ts';
import { distinctOptions, withoutRepetitions } from './distinct-options.ts';

/** A validator like a client's: it knows only JSON Schema, not this catalog. */
function plainValidator(): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: true, validateFormats: false });
  ajv.addVocabulary(OWN_KEYWORDS);
  return ajv;
}

/** Name of the first option with a definition, to that definition. */
const definitions = new Map<string, OptionDefinition>(
  distinctOptions(listEntries()).flatMap(({ entry: { category, target }, name, definition }) => [
    [`${category}/${target} ${name}`, definition] as const,
    ...Object.entries(definition.items?.properties ?? {}).map(
      ([member, each]) => [`${category}/${target} ${name}[].${member}`, each] as const,
    ),
  ]),
);

describe('the published catalog', () => {
  it('holds entries with the fields of the interface and no others', () => {
    for (const entry of listEntries())
      expect(Object.keys(entry).sort()).toEqual(['category', 'id', 'options', 'target']);
  });

  it.each([...allCategories().values()])(
    '$catalog.category has the shape that engines of others are held to',
    ({ catalog }) => {
      expect(catalogProblems(withoutRepetitions(catalog))).toEqual([]);
    },
  );

  it('names options that are there where one chooses a unit or opens a way', () => {
    const missing = listEntries().flatMap(({ category, target, options }) => [
      ...Object.entries(options).flatMap(([name, { 'x-unit-option': by }]) =>
        by === undefined || options[by] !== undefined ? [] : [`${by} of ${name} of ${category}/${target}`],
      ),
      ...formatNames().flatMap((format) => {
        const needed = routeTo(category, target, format)?.option ?? null;
        return needed === null || options[needed] !== undefined ? [] : [`${needed} for ${format} to ${target}`];
      }),
    ]);
    expect(missing).toEqual([]);
  });

  it('refuses aliases that are targets, or stand for none', () => {
    const options = {};
    const catalog = { category: 'a', timeLimitSeconds: 1, targets: { b: { id: 1, options }, c: { id: 2, options } } };
    expect(catalogProblems({ ...catalog, aliases: { d: 'b' } })).toEqual([]);
    expect(catalogProblems({ ...catalog, aliases: { c: 'b', d: 'e' } })).toEqual([
      '/aliases/c is a target itself',
      '/aliases/d stands for e, which is not a target',
    ]);
    expect(catalogProblems({ ...catalog, aliases: { 'D.D': 'b' } })).not.toEqual([]);
  });

  it('has its aliases in docs/formats.md', async () => {
    const page = await readFile(new URL('../../docs/formats.md', import.meta.url), 'utf8');
    for (const { catalog } of allCategories().values()) {
      const row = page.split('\n').find((line) => line.startsWith(`| ${catalog.category} | `) && line.includes('→'));
      const aliases = Object.entries(catalog.aliases ?? {}).map(([alias, target]) => `${alias} → ${target}`);
      expect(row?.split(' | ')[1]?.replace(/ \|$/, '') ?? '').toBe(aliases.join(', '));
    }
  });

  it('survives JSON unchanged', () => {
    expect(JSON.parse(JSON.stringify(listEntries()))).toEqual(listEntries());
  });

  it('is strict JSON Schema for any validator, with defaults and examples that are valid themselves', () => {
    const ajv = plainValidator();
    expect(ajv.validateSchema({ type: 'object', properties: Object.fromEntries(definitions) })).toBe(true);
    const checked = [...definitions].flatMap(([path, definition]) => {
      const isValid = ajv.compile(definition);
      return [definition.default, definition.example]
        .filter((value) => value !== undefined)
        .map((value) => ({ path, value, valid: isValid(value) }));
    });
    expect(checked.length).toBeGreaterThan(250);
    expect(checked.filter(({ valid }) => !valid)).toEqual([]);
  });

  it('describes every option for people', () => {
    for (const [path, { description }] of definitions) {
      expect(description.length, path).toBeGreaterThan(10);
      expect(description, path).toMatch(/^[A-Za-z0-9].*\.$/);
    }
  });

  it('names a grammar next to every pattern', () => {
    for (const [path, definition] of definitions) {
      if (definition.pattern !== undefined) expect(definition.format, path).toBeDefined();
    }
  });
});

describe('the option types that engines get', () => {
  it('follow the data', () => {
    type Mp3 = TargetOptions<typeof audio, 'mp3'>;
    expectTypeOf<Mp3['channels']>().toEqualTypeOf<'stereo' | 'mono' | undefined>();
    expectTypeOf<Mp3['remove_coverart']>().toEqualTypeOf<boolean>();
    expectTypeOf<Mp3['normalize_target_level_ebu']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<TargetOptions<typeof audio, 'opus'>['frequency']>().toEqualTypeOf<
      8000 | 12000 | 16000 | 24000 | 48000 | undefined
    >();
    expectTypeOf<TargetOptions<typeof document, 'pdf'>['rotate']>().toEqualTypeOf<
      readonly { readonly pages: string; readonly angle: 0 | 90 | 180 | 270 }[] | undefined
    >();
    expectTypeOf<TargetOptions<typeof hash, 'tiger128-calculator'>>().toEqualTypeOf<Record<never, never>>();
    expectTypeOf<TargetOptions<typeof hash, 'haval128'>>().not.toHaveProperty('salt');
    expectTypeOf<AnyOptions<typeof hash>['salt']>().toEqualTypeOf<string | undefined>();
  });
});
