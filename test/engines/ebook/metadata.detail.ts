import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../../support/error-of.ts';
import { Bench, type Converted, fixture, metasOf } from './support.ts';

const GIVEN = {
  series: 'The Series',
  series_index: 3,
  book_language: 'de',
  publisher: 'The House',
  tags: 'sea, whales',
  description: 'About it.',
  identifiers: 'isbn:9780142437247, doi:10.1000/182',
  cover: true,
};

/** Of each target, what `ebook-meta` says of what it keeps, and the options that are reported as lost. */
const KEPT = {
  azw3: {
    meta: {
      Publisher: 'The House',
      Tags: 'sea, whales',
      Languages: 'deu',
      Comments: 'About it.',
      Identifiers: /^isbn:9780142437247/,
    },
    lost: ['identifiers', 'series'],
  },
  docx: {
    meta: { Publisher: 'The House', Tags: 'sea, whales', Languages: 'deu', Comments: 'About it.' },
    lost: ['identifiers', 'series'],
  },
  epub: {
    meta: {
      Publisher: 'The House',
      Tags: 'sea, whales',
      Languages: 'deu',
      Comments: 'About it.',
      Series: 'The Series #3',
      Identifiers: 'isbn:9780142437247, doi:10.1000/182',
    },
    lost: [],
  },
  fb2: {
    meta: {
      Publisher: 'The House',
      Languages: 'de',
      Comments: 'About it.',
      Series: 'The Series #3',
      Identifiers: 'isbn:9780142437247',
    },
    lost: ['identifiers', 'tags'],
  },
  lit: {
    meta: { Publisher: 'The House', Tags: 'sea, whales', Comments: 'About it.' },
    lost: ['book_language', 'identifiers', 'series'],
  },
  lrf: {
    meta: { Publisher: 'The House', Tags: 'sea', Comments: 'About it.' },
    lost: ['book_language', 'identifiers', 'series', 'tags'],
  },
  mobi: {
    meta: {
      Publisher: 'The House',
      Tags: 'sea, whales',
      Languages: 'deu',
      Comments: 'About it.',
      Identifiers: /^isbn:9780142437247/,
    },
    lost: ['identifiers', 'series'],
  },
  pdf: {
    meta: {
      Publisher: 'The House',
      Tags: 'sea, whales',
      Languages: 'deu',
      Comments: 'About it.',
      Series: 'The Series #3',
      Identifiers: 'isbn:9780142437247, doi:10.1000/182',
    },
    lost: [],
  },
  txt: {
    meta: {},
    lost: ['book_language', 'cover', 'description', 'identifiers', 'publisher', 'series', 'tags'],
  },
} as const;
type Target = keyof typeof KEPT;
const TARGETS = Object.keys(KEPT) as Target[];

let bench: Bench;
let cover: string;
let made: Record<Target, Converted>;
let metas: Readonly<Record<Target, ReadonlyMap<string, string>>>;

beforeAll(async () => {
  bench = await Bench.make();
  cover = bench.path('cover.png');
  await execa('convert', ['-size', '300x400', 'xc:red', cover]);
  const wanted = Object.fromEntries(TARGETS.map((target) => [target, { target, second: cover, options: GIVEN }]));
  made = (await bench.convertAll(fixture('voyage.epub'), wanted)) as Record<Target, Converted>;
  metas = await metasOf(
    Object.fromEntries(TARGETS.map((target) => [target, made[target].path])) as Record<Target, string>,
  );
});
afterAll(() => bench.remove());

it.each(TARGETS)('says in %s what was given, and reports what has no place there', (target) => {
  const { meta, lost } = KEPT[target];
  for (const [name, value] of Object.entries(meta)) {
    expect(metas[target].get(name)).toEqual(typeof value === 'string' ? value : expect.stringMatching(value));
  }
  const reported = made[target].warnings.filter(({ code }) => code === 'metadata_lost');
  expect(reported.map(({ details }) => String(details.option)).sort()).toEqual(lost);
});

describe('cover', () => {
  const WITH_COVER = ['azw3', 'epub', 'fb2', 'lit', 'mobi'] as const;

  it.each(WITH_COVER)('is the second input in %s', async (target) => {
    const picture = bench.path(`cover-of-${target}`);
    await execa('ebook-meta', [`--get-cover=${picture}`, made[target].path]);
    const { stdout } = await execa('identify', ['-format', '%wx%h', picture]);
    expect(stdout).toBe('300x400');
  });

  it('is the picture itself in a docx', async () => {
    const { stdout } = await execa('unzip', ['-p', made.docx.path, 'word/media/cover.png'], { encoding: 'buffer' });
    expect(Buffer.from(stdout)).toEqual(await readFile(cover));
  });

  it('is refused without a second input, and where that is no picture of a kind that books hold', async () => {
    const book = fixture('voyage.epub');
    const alone = await errorOf(bench.convert(book, { target: 'epub', options: { cover: true } }));
    expect([alone.code, alone.message]).toEqual(['input_count', expect.stringContaining('two inputs')]);
    const text = await errorOf(
      bench.convert(book, { target: 'epub', second: fixture('voyage.txt'), options: { cover: true } }),
    );
    expect([text.code, text.message]).toEqual(['input_wrong_type', expect.stringContaining('no JPEG, PNG or GIF')]);
  });
});

it('refuses identifiers without a scheme, and languages that are none', async () => {
  const book = fixture('voyage.epub');
  for (const options of [{ identifiers: '9780142437247' }, { book_language: 'German language' }]) {
    expect((await errorOf(bench.convert(book, { target: 'epub', options }))).code).toBe('option_invalid');
  }
});
