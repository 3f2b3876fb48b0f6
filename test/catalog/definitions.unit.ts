import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { catalog as audio } from '../../engines/audio/catalog.ts';
import type { catalog as document } from '../../engines/document/catalog.ts';
import type { catalog as hash } from '../../engines/hash/catalog.ts';
import { catalogProblems } from '../../src/catalog/check-catalog.ts';
import type { AnyOptions, TargetOptions } from '../../src/catalog/definition.ts';
import { listEntries, type OptionDefinition } from '../../src/catalog/index.ts';
import { allCategories } from '../../src/catalog/registry.ts';

/** The validator a client would use: it knows JSON Schema and nothing of this catalog. */
function plainValidator(): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: true, validateFormats: false });
  ajv.addVocabulary(['example', 'x-values']);
  return ajv;
}

const definitions = listEntries().flatMap((entry) =>
  Object.entries(entry.options).flatMap(([name, definition]): [string, OptionDefinition][] => [
    [`${entry.category}/${entry.target} ${name}`, definition],
    ...Object.entries(definition.items?.properties ?? {}).map(([member, each]): [string, OptionDefinition] => [
      `${entry.category}/${entry.target} ${name}[].${member}`,
      each,
    ]),
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
      expect(catalogProblems(catalog)).toEqual([]);
    },
  );

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

  it('is strict JSON Schema for any validator', () => {
    const ajv = plainValidator();
    for (const entry of listEntries()) {
      expect(ajv.validateSchema({ type: 'object', properties: entry.options }), `${entry.target}`).toBe(true);
      ajv.compile({ type: 'object', properties: entry.options });
    }
  });

  it('has defaults and examples that are valid themselves', () => {
    const ajv = plainValidator();
    const checked = definitions.flatMap(([path, definition]) =>
      [definition.default, definition.example]
        .filter((value) => value !== undefined)
        .map((value) => ({ path, value, valid: ajv.validate(definition, value) })),
    );
    expect(checked.length).toBeGreaterThan(400);
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

  it('keeps the ids that were given out', () => {
    const ids = Object.fromEntries(listEntries().map((entry) => [`${entry.category}/${entry.target}`, entry.id]));
    expect(ids).toEqual({
      'archive/7z': 101,
      'archive/bz2': 102,
      'archive/gz': 103,
      'archive/zip': 104,
      'archive/cbz': 105,
      'archive/tar': 106,
      'archive/tbz2': 107,
      'archive/tgz': 108,
      'archive/txz': 109,
      'archive/tzst': 110,
      'archive/xz': 111,
      'archive/zst': 112,
      'audio/aac': 201,
      'audio/aiff': 202,
      'audio/flac': 203,
      'audio/m4a': 204,
      'audio/m4r': 205,
      'audio/mmf': 206,
      'audio/mp3': 207,
      'audio/ogg': 208,
      'audio/opus': 209,
      'audio/wav': 210,
      'audio/wma': 211,
      'audio/ac3': 212,
      'audio/amr': 213,
      'audio/au': 214,
      'audio/caf': 215,
      'audio/eac3': 216,
      'audio/m4b': 217,
      'audio/mka': 218,
      'audio/waveform': 219,
      'cad/dwg': 301,
      'cad/dxf': 302,
      'document/doc': 401,
      'document/odt': 402,
      'document/pdf': 403,
      'document/ppt': 404,
      'document/pptx': 405,
      'document/rtf': 406,
      'document/txt': 407,
      'document/xls': 408,
      'document/xlsx': 409,
      'document/docx': 410,
      'document/odp': 411,
      'document/ods': 412,
      'document/html': 413,
      'document/chunks': 861,
      'document/csv': 414,
      'document/md': 415,
      'document/epub': 416,
      'document/srt': 862,
      'document/vtt': 863,
      'ebook/azw3': 501,
      'ebook/epub': 502,
      'ebook/fb2': 503,
      'ebook/lit': 504,
      'ebook/lrf': 505,
      'ebook/pdf': 506,
      'ebook/pdf-ebook': 507,
      'ebook/tcr': 508,
      'ebook/mobi': 509,
      'ebook/docx': 510,
      'ebook/txt': 511,
      'ebook/html': 512,
      'ebook/kepub': 513,
      'ebook/pdb': 514,
      'hash/adler32': 601,
      'hash/apache-htpasswd': 602,
      'hash/blowfish': 603,
      'hash/crc32': 604,
      'hash/crc32b': 605,
      'hash/gost': 606,
      'hash/haval128': 607,
      'hash/md4': 608,
      'hash/md5': 609,
      'hash/ripemd128': 610,
      'hash/ripemd160': 611,
      'hash/sha1': 612,
      'hash/sha256': 613,
      'hash/sha384': 614,
      'hash/sha512': 615,
      'hash/snefru': 616,
      'hash/std-des': 617,
      'hash/tiger128': 618,
      'hash/tiger128-calculator': 619,
      'hash/tiger128-converter': 620,
      'hash/tiger160': 621,
      'hash/tiger192': 622,
      'hash/whirlpool': 623,
      'image/avif': 701,
      'image/bmp': 702,
      'image/gif': 703,
      'image/heic': 704,
      'image/ico': 705,
      'image/jp2': 706,
      'image/jpg': 707,
      'image/jxl': 708,
      'image/pcx': 709,
      'image/pdf': 710,
      'image/png': 711,
      'image/psd': 712,
      'image/svg': 713,
      'image/tga': 714,
      'image/tiff': 715,
      'image/webp': 716,
      'operation/compare-image': 801,
      'operation/compress': 802,
      'operation/extract-assets': 803,
      'operation/resize-image': 804,
      'operation/thumbnail': 805,
      'image/apng': 821,
      'image/eps': 822,
      'image/icns': 823,
      'image/pbm': 824,
      'image/pgm': 825,
      'image/ppm': 826,
      'metadata/json': 841,
      'video/mp4': 901,
      'video/webm': 902,
      'video/mkv': 903,
      'video/mov': 904,
      'video/avi': 905,
      'video/wmv': 906,
      'video/flv': 907,
      'video/mpg': 908,
      'video/3gp': 909,
      'video/ogv': 910,
      'video/ts': 911,
      'video/m4v': 912,
      'video/gif': 913,
      'video/apng': 914,
      'video/webp': 915,
    });
    expect(new Set(Object.values(ids)).size).toBe(listEntries().length);
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
