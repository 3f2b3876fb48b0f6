import { execFile } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputArguments } from '../../../tools/ffmpeg/input-safety.ts';
import { pitch } from './measure.ts';
import { duration, ffmpeg, samples, soundOf, Workshop } from './support.ts';

const execute = promisify(execFile);
const TIMEOUT_MS = 60_000;
const SECONDS = 4;

let workshop: Workshop;
let tone: string;

beforeAll(async () => {
  workshop = await Workshop.open();
  tone = await workshop.make('tone.wav', ['-f', 'lavfi', '-i', `sine=660:d=${SECONDS}:r=44100`, '-ac', '2']);
  await workshop.make('secret.ts', ['-i', tone, '-c:a', 'aac']);
  await workshop.make('secret.mp4', ['-i', tone, '-c:a', 'aac', '-movflags', '+frag_keyframe+empty_moov']);
}, TIMEOUT_MS);

afterAll(async () => {
  await workshop.close();
});

describe('lists that make ffmpeg read other files', () => {
  const hls = (segment: string) =>
    `#EXTM3U\n#EXT-X-TARGETDURATION:${SECONDS}\n#EXTINF:${SECONDS}.0,\n${segment}\n#EXT-X-ENDLIST\n`;
  /** What each is called where ffmpeg goes by names, and its content. */
  const attacks = (): Record<string, [string, string]> => ({
    'HLS, absolute': ['m3u8', hls(`file://${workshop.path('secret.ts')}`)],
    'HLS, relative': ['m3u8', hls('secret.ts')],
    ffconcat: ['ffconcat', "ffconcat version 1.0\nfile 'tone.wav'\n"],
    DASH: [
      'mpd',
      '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT4S" ' +
        'profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet contentType="audio" mimeType="audio/mp4">' +
        `<Representation id="1" bandwidth="128000" mimeType="audio/mp4"><BaseURL>file://${workshop.path('secret.mp4')}</BaseURL>` +
        '</Representation></AdaptationSet></Period></MPD>',
    ],
  });

  it.each(['HLS, absolute', 'HLS, relative', 'ffconcat', 'DASH'])(
    '%s',
    async (name) => {
      const [extension, content] = attacks()[name] ?? ['', ''];
      const plain = await workshop.write(`list.${extension}`, content);
      const disguised = await workshop.write('list.mp3', content);
      // The attack works: without the guard, ffmpeg gives out the sound of the neighbour.
      const stolen = await workshop.make(`stolen-${extension}.wav`, ['-safe', '1', '-i', plain].slice(2));
      expect(await pitch(stolen)).toBeCloseTo(660, -1);
      for (const path of [plain, disguised]) {
        await expect(ffmpeg([...inputArguments(path), workshop.path('never.wav')])).rejects.toThrow();
        await expect(execute('ffprobe', ['-v', 'error', '-show_format', ...inputArguments(path)])).rejects.toThrow();
        await expect(workshop.convert({ input: path, target: 'mp3' })).rejects.toMatchObject({
          code: 'input_unsafe',
          message: expect.not.stringContaining(workshop.folder),
        });
      }
    },
    TIMEOUT_MS,
  );

  it(
    'SDP, which would open the network',
    async () => {
      const sdp =
        'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 96\na=rtpmap:96 L16/44100/2\n';
      const input = await workshop.write('call.mp3', sdp);
      await expect(workshop.convert({ input, target: 'wav' })).rejects.toMatchObject({ code: 'input_unsafe' });
    },
    TIMEOUT_MS,
  );
});

