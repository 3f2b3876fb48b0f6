import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeBox, type Edit, editList } from './boxes.ts';
import { Workshop } from './support.ts';

let workshop: Workshop;
/** Four seconds whose frames are of different greys. */
let source: string;

const SCALE = 1000;
const TRACK_SCALE = 12_800;
const SOUND_SCALE = 44_100;
const SCALES = ['-video_track_timescale', `${TRACK_SCALE}`, '-movie_timescale', `${SCALE}`];
/** Each frame is brighter by this than the one before, for two seconds. */
const GREYS = "geq=lum='16+mod(N,50)*4':cb=128:cr=128";

beforeAll(async () => {
  workshop = await Workshop.open();
  source = await workshop.film(
    'source.mp4',
    ...['-f', 'lavfi', '-i', `color=black:s=64x48:r=25:d=4,format=yuv420p,${GREYS}`],
    ...['-f', 'lavfi', '-i', 'sine=duration=4', '-c:a', 'aac'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-g', '25', '-bf', '0'],
  );
});
afterAll(() => workshop.remove());

/** The greys of all frames that ffmpeg's player shows of a file. */
async function greys(path: string): Promise<number[]> {
  const one = ['-vsync', '0', '-vf', 'scale=1:1:flags=area,format=gray', '-f', 'rawvideo', '-'];
  const { stdout } = await execa('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v', ...one], { encoding: 'buffer' });
  return [...stdout];
}

/** How many frames are stored, shown or not. */
async function stored(path: string): Promise<number> {
  const args = ['-v', 'error', '-ignore_editlist', '1', '-select_streams', 'v', '-count_packets'];
  const { stdout } = await execa('ffprobe', [
    ...args,
    '-show_entries',
    'stream=nb_read_packets',
    '-of',
    'csv=p=0',
    path,
  ]);
  return Number(stdout);
}

/** What is seen in each 25th of a second. */
async function seen(path: string): Promise<number[]> {
  const held = 'fps=25,scale=1:1:flags=area,format=gray';
  const args = ['-v', 'error', '-i', path, '-map', '0:v', '-vf', held, '-f', 'rawvideo', '-'];
  const { stdout } = await execa('ffmpeg', args, { encoding: 'buffer' });
  return [...stdout];
}

/** How loud each tenth of a second is, by whether it is heard at all. */
async function heard(path: string): Promise<string> {
  const args = [
    '-v',
    'error',
    '-i',
    path,
    '-map',
    '0:a',
    '-af',
    'aresample=async=1,aformat=s16:8000:mono',
    '-f',
    's16le',
    '-',
  ];
  const { stdout } = await execa('ffmpeg', args, { encoding: 'buffer' });
  const samples = new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length >> 1);
  const tenths = Array.from({ length: Math.round(samples.length / 800) }, (_, tenth) =>
    samples.subarray(tenth * 800 + 300, tenth * 800 + 500).some((sample) => Math.abs(sample) > 300) ? '#' : '.',
  );
  return tenths.join('');
}

const withEdits = async (name: string, edits: readonly Edit[]): Promise<string> => {
  const extension = name.slice(name.lastIndexOf('.'));
  const silent = await workshop.film(`silent${extension}`, '-i', source, '-an', '-c', 'copy', ...SCALES);
  return edited(silent, name, editList(edits, SCALE, TRACK_SCALE));
};

/** A sound with edits. */
const soundWithEdits = async (name: string, edits: readonly Edit[]): Promise<string> => {
  const sound = await workshop.film('sound.mp4', '-i', source, '-vn', '-c', 'copy');
  return edited(sound, name, editList(edits, SCALE, SOUND_SCALE));
};

