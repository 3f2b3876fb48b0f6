import { execFile } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputArguments } from '../../../tools/programs/ffmpeg/probe/input-safety.ts';
import { pitch } from './measure.ts';
import { duration, ffmpeg, soundOf, Workshop } from './support.ts';

const execute = promisify(execFile);
const SECONDS = 4;
const FILMS = ['mp4', 'mkv', 'avi'];

let workshop: Workshop;
let tone: string;

beforeAll(async () => {
  workshop = await Workshop.open('installed');
  tone = workshop.path('tone.wav');
  const film = ['-map', '1', '-map', '0', '-c:v', 'mpeg4'];
  await workshop.makeAll(
    [
      ...['-f', 'lavfi', '-i', `sine=660:d=${SECONDS}:r=44100,aformat=channel_layouts=stereo`],
      ...['-f', 'lavfi', '-i', 'testsrc=s=64x64:d=6:r=5', '-f', 'lavfi', '-i', 'sine=300:d=1'],
    ],
    {
      'tone.wav': [],
      'secret.ts': ['-map', '0', '-c:a', 'aac'],
      'secret.mp4': ['-map', '0', '-c:a', 'aac', '-movflags', '+frag_keyframe+empty_moov'],
      ...Object.fromEntries(FILMS.map((extension) => [`film.${extension}`, film])),
      'silent.mp4': ['-map', '1', '-c:v', 'mpeg4'],
      'picture.png': ['-map', '1', '-frames:v', '1'],
      'two.mka': ['-map', '2', '-map', '0', '-c:a', 'flac'],
      'six.wav': ['-map', '0', '-af', 'pan=5.1|c0=c0|c1=c1|c2=c0'],
      'index.m4a': ['-map', '0', '-c:a', 'aac'],
      'whole.flac': ['-map', '0'],
    },
  );
});

afterAll(() => workshop.close());

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

  it.each(['HLS, absolute', 'HLS, relative', 'ffconcat', 'DASH'])('%s', async (name) => {
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
  });

  it('SDP, which would open the network', async () => {
    const sdp =
      'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 96\na=rtpmap:96 L16/44100/2\n';
    const input = await workshop.write('call.mp3', sdp);
    await expect(workshop.convert({ input, target: 'wav' })).rejects.toMatchObject({ code: 'input_unsafe' });
  });
});

describe('what an input can be', () => {
  it.each(FILMS)('a film (%s): its sound', async (extension) => {
    const input = workshop.path(`film.${extension}`);
    const { output, warnings } = await workshop.convert({ input, target: 'mp3' });
    expect(await pitch(output.path)).toBeCloseTo(660, -1);
    expect(Math.abs((await duration(output.path)) - SECONDS)).toBeLessThan(0.2);
    expect(warnings.map(({ code }) => code)).toEqual([]);
  });

  it('an MPEG transport stream', async () => {
    const { output } = await workshop.convert({ input: workshop.path('secret.ts'), target: 'wav' });
    expect(Math.abs((await duration(output.path)) - SECONDS)).toBeLessThan(0.2);
    expect(await pitch(output.path)).toBeCloseTo(660, -1);
  });

  it('several sounds: the first', async () => {
    const input = workshop.path('two.mka');
    const { output } = await workshop.convert({ input, target: 'wav' });
    expect(await pitch(output.path)).toBeCloseTo(300, -1);
  });

  it('a film without sound, a picture, a text, random bytes: refused', async () => {
    const [silent, picture] = [workshop.path('silent.mp4'), workshop.path('picture.png')];
    const text = await workshop.write('text.txt', 'No sound at all.\n'.repeat(100));
    const random = await workshop.write('random.mp3', Buffer.alloc(5000, 'Zm9v'));
    for (const input of [silent, picture, text, random]) {
      await expect(workshop.convert({ input, target: 'mp3' })).rejects.toMatchObject({ code: 'input_wrong_type' });
    }
  });

  it('more channels than the target has: mixed, and said', async () => {
    const input = workshop.path('six.wav');
    const mp3 = await workshop.convert({ input, target: 'mp3' });
    expect((await soundOf(mp3.output.path)).channels).toBe(2);
    expect(mp3.warnings).toMatchObject([{ code: 'output_limited', details: { channels: 6 } }]);
  });
});

describe('inputs that are not whole', () => {
  it('an M4A without its index cannot be read', async () => {
    const whole = await readFile(workshop.path('index.m4a'));
    const input = await workshop.write('noindex.m4a', whole.subarray(0, Math.floor(whole.length * 0.6)));
    await expect(workshop.convert({ input, target: 'wav' })).rejects.toMatchObject({ code: 'input_truncated' });
  });

  it('damage in the middle is told of, and the rest converted', async () => {
    const content = await readFile(workshop.path('whole.flac'));
    content.fill(0x55, Math.floor(content.length * 0.4), Math.floor(content.length * 0.42));
    const input = await workshop.write('damaged.flac', content);
    const { output, warnings } = await workshop.convert({ input, target: 'wav' });
    expect(warnings.map(({ code }) => code)).toEqual(['input_damaged']);
    expect(await duration(output.path)).toBeGreaterThan(SECONDS / 2);
  });

  it('a file of which nothing can be decoded', async () => {
    const content = await readFile(workshop.path('whole.flac'));
    content.fill(0x55, 8300);
    const input = await workshop.write('hopeless.flac', content);
    const format = { name: 'flac', kind: 'audio', contentType: 'audio/flac' } as const;
    await expect(workshop.convert({ input, target: 'wav', format })).rejects.toMatchObject({ code: 'input_damaged' });
  });

  it('what is no sound although it begins like one', async () => {
    const input = await workshop.write('fake.flac', `fLaC${'x'.repeat(2000)}`);
    const format = { name: 'flac', kind: 'audio', contentType: 'audio/flac' } as const;
    await expect(workshop.convert({ input, target: 'wav', format })).rejects.toMatchObject({ code: 'input_damaged' });
  });
});

it('copies its input aside from nothing: the input is as it was', async () => {
  await copyFile(tone, workshop.path('copy.wav'));
  await workshop.convert({ input: tone, target: 'mp3', options: { normalize: true } });
  expect(await readFile(tone)).toEqual(await readFile(workshop.path('copy.wav')));
});
