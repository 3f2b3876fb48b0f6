import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boxesIn, makeBox } from '../../../../tools/formats/iso-media/boxes.ts';
import { readEdits } from '../../../../tools/formats/iso-media/edits.ts';
import { makeKeys, numbers, readMovieTags } from '../../../../tools/formats/iso-media/movie-tags.ts';
import { unreadTags } from '../../../../tools/formats/iso-media/text-tags.ts';
import { makeItem, makeKey } from '../../../../tools/formats/iso-media/write-tags.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convertd-iso-media-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(...boxes: readonly Buffer[]): Promise<string> {
  const path = join(folder, 'film.mp4');
  await writeFile(path, Buffer.concat(boxes));
  return path;
}

const text = (type: string, value: string) => makeBox(type, Buffer.from(value));
const zeros = (count: number) => Buffer.alloc(count);

describe('boxes that lie about their size', () => {
  const whole = text('free', 'whole');
  test.each([
    ['shorter than their header', Buffer.concat([numbers(4), Buffer.from('udta'), zeros(8)])],
    ['beyond the end', Buffer.concat([numbers(1000), Buffer.from('udta'), zeros(8)])],
    ['of 64 bits, beyond the end', Buffer.concat([numbers(1), Buffer.from('udta'), numbers(0xffffffff, 0xffffffff)])],
    ['of 64 bits, without them', Buffer.concat([numbers(1), Buffer.from('udta')])],
  ])('%s: what is before them is read', async (_, bytes) => {
    expect(boxesIn(Buffer.concat([whole, bytes])).map(({ type }) => type)).toEqual(['free']);
    const path = await write(whole, makeBox('moov', whole, bytes));
    expect(await readMovieTags(path)).toEqual({ keys: [], userData: [], items: [], others: [] });
    expect(await readEdits(path, 0)).toEqual(new Map());
  });

  test('of 0, they go on to the end', () => {
    const last = Buffer.concat([numbers(0), Buffer.from('udta'), whole]);
    expect(boxesIn(Buffer.concat([whole, last])).map(({ type, content }) => [type, content.length])).toEqual([
      ['free', 5],
      ['udta', 13],
    ]);
  });

  test('many of them are read up to a limit', async () => {
    const path = await write(makeBox('moov', ...Array.from({ length: 5000 }, () => makeBox('udta'))));
    expect((await readMovieTags(path)).userData).toEqual([]);
  });
});

describe('tags', () => {
  test('keys keep their names and values', async () => {
    const keys = [makeKey('COM.APPLE.QUICKTIME.LOCATION.ISO6709', '+1+2/'), makeKey('Mood', 'odd')];
    const path = await write(makeBox('moov', makeKeys(keys)));
    const found = await readMovieTags(path);
    expect(found.keys.map(({ name, content }) => [name, content.toString('utf8', 16)])).toEqual([
      ['com.apple.quicktime.location.ISO6709', '+1+2/'],
      ['Mood', 'odd'],
    ]);
  });

  test('what ffmpeg does not read has a name', () => {
    const number = (type: string, value: Buffer) => {
      const content = makeBox('data', numbers(21, 0), value);
      return { type, content, bytes: makeBox(type, content) };
    };
    const titl = Buffer.concat([
      numbers(0),
      Buffer.from([0x15, 0xc7]),
      Buffer.from('\ufeffT', 'utf16le').swap16(),
      zeros(2),
    ]);
    const userData = [{ type: 'titl', content: titl, bytes: makeBox('titl', titl) }];
    const items = [
      number('rate', Buffer.from([0, 80])),
      number('tmpo', Buffer.from([0, 120])),
      makeItem('mood', 'odd'),
    ];
    expect([...unreadTags({ keys: [makeKey('com.example.mood', 'odd')], userData, items })]).toEqual([
      ['com.example.mood', 'odd'],
      ['title', 'T'],
      ['rating_percent', '80'],
      ['bpm', '120'],
    ]);
  });
});