/** The same film, its first track with another edit list. */
const edited = (film: string, name: string, list: Buffer): Promise<string> =>
  changeBox(film, workshop.path(name), [{ type: 'moov' }, { type: 'trak' }], (content) => {
    const boxes: Buffer[] = [];
    for (let at = 0; at < content.length; at += content.readUInt32BE(at))
      boxes.push(content.subarray(at, at + content.readUInt32BE(at)));
    const [head = Buffer.alloc(0), ...others] = boxes.filter((each) => each.toString('latin1', 4, 8) !== 'edts');
    return Buffer.concat([head, list, ...others]);
  });

/** The same frames, up to what an encoder changes. */
function expectSame(found: readonly number[], shown: readonly number[]): void {
  expect(found.length).toBe(shown.length);
  const most = Math.max(...found.map((grey, index) => Math.abs(grey - (shown[index] ?? 0))));
  expect(most).toBeLessThan(3);
}

describe('frames before the beginning', () => {
  test.each(['mp4', 'mov', '3gp', 'mkv', 'ts', 'flv', 'webm', 'avi'])('%s shows none of them', async (target) => {
    const cut = await workshop.film('cut.mp4', '-ss', '0.52', '-i', source, '-c', 'copy');
    const shown = await greys(cut);
    expect([shown.length, await stored(cut)]).toEqual([87, 100]);
    const { path, warnings } = await workshop.run(cut, target);
    expectSame(await greys(path), shown);
    expect(warnings).toEqual([]);
  });

  test('a copy that is asked for says that it has them', async () => {
    const cut = await workshop.film('cut.mp4', '-ss', '0.52', '-i', source, '-c', 'copy');
    const { path, warnings } = await workshop.run(cut, 'mkv', { video_codec: 'copy' });
    expect((await greys(path)).length).toBe(100);
    expect(warnings).toEqual([expect.stringContaining('edit list')]);
  });

  test('merged films show none of them', async () => {
    const cut = await workshop.film('cut.mp4', '-ss', '0.52', '-i', source, '-c', 'copy');
    const { path, warnings } = await workshop.run([cut, cut], 'mp4', { merge: true });
    const shown = await greys(cut);
    expectSame(await greys(path), [...shown, ...shown]);
    expect(warnings).toEqual([expect.stringContaining('edit lists')]);
  });
});

describe('pauses', () => {
  const MIDDLE: readonly Edit[] = [
    [1, 0],
    [1, null],
    [1, 2],
  ];
  const LONG: readonly Edit[] = [
    [1, 0],
    [6, null],
    [1, 2],
  ];
  const LATE: readonly Edit[] = [
    [0.6, null],
    [1, 1],
    [0.6, null],
    [1, 2],
  ];

  /** The frames of an edit list, by those of the whole track: where nothing is shown, the last one stays. */
  async function expected(edits: readonly Edit[]): Promise<number[]> {
    const whole = await greys(source);
    const frames: number[] = [];
    for (const [seconds, from, rate] of edits) {
      const count = Math.round(seconds * 25);
      const first = Math.round((from ?? 0) * 25);
      const held = from === null ? frames.at(-1) : rate === 0 ? whole[first] : undefined;
      const isBefore = from === null && frames.length === 0;
      if (held !== undefined) frames.push(...Array.from({ length: count }, () => held));
      else if (!isBefore) frames.push(...whole.slice(first, first + count));
    }
    return frames;
  }

  test.each<[string, readonly Edit[]]>([
    ['between parts', MIDDLE],
    ['for longer than the track', LONG],
    ['after a late beginning', LATE],
    ['at the end', MIDDLE.slice(0, 2)],
    [
      'on a frame',
      [
        [1, 0],
        [1, 1, 0],
        [1, 2],
      ],
    ],
  ])('%s', async (name, edits) => {
    const shown = await expected(edits);
    for (const [from, target] of [
      ['mp4', 'mp4'],
      ['mov', 'mkv'],
      ['3gp', 'webm'],
      ['mp4', 'avi'],
    ] as const) {
      const { path, warnings } = await workshop.run(await withEdits(`${name}.${from}`, edits), target);
      expectSame(await seen(path), shown);
      expect([target, warnings]).toEqual([target, []]);
    }
  });

  test('of merged films', async () => {
    const film = await withEdits('part.mp4', MIDDLE);
    const { path } = await workshop.run([film, film], 'mp4', { merge: true });
    const shown = await expected(MIDDLE);
    expectSame(await seen(path), [...shown, ...shown]);
  });

  test('from a later start on', async () => {
    const { path } = await workshop.run(await withEdits('later.mp4', MIDDLE), 'mp4', { start: '00:00:00.6' });
    expectSame(await seen(path), (await expected(MIDDLE)).slice(15));
  });

  test.each<[string, readonly Edit[], string]>([
    ['between parts', MIDDLE, '##########..........##########'],
    ['for longer than the track', LONG, `##########${'.'.repeat(60)}##########`],
  ])('of a sound %s', async (name, edits, times) => {
    const sound = await soundWithEdits(`sound ${name}.mp4`, edits);
    for (const target of ['wav', 'm4a', 'mp3']) {
      const { path, warnings } = await workshop.run(sound, target, {}, 'audio');
      expect([target, warnings, (await heard(path)).slice(0, times.length)]).toEqual([target, [], times]);
    }
  });
});

