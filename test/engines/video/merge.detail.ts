import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { colourAt, probe, streamsOf, Workshop } from './support.ts';
import { apart, BURSTS, beats, bursts, flashes } from './sync.ts';

const [RED, LIME, BLUE, WHITE, BLACK] = ['256 0 0', '0 256 0', '0 0 256', '256 256 256', '0 0 0'];
/** Seconds by which sound and picture may be apart. */
const TOGETHER = 0.02;

let workshop: Workshop;
let colours: string;
/** Five seconds, a flash and a burst at each. */
let beating: string;
beforeAll(async () => {
  workshop = await Workshop.open();
  colours = await workshop.colours('colours.mp4', '-c:v', 'libx264', '-c:a', 'aac');
  beating = await beats(workshop, 'beating.mp4', 5, '-c:v', 'libx264', '-c:a', 'aac');
});
afterAll(() => workshop.remove());

const lengthOf = async (path: string): Promise<number> => Number((await probe(path)).format.duration);
const codecs = ['-c:v', 'libx264', '-c:a', 'aac'];

describe('sound and picture stay together', () => {
  test('what measures it notices a sound that is late', async () => {
    const late = await workshop.film(
      'late.mkv',
      '-i',
      beating,
      '-itsoffset',
      '0.06',
      '-i',
      beating,
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-c',
      'copy',
    );
    expect(await apart(beating)).toBeLessThan(TOGETHER);
    expect(await apart(late)).toBeGreaterThan(TOGETHER);
  });

  test.each([
    ['mp4', {}, 5],
    ['mp4', { quality: 60 }, 5],
    ['webm', {}, 5],
    ['mkv', { start: '00:00:01.520' }, 3],
    ['mp4', { start: '00:00:01.520', end: '00:00:04.520', quality: 60 }, 3],
    ['mp4', { speed: 2 }, 5],
    ['mp4', { speed: 0.5 }, 5],
    ['avi', {}, 5],
    ['mpg', {}, 5],
    ['ts', { quality: 60 }, 5],
  ])('%s with %j', async (target, options, count) => {
    const { path, result } = await workshop.run(beating, target, options);
    expect([result, (await flashes(path)).length]).toEqual(['completed', count]);
    // AVI counts frames and has no times: it cannot say that MP3 begins with 23 ms of silence.
    expect(await apart(path)).toBeLessThan(target === 'avi' ? TOGETHER + 0.01 : TOGETHER);
  });
});