describe('what an input can be', () => {
  const CONTAINERS: Readonly<Record<string, readonly string[]>> = {
    'a.aac': [],
    'a.ac3': [],
    'a.aiff': [],
    'a.au': [],
    'a.caf': [],
    'a.flac': [],
    'a.mka': ['-c:a', 'libopus'],
    'a.m4a': [],
    'a.mmf': ['-ac', '1', '-ar', '22050'],
    'a.mp2': [],
    'a.mp3': [],
    'a.ogg': [],
    'a.opus': [],
    'a.spx': ['-ar', '32000'],
    'a.tta': [],
    'a.ts': [],
    'a.w64': [],
    'a.wav': ['-c:a', 'adpcm_ms'],
    'a.wma': [],
    'a.wv': [],
    'a.webm': [],
    'a.oga': ['-c:a', 'flac'],
  };

  it.each(Object.entries(CONTAINERS))(
    '%s %o',
    async (name, codec) => {
      const input = await workshop.make(name, ['-i', tone, ...codec]);
      const { output } = await workshop.convert({ input, target: 'flac' });
      expect(Math.abs((await duration(output.path)) - SECONDS)).toBeLessThan(0.2);
      expect(await pitch(output.path)).toBeCloseTo(660, -1);
    },
    TIMEOUT_MS,
  );

  it.each(['mp4', 'mkv', 'avi'])(
    'a film (%s): its sound',
    async (extension) => {
      const film = [
        '-f',
        'lavfi',
        '-i',
        'testsrc=s=64x64:d=6:r=5',
        '-i',
        tone,
        '-map',
        '0',
        '-map',
        '1',
        '-c:v',
        'mpeg4',
      ];
      const input = await workshop.make(`film.${extension}`, film);
      const { output, warnings } = await workshop.convert({ input, target: 'mp3' });
      expect(await pitch(output.path)).toBeCloseTo(660, -1);
      expect(Math.abs((await duration(output.path)) - SECONDS)).toBeLessThan(0.2);
      expect(warnings.map(({ code }) => code)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'several sounds: the first',
    async () => {
      const two = ['-f', 'lavfi', '-i', 'sine=300:d=1', '-i', tone, '-map', '0', '-map', '1', '-c:a', 'flac'];
      const input = await workshop.make('two.mka', two);
      const { output } = await workshop.convert({ input, target: 'wav' });
      expect(await pitch(output.path)).toBeCloseTo(300, -1);
    },
    TIMEOUT_MS,
  );

  it(
    'a film without sound, a picture, a text, random bytes: refused',
    async () => {
      const silent = await workshop.make('silent.mp4', [
        '-f',
        'lavfi',
        '-i',
        'testsrc=s=64x64:d=1:r=5',
        '-c:v',
        'mpeg4',
      ]);
      const picture = await workshop.make('picture.png', [
        '-f',
        'lavfi',
        '-i',
        'testsrc=s=64x64:d=1',
        '-frames:v',
        '1',
      ]);
      const text = await workshop.write('text.txt', 'No sound at all.\n'.repeat(100));
      const random = await workshop.write('random.mp3', Buffer.alloc(5000, 'Zm9v'));
      for (const input of [silent, picture, text, random]) {
        await expect(workshop.convert({ input, target: 'mp3' })).rejects.toMatchObject({ code: 'input_wrong_type' });
      }
    },
    TIMEOUT_MS,
  );

  it(
    'more channels than the target has: mixed, and said',
    async () => {
      const input = await workshop.make('six.wav', ['-i', tone, '-af', 'pan=5.1|c0=c0|c1=c1|c2=c0']);
      const mp3 = await workshop.convert({ input, target: 'mp3' });
      expect((await soundOf(mp3.output.path)).channels).toBe(2);
      expect(mp3.warnings).toMatchObject([{ code: 'output_limited', details: { channels: 6 } }]);
      for (const target of ['flac', 'opus', 'ogg', 'm4a', 'wav', 'aiff', 'aac']) {
        const { output, warnings } = await workshop.convert({ input, target });
        expect((await soundOf(output.path)).channels, target).toBe(6);
        expect(warnings, target).toEqual([]);
      }
    },
    TIMEOUT_MS,
  );
});

describe('inputs that are not whole', () => {
  const FORMATS = ['flac', 'mp3', 'wav', 'aiff', 'ogg', 'opus', 'wma', 'mka', 'w64', 'wv', 'mmf'];

  it.each(FORMATS)(
    'a %s that ends early is converted, and said to',
    async (extension) => {
      const codec = extension === 'mmf' ? ['-ac', '1'] : [];
      const whole = await readFile(await workshop.make(`whole.${extension}`, ['-i', tone, ...codec]));
      const input = await workshop.write(`part.${extension}`, whole.subarray(0, Math.floor(whole.length * 0.6)));
      const { output, warnings } = await workshop.convert({ input, target: 'wav' });
      expect(warnings.map(({ code }) => code)).toEqual(['input_truncated']);
      expect(await duration(output.path)).toBeGreaterThan(1);
      expect(await duration(output.path)).toBeLessThan(SECONDS - 0.5);
      const complete = await workshop.convert({ input: workshop.path(`whole.${extension}`), target: 'wav' });
      expect(complete.warnings).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'an M4A without its index cannot be read',
    async () => {
      const whole = await readFile(await workshop.make('index.m4a', ['-i', tone, '-c:a', 'aac']));
      const input = await workshop.write('noindex.m4a', whole.subarray(0, Math.floor(whole.length * 0.6)));
      await expect(workshop.convert({ input, target: 'wav' })).rejects.toMatchObject({ code: 'input_truncated' });
    },
    TIMEOUT_MS,
  );

  it(
    'damage in the middle is told of, and the rest converted',
    async () => {
      const content = await readFile(await workshop.make('damaged.flac', ['-i', tone]));
      content.fill(0x55, Math.floor(content.length * 0.4), Math.floor(content.length * 0.42));
      const input = await workshop.write('damaged.flac', content);
      const { output, warnings } = await workshop.convert({ input, target: 'wav' });
      expect(warnings.map(({ code }) => code)).toEqual(['input_damaged']);
      expect(await duration(output.path)).toBeGreaterThan(SECONDS / 2);
    },
    TIMEOUT_MS,
  );

  it(
    'a file of which nothing can be decoded',
    async () => {
      const content = await readFile(await workshop.make('hopeless.flac', ['-i', tone]));
      content.fill(0x55, 8300);
      const input = await workshop.write('hopeless.flac', content);
      const format = { name: 'flac', kind: 'audio', contentType: 'audio/flac' } as const;
      await expect(workshop.convert({ input, target: 'wav', format })).rejects.toMatchObject({ code: 'input_damaged' });
    },
    TIMEOUT_MS,
  );

  it(
    'what is no sound although it begins like one',
    async () => {
      const input = await workshop.write('fake.flac', `fLaC${'x'.repeat(2000)}`);
      const format = { name: 'flac', kind: 'audio', contentType: 'audio/flac' } as const;
      await expect(workshop.convert({ input, target: 'wav', format })).rejects.toMatchObject({ code: 'input_damaged' });
    },
    TIMEOUT_MS,
  );
});

describe('start and end, sample by sample', () => {
  const SOURCES = ['flac', 'mp3', 'ogg', 'opus', 'm4a', 'aac', 'wav', 'wma', 'mka', 'avi', 'wv'];

  it.each(SOURCES)(
    'of %s',
    async (extension) => {
      const noise = ['-f', 'lavfi', '-i', 'anoisesrc=d=12:r=48000:a=0.4:seed=9:c=pink', '-ac', '1'];
      const input = await workshop.make(`long.${extension}`, noise);
      const options = { start: '00:00:07', end: '00:00:09' };
      const { output } = await workshop.convert({ input, target: 'wav', options });
      const [all, part] = [await samples(input), await samples(output.path)];
      expect(part.length).toBe(2 * 48000);
      const from = 7 * 48000;
      for (let index = 0; index < part.length; index += 501) {
        // 16 bits in the result, and decoders that start at another place round otherwise.
        expect(Math.abs((part[index] ?? 1) - (all[from + index] ?? -1)), `sample ${index}`).toBeLessThan(0.01);
      }
    },
    TIMEOUT_MS,
  );

  it(
    'without looking at the rest of a long input',
    async () => {
      const input = await workshop.make('hours.flac', ['-f', 'lavfi', '-i', 'sine=200:d=1200:r=8000']);
      const started = performance.now();
      await workshop.convert({ input, target: 'mp3', options: { start: '00:15:00', end: '00:15:01' } });
      const part = performance.now() - started;
      const again = performance.now();
      await workshop.convert({ input, target: 'mp3' });
      expect(part).toBeLessThan((performance.now() - again) * 0.7);
    },
    TIMEOUT_MS,
  );
});

it(
  'copies its input aside from nothing: the input is as it was',
  async () => {
    await copyFile(tone, workshop.path('copy.wav'));
    await workshop.convert({ input: tone, target: 'mp3', options: { normalize: true } });
    expect(await readFile(tone)).toEqual(await readFile(workshop.path('copy.wav')));
  },
  TIMEOUT_MS,
);
