import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exifTags, probedTags, SHOP_ITEMS, writeTags } from '../../support/film-tags.ts';
import { Workshop } from './support.ts';

let workshop: Workshop;
/** As a telephone records it: Apple's keys, and user data. */
let phone: string;
/** As a shop sells it: items of iTunes. */
let bought: string;

/** By ExifTool's names; the values are as it prints them with -n. */
const PHONE = {
  'Keys:Make': 'Apple',
  'Keys:Model': 'iPhone 12',
  'Keys:Software': 14.4,
  'Keys:CreationDate': '2021:03:31 07:00:00+02:00',
  'Keys:GPSCoordinates': '48.8577 2.295 35',
  'Keys:UserRating': 4,
  'Keys:DisplayName': 'Tower',
  'Keys:AndroidCaptureFps': 120,
  'UserData:GPSCoordinates': '48.8577 2.295 35',
  'UserData:Make': 'Maker',
  'UserData:Model': 'Model 7',
  'UserData:SoftwareVersion': 'Firmware 3',
  'QuickTime:CreateDate': '2021:03:31 05:00:00',
} as const;

const BOUGHT = {
  ...SHOP_ITEMS,
  'ItemList:AlbumArtist': 'Various',
  'ItemList:ContentCreateDate': '2009:09:04 14:20:00+00:00',
} as const;

const asArguments = (tags: Readonly<Record<string, string | number>>) =>
  Object.entries(tags)
    .filter(([name]) => name !== 'Keys:AndroidCaptureFps')
    .map(([name, value]) => `${name}#=${value}`);

beforeAll(async () => {
  workshop = await Workshop.open();
  const plain = await workshop.colours('plain.mov', '-c:v', 'libx264', '-c:a', 'aac');
  phone = await workshop.film(
    'phone.mov',
    ...['-i', plain, '-c', 'copy', '-map_metadata', '-1', '-movflags', 'use_metadata_tags'],
    ...['-metadata', 'com.android.capture.fps=120'],
  );
  await writeTags(phone, asArguments(PHONE));
  bought = await workshop.film('bought.mp4', '-i', plain, '-c', 'copy');
  await writeTags(bought, asArguments(BOUGHT));
});
afterAll(() => workshop.remove());

describe('what a film says of itself', () => {
  test.each(['mp4', 'mov', 'm4v', '3gp'])('a telephone’s stays in %s', async (target) => {
    const { path, warnings } = await workshop.run(phone, target);
    expect(await exifTags(path)).toMatchObject(PHONE);
    expect(warnings.filter((warning) => warning.startsWith('metadata_lost'))).toEqual([]);
  });

  test.each(['mp4', 'mov', 'm4v'])('that of iTunes stays in %s', async (target) => {
    const { path, warnings } = await workshop.run(bought, target);
    const tags = await exifTags(path);
    // In QuickTime, ffmpeg keeps titles as user data as well.
    expect(tags).toMatchObject(BOUGHT);
    expect(warnings).toEqual([]);
  });

  test.each(['mkv', 'webm', 'wmv'])('both stay in %s under the names of ffmpeg', async (target) => {
    const made = await workshop.run(phone, target);
    const tags = await probedTags(made.path);
    expect(tags).toMatchObject({
      'com.apple.quicktime.make': 'Apple',
      'com.apple.quicktime.location.iso6709': '+48.8577+002.295+35.000/',
      'com.android.capture.fps': '120',
      make: 'Maker',
      software: 'Firmware 3',
    });
    expect(made.warnings.filter((warning) => warning.startsWith('metadata_lost'))).toEqual([]);
    const sold = await probedTags((await workshop.run(bought, target)).path);
    expect(sold).toMatchObject({
      sort_name: 'Title, The',
      rating_percent: '80',
      bpm: '120',
      purchase_date: '2009-01-01',
    });
  });

  test.each(['avi', 'ts', 'mpg', 'ogv', 'flv'])('what %s has no place for is named', async (target) => {
    const { path, warnings } = await workshop.run(phone, target, { subtitles: 'none' });
    const tags = await probedTags(path);
    const lost = warnings.find((warning) => warning.startsWith('metadata_lost')) ?? '';
    for (const name of ['location', 'make', 'model', 'software', 'com.apple.quicktime.make']) {
      const isThere = tags[name] !== undefined;
      expect([name, isThere || lost.includes(name) || /and \d+ more/.test(lost)]).toEqual([name, true]);
    }
  });

  test('tags of Matroska become keys and items', async () => {
    const tagged = await workshop.film(
      'tagged.mkv',
      ...[
        '-i',
        phone,
        '-map_metadata',
        '-1',
        '-c',
        'copy',
        '-metadata',
        'MAKE=Maker',
        '-metadata',
        'SORT_NAME=Name, A',
      ],
      ...['-metadata', 'COM.APPLE.QUICKTIME.LOCATION.ISO6709=+48.8577+002.295/', '-metadata', 'title=T'],
    );
    const { path, warnings } = await workshop.run(tagged, 'mp4');
    expect(await exifTags(path)).toMatchObject({
      'ItemList:SortName': 'Name, A',
      'ItemList:Title': 'T',
      'Keys:GPSCoordinates': '48.8577 2.295',
    });
    expect((await probedTags(path)).make).toBe('Maker');
    expect(warnings).toEqual([]);
    const { path: mov } = await workshop.run(tagged, 'mov');
    expect(await exifTags(mov)).toMatchObject({ 'UserData:Make': 'Maker', 'Keys:GPSCoordinates': '48.8577 2.295' });
  });

  test.each(['mp4', 'mov', 'm4v', '3gp', 'mkv', 'webm'])(
    'nothing is left of it in %s with strip_metadata',
    async (target) => {
      for (const input of [phone, bought]) {
        const { path, warnings } = await workshop.run(input, target, { strip_metadata: true });
        const tags = await exifTags(path);
        const told = Object.entries(tags).filter(([name, value]) => TELLING.test(name) && !isNothing(value));
        expect([told, warnings]).toEqual([[], []]);
        const bytes = await execa('grep', ['-c', '-a', '-E', 'Apple|iPhone|Maker|48.8577|Title, The'], {
          inputFile: path,
          reject: false,
        });
        expect(bytes.stdout).toBe('0');
      }
    },
  );
});

/** ffmpeg's own name aside. */
const TELLING = /^(Keys|UserData|ItemList|XMP|GPS)|:(?!File).*Date|:(Make|Model|GPS)/;
const isNothing = (value: string | number) => value === '0000:00:00 00:00:00' || /^Lav[fc]/.test(`${value}`);

test('the picture and the sound are where the index says, also before it grew', async () => {
  const hash = async (path: string) => (await execa('ffmpeg', ['-v', 'error', '-i', path, '-f', 'md5', '-'])).stdout;
  const { path } = await workshop.run(phone, 'mp4');
  expect(await hash(path)).toBe(await hash(phone));
  const { stdout } = await execa('exiftool', ['-validate', '-warning', '-a', path]);
  expect(stdout).toMatch(/Validate +: OK/);
});
