import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exifTags, probedTags, SHOP_ITEMS, writeTags } from '../../support/film-tags.ts';
import { ffprobe, pictureHash, Workshop } from './support.ts';

const execute = promisify(execFile);

const ITEMS = {
  ...SHOP_ITEMS,
  'ItemList:ContentCreateDate': '1987:03:31 07:00:00+00:00',
  'QuickTime:CreateDate': '2021:03:31 05:00:00',
} as const;

let workshop: Workshop;
let source: string;

beforeAll(async () => {
  workshop = await Workshop.open('installed');
  source = await workshop.make('source.m4a', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'aac']);
  await writeTags(
    source,
    Object.entries(ITEMS).map(([name, value]) => `${name}#=${value}`),
  );
});
afterAll(() => workshop.close());

const lossesOf = (warnings: readonly { code: string; message: string }[]) =>
  warnings.filter(({ code }) => code === 'metadata_lost').map(({ message }) => message);

describe('the tags of an M4A', () => {
  it.each(['m4a', 'm4b', 'm4r'])('stay as they are in %s', async (target) => {
    const { output, warnings } = await workshop.convert({ input: source, target });
    expect(await exifTags(output.path)).toMatchObject(ITEMS);
    expect(warnings).toEqual([]);
  });

  it.each(['mp3', 'flac', 'opus', 'ogg', 'mka', 'wma', 'aiff'])('stay in %s', async (target) => {
    const { output, warnings } = await workshop.convert({ input: source, target });
    const tags = await probedTags(output.path);
    const name = tags.titlesort ?? tags.sort_name;
    expect({ ...tags, name }).toMatchObject({ name: 'Title, The', rating_percent: '80', bpm: '120' });
    // ffprobe does not look for the one of ASF.
    if (target === 'wma')
      expect(await exifTags(output.path)).toMatchObject({ 'ASF:CreationDate': '2021:03:31 05:00:00Z' });
    else expect(tags.creation_time).toMatch(/^2021-03-31T05:00:00/);
    expect(tags.date?.replace('T', ' ')).toMatch(/^1987-03-31 07:00/);
    expect(lossesOf(warnings)).toEqual([]);
  });

  it('are named where WAV has no place for them', async () => {
    const { warnings } = await workshop.convert({ input: source, target: 'wav' });
    const lost = warnings.find(({ code }) => code === 'metadata_lost')?.details;
    expect(lost?.tags).toEqual(expect.arrayContaining(['sort_name', 'location', 'rating_percent', 'creation_time']));
  });

  it('lose the name by which they are sorted where an option changes them', async () => {
    const { output } = await workshop.convert({ input: source, target: 'm4a', options: { tag_title: 'New' } });
    const tags = await exifTags(output.path);
    expect(tags).toMatchObject({ 'ItemList:Title': 'New', 'ItemList:SortArtist': 'Artist, An' });
    expect(tags).not.toHaveProperty('ItemList:SortName');
  });

  it('come from other files under the names of iTunes', async () => {
    const tagged = ['-metadata', 'ARTISTSORT=Artist, An', '-metadata', 'mood=odd', '-metadata', 'make=Maker'];
    const flac = await workshop.make('tagged.flac', ['-v', 'error', '-i', source, '-map_metadata', '-1', ...tagged]);
    const { output, warnings } = await workshop.convert({ input: flac, target: 'm4a' });
    expect(await exifTags(output.path)).toMatchObject({ 'ItemList:SortArtist': 'Artist, An' });
    expect(await probedTags(output.path)).toMatchObject({ mood: 'odd', make: 'Maker' });
    expect(warnings).toEqual([]);
  });
});

describe('a date', () => {
  const dated = (date: string) =>
    workshop.make('dated.flac', ['-v', 'error', '-i', source, '-map_metadata', '-1', '-metadata', `date=${date}`]);

  it.each([
    ['2009-09-04T14:20', '2009-09-04 14:20', 0],
    ['1987-03-31T07:00:00Z', '1987-03-31 07:00', 0],
    ['2009-09-04', '2009-09-04', 0],
    ['2009', '2009', 0],
    ['2009-09-04T14:20:31', '2009-09-04 14:20', 1],
    ['2009-09-04 14:20:00+0200', '2009-09-04 14:20', 1],
    ['2009-09', '2009', 1],
    ['Spring 1999', 'Spring 1999', 0],
  ])('%s is %s in ID3v2.3, with %i warnings', async (date, expected, warned) => {
    const { output, warnings } = await workshop.convert({ input: await dated(date), target: 'mp3' });
    expect((await probedTags(output.path)).date).toBe(expected);
    expect(warnings.map(({ code }) => code)).toEqual(Array(warned).fill('output_limited'));
  });

  it('has day before month, as the format says', async () => {
    const { output } = await workshop.convert({ input: await dated('2009-09-04T14:20'), target: 'mp3' });
    const tags = await exifTags(output.path);
    expect([tags['ID3v2_3:Year'], tags['ID3v2_3:Date'], tags['ID3v2_3:Time']].map(String)).toEqual([
      '2009',
      '0409',
      '1420',
    ]);
  });
});

describe('a cover whose type says something else', () => {
  it.each([0, 1])('%i: is one all the same', async (type) => {
    const cover = await workshop.make('cover.jpg', [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc=s=64x64',
      '-frames:v',
      '1',
    ]);
    const path = await workshop.write(`covered-${type}.m4a`, await readFile(source));
    await execute('exiftool', ['-q', '-overwrite_original', `-ItemList:CoverArt<=${cover}`, path]);
    const bytes = await readFile(path);
    bytes.writeUInt32BE(type, bytes.indexOf('covr') + 12);
    await workshop.write(`covered-${type}.m4a`, bytes);
    const before = await ffprobe(path);
    expect(before.streams.filter(({ codec_type }) => codec_type === 'video')).toEqual([]);
    for (const target of ['mp3', 'flac', 'm4a']) {
      const { output, warnings } = await workshop.convert({ input: path, target });
      expect([target, await pictureHash(output.path)]).toEqual([target, await pictureHash(cover)]);
      expect(lossesOf(warnings)).toEqual([]);
    }
    const { warnings } = await workshop.convert({ input: path, target: 'wav' });
    expect(lossesOf(warnings)[0]).toContain('a cover picture');
  });
});