describe('films behind each other', () => {
  test('alike: copied', async () => {
    const { path, result, warnings } = await workshop.run([beating, beating, beating], 'mp4', { merge: true });
    expect([result, warnings]).toEqual(['completed', []]);
    expect(Math.abs((await lengthOf(path)) - 15)).toBeLessThan(0.15);
    expect(await packets(path)).toEqual([
      ...(await packets(beating)),
      ...(await packets(beating)),
      ...(await packets(beating)),
    ]);
    expect(await apart(path)).toBeLessThan(TOGETHER);
    expect((await flashes(path)).length).toBe(15);
  });

  test('different: in the form of the first, with bars, and silence where there is no sound', async () => {
    const tall = ['-vf', 'scale=64:128,setsar=1,fps=50', '-an', '-c:v', 'libx264'];
    const silent = await workshop.film('tall.mkv', '-i', colours, ...tall);
    const small = await workshop.film('small.webm', '-i', beating, '-vf', 'scale=64:48', '-ar', '24000', '-ac', '2');
    const { path, result, warnings } = await workshop.run([beating, silent, small], 'mp4', { merge: true });
    expect([result, warnings]).toEqual(['completed', [expect.stringContaining('The videos differ')]]);
    const { streams } = await probe(path);
    expect(streamsOf({ streams } as never)).toBe('video h264, audio aac');
    expect(streams).toMatchObject([{ width: 128, height: 96, avg_frame_rate: '25/1' }, { sample_rate: '48000' }]);
    expect(Math.abs((await lengthOf(path)) - 14)).toBeLessThan(0.15);
    // Beside the tall film are bars, in it the colours; around it, flashes and bursts at the same times.
    expect(await Promise.all([4, 64].map((x) => colourAt(path, 6.5, x, 60)))).toEqual([BLACK, LIME]);
    const [seen, heard] = await Promise.all([flashes(path), bursts(path)]);
    expect(heard.length).toBe(10);
    for (const time of heard) expect(Math.min(...seen.map((flash) => Math.abs(flash - time)))).toBeLessThan(TOGETHER);
    expect(heard.at(-1)).toBeGreaterThan(12.9);
  });

  test('a part of both, at another speed, in a given size and in two passes', async () => {
    const other = await workshop.film('other.mp4', '-i', beating, '-vf', 'scale=64:48', ...codecs);
    const options = {
      merge: true,
      start: '00:00:02.520',
      end: '00:00:08.520',
      speed: 2,
      video_bitrate: 200,
      width: 64,
    };
    const { path, result } = await workshop.run([beating, other], 'mp4', options);
    expect(result).toBe('completed');
    expect(Math.abs((await lengthOf(path)) - 3)).toBeLessThan(0.1);
    expect(await flashes(path)).toHaveLength(6);
    expect(await apart(path)).toBeLessThan(TOGETHER);
  });

  test('chapters of each where they belong, the title of the first', async () => {
    const text = ';FFMETADATA1\ntitle=Both\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=4\ntitle=Part\n';
    const chapters = await workshop.write('chapters.txt', text);
    const film = await workshop.film(
      'chapters.mkv',
      '-i',
      colours,
      '-i',
      chapters,
      '-map_metadata',
      '1',
      '-map_chapters',
      '1',
      '-c',
      'copy',
    );
    const { path } = await workshop.run([film, film], 'mkv', { merge: true });
    const probed = await probe(path);
    expect(probed.chapters.map(({ start_time }) => Math.round(Number(start_time)))).toEqual([0, 4]);
    expect(probed.format.tags?.title).toBe('Both');
  });

  test('what was to be copied and cannot is refused, and so are films beside pictures', async () => {
    const other = await workshop.film('another.mp4', '-i', beating, '-vf', 'scale=64:48', ...codecs);
    const copied = await workshop.run([beating, other], 'mp4', { merge: true, video_codec: 'copy' });
    expect([copied.result, copied.error]).toEqual([
      'option_unsupported',
      expect.stringContaining('the videos differ (size'),
    ]);
    const picture = await workshop.film('one.png', '-f', 'lavfi', '-i', 'color=red:size=64x64', '-frames:v', '1');
    expect((await workshop.run([beating, picture], 'mp4', { merge: true })).result).toBe('input_wrong_type');
  });

  test('a list of other files among the films is refused', async () => {
    const list = await workshop.write('list.mp4', `ffconcat version 1.0\nfile '${colours}'\n`);
    expect((await workshop.run([colours, list], 'mp4', { merge: true })).result).not.toBe('completed');
    expect((await workshop.run([colours, colours], 'mp4', { merge: true })).result).toBe('completed');
  });
});