describe('parts at another speed', () => {
  const FAST: readonly Edit[] = [
    [1, 0, 2],
    [1, 2],
  ];

  test('are named, and how many they are', async () => {
    const film = await withEdits('fast.mp4', FAST);
    const sound = await soundWithEdits('fast sound.mp4', FAST);
    const moving = [await workshop.run(film, 'mkv'), await workshop.run(film, 'gif')];
    const heardAlone = await workshop.run(sound, 'mp3', {}, 'audio');
    for (const { warnings } of [...moving, heardAlone]) {
      expect(warnings).toEqual([expect.stringContaining('plays 1 of its parts faster or slower')]);
    }
  });

  test('a sound that is copied says that it is copied as it is stored', async () => {
    const sound = await soundWithEdits('pause.mp4', [
      [1, 0],
      [1, null],
      [1, 2],
    ]);
    const { warnings } = await workshop.run(sound, 'm4a', { audio_codec: 'copy' }, 'audio');
    expect(warnings).toEqual([expect.stringContaining('edit list')]);
  });
});

describe('edits', () => {
  test.each<[string, readonly Edit[]]>([
    [
      'a part left out',
      [
        [1, 0],
        [1, 2],
      ],
    ],
    [
      'a part twice',
      [
        [1, 1],
        [1, 1],
      ],
    ],
    [
      'the end first',
      [
        [1, 2],
        [1, 0],
      ],
    ],
    ['an end that is not shown', [[3, 0]]],
  ])('%s', async (name, edits) => {
    const film = await withEdits(`${name}.mp4`, edits);
    const shown = await greys(film);
    expect(shown.length).toBe(25 * edits.reduce((sum, [seconds]) => sum + seconds, 0));
    for (const target of ['mp4', 'mkv']) {
      const { path, warnings } = await workshop.run(film, target);
      expectSame(await greys(path), shown);
      expect([target, warnings]).toEqual([target, []]);
    }
  });

  test('a picture that begins late does so in the result', async () => {
    const late = await workshop.film(
      'late.mp4',
      ...['-itsoffset', '0.6', '-i', source, '-i', source, '-map', '0:v', '-map', '1:a', '-c', 'copy'],
    );
    for (const target of ['mp4', 'mov', 'mkv']) {
      const { path } = await workshop.run(late, target);
      const begins = ['-select_streams', 'v', '-show_entries', 'stream=start_time', '-of', 'csv=p=0'];
      const { stdout } = await execa('ffprobe', ['-v', 'error', ...begins, path]);
      expect([target, Math.round(Number(stdout) * 20) / 20]).toEqual([target, 0.6]);
      expectSame(await greys(path), await greys(late));
    }
  });
});
