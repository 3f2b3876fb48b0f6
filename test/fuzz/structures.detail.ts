import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mutate } from '../../scripts/fuzz/mutate.ts';
import { largestMutation } from '../../scripts/fuzz/mutators.ts';
import { STRUCTURES, structureOf } from '../../scripts/fuzz/structures/index.ts';
import { objectsOf } from '../../scripts/fuzz/structures/pdf-objects.ts';
import { attributesOf, elementsOf } from '../../scripts/fuzz/structures/xml-elements.ts';
import { readEntries, writeEntries } from '../../scripts/fuzz/structures/zip-entries.ts';
import { random } from '../../scripts/random.ts';

const fixture = (name: string) => readFileSync(fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url)));

/** Returns a box or chunk: its type and content, with its length before or after the type. */
function box(type: string, ...content: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + Buffer.concat(content).length, 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...content]);
}

const table = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index);
  return bytes;
};

/** The boxes of a film, without any samples that can be decoded. */
const FILM = Buffer.concat([
  box('ftyp', Buffer.from('isom\0\0\0\x01isom')),
  box(
    'moov',
    box('mvhd', Buffer.alloc(100)),
    box(
      'trak',
      box('tkhd', Buffer.alloc(84)),
      box('mdia', box('minf', box('stbl', box('stsz', table(0, 0, 2, 9, 9)), box('stco', table(0, 1, 400))))),
    ),
    box('udta', box('meta', table(0), box('hdlr', Buffer.alloc(24)), box('ilst', box('free')))),
  ),
  box('mdat', Buffer.alloc(64, 7)),
]);

const DRAWING = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="9"><defs><g id="one"><path d="M0 0"/></g><mask id="two"/></defs>
  <use href="#one"/><rect id="three" mask="url(#two)" fill="none"/></svg>`,
);

const SOURCES: Readonly<Record<string, readonly Buffer[]>> = {
  zip: [fixture('ebook/voyage.epub'), fixture('document/table.xlsx')],
  xml: [DRAWING, fixture('ebook/voyage.fb2'), fixture('image/drawing.svg'), fixture('document/distances.fods')],
  pdf: [fixture('document/report.pdf')],
  boxes: [FILM],
  riff: [fixture('inputs/chime.wav').subarray(0, 4000)],
};
const TRIES = Array.from({ length: 40 }, (_, seed) => seed);

describe.each(STRUCTURES.map((structure) => [structure.name, structure] as const))('%s', (name, structure) => {
  const sources = SOURCES[name] ?? [];

  it('is recognised by how a file begins', () => {
    for (const source of sources) expect(structureOf(source)).toBe(structure);
    expect(structureOf(fixture('image/logo.png'))).toBeUndefined();
  });

  it.each(Object.entries(structure.mutators))(
    '%s: the same bytes of the same seed, mostly others, never too many, and the source stays',
    (_, mutator) => {
      for (const source of sources) {
        const before = Buffer.from(source);
        const made = TRIES.map((seed) => mutator(source, random(seed), source));
        expect(TRIES.every((seed) => mutator(source, random(seed), source).equals(made[seed] ?? source))).toBe(true);
        for (const bytes of made) {
          expect(bytes.length).toBeLessThanOrEqual(largestMutation(source.length, source.length));
        }
        expect(source.equals(before)).toBe(true);
      }
      const [first = Buffer.alloc(0)] = sources;
      const changed = TRIES.filter((seed) => sources.some((each) => !mutator(each, random(seed), first).equals(each)));
      expect(changed.length).toBeGreaterThan(TRIES.length * 0.5);
    },
  );

  it('takes what is broken already', () => {
    for (const source of sources) {
      for (const seed of TRIES.slice(0, 10)) {
        let { bytes } = mutate(source, random(seed), source);
        for (const mutator of Object.values(structure.mutators)) {
          if (bytes.length === 0) break;
          const next = mutator(bytes, random(seed), source);
          expect(next.length).toBeLessThanOrEqual(largestMutation(bytes.length, source.length));
          bytes = next;
        }
      }
    }
  });
});

it('the entries of an archive are written as they were', () => {
  const source = fixture('ebook/voyage.epub');
  const entries = readEntries(source);
  expect(entries.length).toBeGreaterThan(5);
  expect(writeEntries(entries).equals(source)).toBe(true);
});

it('elements are found with their content, without comments and declarations', () => {
  const text = '<?xml version="1.0"?><!-- <no/> --><a x="1>2"><b/><br>text<c:d y=\'\'>1</c:d></a>';
  const elements = elementsOf(text);
  expect(elements.map(({ name, content, contentEnd }) => [name, text.slice(content, contentEnd)])).toEqual([
    ['a', "<b/><br>text<c:d y=''>1</c:d>"],
    ['b', ''],
    ['br', ''],
    ['c:d', '1'],
  ]);
  const [first] = elements;
  expect(first && attributesOf(text, first).map(({ name, value }) => [name, value])).toEqual([['x', '1>2']]);
});

it('objects of a PDF are found, without what is in their streams', () => {
  const objects = objectsOf(fixture('document/report.pdf').toString('latin1'));
  expect(objects.length).toBeGreaterThan(5);
  expect(objects.some(({ text }) => text.includes('/Kids'))).toBe(true);
  expect(objects.every(({ text }) => text.length < 10_000)).toBe(true);
});

it('the cases of an XML file are changed by its structure, for the most part', () => {
  const [source = Buffer.alloc(0)] = SOURCES.xml ?? [];
  const names = Array.from({ length: 300 }, (_, seed) => mutate(source, random(seed), source).steps).flat();
  const structured = names.filter(({ mutator }) => mutator.startsWith('xml: ')).length;
  expect(structured / names.length).toBeGreaterThan(0.5);
  expect(structured / names.length).toBeLessThan(0.9);
});