describe('a film and a sound', () => {
  test('instead of its own; the picture is copied', async () => {
    const silent = await workshop.film('silent.mp4', '-i', beating, '-an', '-c', 'copy');
    const sound = await workshop.film('bursts.wav', '-f', 'lavfi', '-i', BURSTS(8));
    const { path, warnings } = await workshop.run([silent, sound], 'mp4', { merge: true });
    expect(streamsOf(await probe(path))).toBe('video h264, audio aac');
    expect(warnings).toEqual([expect.stringContaining('bursts.wav is longer (8.0 s) than the film (5.0 s)')]);
    expect(await packets(path)).toEqual(await packets(silent));
    expect(Math.abs((await lengthOf(path)) - 5)).toBeLessThan(0.1);
    expect(await apart(path)).toBeLessThan(TOGETHER);
  });

  test('over its own', async () => {
    const tone = await workshop.film('tone.mp3', '-f', 'lavfi', '-i', 'sine=frequency=3000:duration=5');
    const replaced = await workshop.run([colours, tone], 'mkv', { merge: true });
    const mixed = await workshop.run([colours, tone], 'mkv', { merge: true, soundtrack: 'mix' });
    // The film itself has a tone of 440 Hz.
    expect(await loud(replaced.path, [440, 3000])).toEqual([false, true]);
    expect(await loud(mixed.path, [440, 3000])).toEqual([true, true]);
  });

  test('over joined films, and of a part', async () => {
    const other = await workshop.film('small.mp4', '-i', beating, '-vf', 'scale=64:48', ...codecs);
    const tone = await workshop.film('quiet.mp3', '-f', 'lavfi', '-i', 'sine=frequency=3000:duration=10,volume=0.02');
    const options = { merge: true, soundtrack: 'mix', start: '00:00:01.520', end: '00:00:07.520' };
    const { path, result } = await workshop.run([beating, other, tone], 'mp4', options);
    expect([result, await flashes(path)]).toEqual(['completed', expect.objectContaining({ length: 6 })]);
    expect(await apart(path)).toBeLessThan(TOGETHER);
  });
});

describe('subtitles of a file', () => {
  const SRT = '1\n00:00:01,000 --> 00:00:02,000\nGrün ist es\n';
  const ASS = `[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize, PrimaryColour\nStyle: Default,/etc/passwd,20,&H00FFFFFF\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Grün ist es\n`;

  test.each([
    ['lines.de.srt', SRT, 'mp4', 'mov_text'],
    ['lines.de.srt', Buffer.from(SRT, 'latin1'), 'mkv', 'subrip'],
    ['lines.de.vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\nGrün ist es\n`, 'webm', 'webvtt'],
    ['lines.de.ass', ASS, 'mkv', 'ass'],
  ])('%s becomes a track', async (name, text, target, codec) => {
    const lines = await workshop.write(name, text);
    const { path, warnings } = await workshop.run([colours, lines], target, { merge: true });
    const track = (await probe(path)).streams.find(({ codec_type }) => codec_type === 'subtitle');
    expect([track?.codec_name, track?.tags?.language, warnings]).toEqual([codec, 'deu', []]);
    const { stdout } = await execa('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:s:0', '-f', 'srt', '-']);
    // The whole of a Matroska file lies some milliseconds later, as sound begins before zero.
    expect(stdout).toMatch(/00:00:01,0\d\d --> 00:00:02,0\d\d/);
    expect(stdout).toContain('Grün ist es');
  });

  test('WebVTT with a style sheet, which ffmpeg does not read, keeps its lines', async () => {
    const styled = 'WEBVTT\n\nSTYLE\n::cue(b) { font-size: 3em }\n\n00:01.000 --> 00:02.000\nGrün ist es\n';
    const lines = await workshop.write('styled.vtt', styled);
    const { path, warnings } = await workshop.run([colours, lines], 'mkv', { merge: true });
    const { stdout } = await execa('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:s:0', '-f', 'srt', '-']);
    expect(stdout).toContain('Grün ist es');
    expect(warnings).toEqual([expect.stringMatching(/^output_limited: .* style sheets/)]);
  });

  test.each([
    ['srt', SRT],
    ['ass', ASS],
  ])('%s is drawn', async (extension, text) => {
    const lines = await workshop.write(`drawn.${extension}`, text);
    const { path } = await workshop.run([colours, lines], 'avi', { merge: true, subtitles: 'burn', width: 256 });
    const bright = async (second: number) => {
      const crop = 'crop=iw:ih/3:0:ih*2/3,format=gray';
      const args = [
        '-v',
        'error',
        '-ss',
        `${second}`,
        '-i',
        path,
        '-frames:v',
        '1',
        '-vf',
        crop,
        '-f',
        'rawvideo',
        '-',
      ];
      const { stdout } = await execa('ffmpeg', args, { encoding: 'buffer' });
      return stdout.filter((value) => value > 170).length;
    };
    expect([(await bright(1.5)) > 20, await bright(2.5)]).toEqual([true, 0]);
  });

  test('what is no subtitles is refused', async () => {
    const text = await workshop.write('prose.srt', 'Once upon a time there were no times.\n');
    expect((await workshop.run([colours, text], 'mp4', { merge: true })).result).toBe('input_wrong_type');
  });
});

describe('pictures as a film', () => {
  const still = (name: string, color: string, size = '128x96') =>
    workshop.film(name, '-f', 'lavfi', '-i', `color=${color}:size=${size}`, '-frames:v', '1');

  test('each for its time, in the size of the first, with a sound', async () => {
    const pictures = [
      await still('1.png', 'red'),
      await still('2.jpg', 'lime', '96x192'),
      await still('3.gif', 'blue'),
    ];
    const { path, result, warnings } = await workshop.run(pictures, 'mp4', { merge: true, seconds_per_picture: 2 });
    expect([result, warnings]).toEqual(['completed', [expect.stringContaining('1 of the pictures')]]);
    expect((await probe(path)).streams).toMatchObject([{ width: 128, height: 96, avg_frame_rate: '25/1' }]);
    expect(Math.abs((await lengthOf(path)) - 6)).toBeLessThan(0.05);
    const seen = await Promise.all([0.1, 1.9, 2.1, 3.9, 4.1, 5.9].map((second) => colourAt(path, second, 64, 48)));
    expect(seen).toEqual([RED, RED, LIME, LIME, BLUE, BLUE]);
    expect(await colourAt(path, 3, 8, 48)).toBe(BLACK);
  });

  test('they share the length of a sound', async () => {
    const sound = await workshop.film('five.mp3', '-f', 'lavfi', '-i', 'sine=duration=5');
    const pictures = [await still('a.png', 'red'), await still('b.png', 'white')];
    const { path, result } = await workshop.run([...pictures, sound], 'webm', { merge: true });
    expect([result, streamsOf(await probe(path))]).toEqual(['completed', 'video vp9, audio opus']);
    expect(await Promise.all([2.3, 2.8].map((second) => colourAt(path, second, 64, 48)))).toEqual([RED, WHITE]);
    expect(Math.abs((await lengthOf(path)) - 5)).toBeLessThan(0.15);
  });
});

test('what means nothing for these inputs is said', async () => {
  const { warnings } = await workshop.run([colours, colours], 'mp4', {
    merge: true,
    seconds_per_picture: 1,
    soundtrack: 'mix',
  });
  expect(warnings.map((warning) => warning.split(' has')[0])).toEqual([
    'option_no_effect: Option seconds_per_picture',
    'option_no_effect: Option soundtrack',
  ]);
  expect((await workshop.run([colours], 'mp4', { merge: true })).warnings).toEqual([
    expect.stringContaining('Option merge has no effect'),
  ]);
});

/** Digests of the packets of the picture, as players get them. */
async function packets(path: string): Promise<string[]> {
  const copy = ['-map', '0:v:0', '-c', 'copy', '-bsf:v', 'h264_mp4toannexb', '-f', 'framemd5', '-'];
  const { stdout } = await execa('ffmpeg', ['-v', 'error', '-i', path, ...copy]);
  const lines = stdout.split('\n').filter((line) => !line.startsWith('#'));
  return lines.map((line) => line.split(',').at(-1)?.trim() ?? '');
}

/** Whether tones of these pitches can be heard, Hz. */
async function loud(path: string, pitches: readonly number[]): Promise<boolean[]> {
  return Promise.all(
    pitches.map(async (pitch) => {
      const filter = `bandpass=f=${pitch}:width_type=h:w=100,astats=metadata=0`;
      const { stderr } = await execa('ffmpeg', ['-i', path, '-map', '0:a:0', '-af', filter, '-f', 'null', '-']);
      return Number(/RMS level dB: (\S+)/.exec(stderr)?.[1]) > -35;
    }),
  );
}
