import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patience } from '../../support/slowness.ts';
import { colourAt, probe, Workshop } from './support.ts';

/*
 * Films that make ffmpeg read what is not theirs. Each is shown to work on bare ffmpeg first: the bait is green, and nothing else is.
 */

let workshop: Workshop;
let server: Server;
let hits: string[];
let web: string;
/** A green film, in the folder of the attacks. */
let bait: string;

const GREEN = '0 256 0';
const PLAIN = ['-c:v', 'mpeg2video', '-q:v', '2'];
const colour = (name: string) => ['-f', 'lavfi', '-i', `color=${name}:size=64x48:rate=25:duration=2`];

beforeAll(async () => {
  workshop = await Workshop.open();
  bait = await workshop.film('bait.ts', ...colour('lime'), ...PLAIN);
  await workshop.film(
    'bait.mp4',
    ...colour('lime'),
    '-c:v',
    'libx264',
    '-movflags',
    '+frag_keyframe+empty_moov+default_base_moof',
  );
  const content = await readFile(bait);
  hits = [];
  server = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.end(content);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  web = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await workshop.remove();
});

const hls = (segment: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.0,\n${segment}\n#EXT-X-ENDLIST\n`;
const dash = (address: string) =>
  '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT2S" ' +
  'profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet contentType="video" mimeType="video/mp4">' +
  `<Representation id="1" bandwidth="128000" mimeType="video/mp4"><BaseURL>${address}</BaseURL>` +
  '</Representation></AdaptationSet></Period></MPD>';

/** By name: how the list is called, what it says, and what bare ffmpeg needs to follow it. */
const LISTS: Record<string, () => [name: string, content: string, more?: string[]]> = {
  'HLS of a file': () => ['hls.m3u8', hls(`file://${bait}`)],
  'HLS of an address': () => ['web.m3u8', hls(`${web}/hls.ts`), ['-protocol_whitelist', 'file,http,tcp']],
  'HLS with a key': () => [
    'key.m3u8',
    hls(`${web}/key.ts`).replace('#EXTINF', `#EXT-X-KEY:METHOD=AES-128,URI="${web}/key"\n#EXTINF`),
    ['-protocol_whitelist', 'file,http,tcp,crypto'],
  ],
  ffconcat: () => ['list.ffconcat', "ffconcat version 1.0\nfile 'bait.ts'\n"],
  'DASH of a file': () => ['dash.mpd', dash(`file://${workshop.path('bait.mp4')}`)],
  'DASH of an address': () => ['web.mpd', dash(`${web}/dash.mp4`), ['-protocol_whitelist', 'file,http,tcp']],
  SDP: () => [
    'stream.sdp',
    'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 33\n',
    ['-protocol_whitelist', 'file,udp,rtp', '-rw_timeout', '100000'],
  ],
};

describe('lists of other files', () => {
  it.each(Object.keys(LISTS))('%s is refused, whatever it is called', async (which) => {
    const [name, content, more = []] = LISTS[which]?.() ?? ['', ''];
    const list = await workshop.write(name, content);
    // The control: bare ffmpeg goes where the list says.
    hits = [];
    const stolen = workshop.path(`stolen-${name}.mkv`);
    const bare = await execa('ffmpeg', ['-v', 'error', '-y', ...more, '-i', list, '-c:v', 'ffv1', stolen], {
      reject: false,
      timeout: patience(3000),
    });
    const reached = hits.length > 0 || bare.timedOut || (await colourAt(stolen, 1, 5, 5)) === GREEN;
    expect(reached).toBe(true);
    hits = [];
    for (const disguise of [name, `${name}.mp4`, `${name}.mkv`]) {
      const made = await workshop.run(await workshop.write(disguise, content), 'mp4');
      expect([disguise, made.result, made.path]).toEqual([disguise, 'input_unsafe', '']);
      expect(made.error).not.toContain(workshop.folder);
    }
    expect(hits).toEqual([]);
  });
});

describe('a film whose frames lie in another file (dref)', () => {
  it('does not get them', async () => {
    const raw = ['-c:v', 'rawvideo', '-pix_fmt', 'rgb24', '-f', 'mov'];
    const whole = await readFile(await workshop.film('other.mov', ...colour('lime'), ...raw));
    const evil = workshop.path('evil.mov');
    await writeFile(evil, referring(whole, 'other.mov'));
    // The control: told to follow such references, ffmpeg reads the neighbour.
    const stolen = workshop.path('stolen.mkv');
    await execa('ffmpeg', ['-v', 'error', '-y', '-enable_drefs', '1', '-i', evil, '-c:v', 'ffv1', stolen]);
    expect(await colourAt(stolen, 1, 5, 5)).toBe(GREEN);
    const made = await workshop.run(evil, 'mkv', { video_codec: 'mpeg4' });
    if (made.path === '') expect(made.result).toMatch(/^input_/);
    else expect(await colourAt(made.path, 1, 5, 5).catch(() => '')).not.toBe(GREEN);
  });
});

/** The index of a QuickTime film without its frames, which are said to be in `name` beside it (QuickTime File Format, alias records). */
function referring(whole: Buffer, name: string): Buffer {
  const at = whole.indexOf('moov') - 4;
  const moov = whole.subarray(at, at + whole.readUInt32BE(at));
  const url = moov.indexOf('url ', moov.indexOf('dref'));
  const old = moov.subarray(url - 4, url - 4 + moov.readUInt32BE(url - 4));
  const path = Buffer.from(`x/${name}`);
  const record = Buffer.alloc(150 + 4 + path.length + (path.length % 2) + 4);
  record.writeUInt8(1, 10);
  record.write('x', 11);
  record.writeUInt8(name.length, 50);
  record.write(name, 51);
  // How many folders up and down: none.
  record.writeUInt16BE(1, 130);
  record.writeUInt16BE(1, 132);
  record.writeUInt16BE(2, 150);
  record.writeUInt16BE(path.length, 152);
  path.copy(record, 154);
  record.writeInt16BE(-1, record.length - 4);
  const atom = Buffer.concat([Buffer.alloc(12), record]);
  atom.writeUInt32BE(atom.length, 0);
  atom.write('alis', 4);
  const grown = Buffer.concat([moov.subarray(0, url - 4), atom, moov.subarray(url - 4 + old.length)]);
  for (const box of ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref']) {
    const place = grown.indexOf(box) - 4;
    grown.writeUInt32BE(grown.readUInt32BE(place) + atom.length - old.length, place);
  }
  return Buffer.concat([whole.subarray(0, whole.readUInt32BE(0)), grown]);
}

describe('subtitles that name fonts and files', () => {
  const ass = (font: string) =>
    '[Script Info]\nScriptType: v4.00+\nPlayResX: 320\nPlayResY: 240\n[V4+ Styles]\n' +
    'Format: Name, Fontname, Fontsize, PrimaryColour, Alignment\nStyle: Default,DejaVu Sans,40,&H00FFFFFF,5\n[Events]\n' +
    'Format: Start, End, Style, Text\n' +
    `Dialogue: 0:00:00.00,0:00:02.00,Default,{\\fn${font}}WORD\n`;

  const burnt = async (name: string, font: string) => {
    const lines = await workshop.write(`${name}.ass`, ass(font));
    const black = ['-f', 'lavfi', '-i', 'color=black:size=320x240:rate=5:duration=1', '-i', lines];
    const film = await workshop.film(`${name}.mkv`, ...black, '-c:v', 'ffv1', '-c:s', 'copy');
    const made = await workshop.run(film, 'mkv', { subtitles: 'burn', video_codec: 'mpeg4', quality: 90 });
    expect([made.error, made.result]).toEqual(['', 'completed']);
    const { stdout } = await execa('ffmpeg', ['-v', 'error', '-i', made.path, '-frames:v', '1', '-f', 'md5', '-']);
    return stdout;
  };

  it('are drawn with fonts of the system alone', async () => {
    // The control: a font that the system has changes the letters, so names of fonts do count.
    const serif = await burnt('serif', 'DejaVu Serif');
    const unknown = await burnt('unknown', 'No Such Font At All');
    expect(serif).not.toBe(unknown);
    const path = '/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf';
    for (const [index, font] of [path, `file:${path}`, `../../../../..${path}`, `${web}/font.ttf`].entries()) {
      expect([font, await burnt(`path-${index}`, font)]).toEqual([font, unknown]);
    }
    expect(hits).toEqual([]);
  });

  it('are no way to a file in SAMI, WebVTT and SubRip either', async () => {
    const texts = {
      smi: `<SAMI><HEAD><STYLE><!-- @import url("${web}/style.css"); --></STYLE></HEAD><BODY><SYNC Start=0><P><IMG SRC="${web}/x.png">A`,
      vtt: `WEBVTT\n\nSTYLE\n::cue { background: url(${web}/y.png) }\n\n00:00.000 --> 00:01.000\n<img src="${web}/z.png">A\n`,
      srt: `1\n00:00:00,000 --> 00:00:01,000\n<font face="${web}/f.ttf"><img src="${web}/x.png">A\n`,
    };
    for (const [kind, text] of Object.entries(texts)) {
      const lines = await workshop.write(`lines.${kind}`, text);
      const film = await workshop.film(
        `${kind}.mkv`,
        ...colour('black'),
        '-i',
        lines,
        '-c:v',
        'ffv1',
        '-c:s',
        kind === 'smi' ? 'srt' : 'copy',
      );
      const made = await workshop.run(film, 'mp4', { subtitles: 'burn' });
      expect([kind, made.result]).toEqual([kind, 'completed']);
    }
    expect(hits).toEqual([]);
  });
});

describe('films that say they are larger than any', () => {
  it('with a picture of too many pixels are refused; one of half as many is not', async () => {
    const large = (size: string) => [
      '-f',
      'lavfi',
      '-i',
      `color=black:size=${size}:rate=1:duration=1`,
      '-c:v',
      'mjpeg',
      '-pix_fmt',
      'yuvj420p',
    ];
    const film = await workshop.film('large.mkv', ...large('8192x8192'));
    expect((await workshop.run(film, 'mp4')).result).toBe('input_bomb');
    const half = await workshop.film('half.mkv', ...large('8192x2048'));
    expect((await workshop.run(half, 'mp4', { width: 64 })).result).toBe('completed');
  });

  it('with frames a week apart are refused; an hour apart is not', async () => {
    const apart = (name: string, seconds: number) =>
      workshop.film(
        name,
        ...['-f', 'lavfi', '-i', 'color=red:size=64x48:rate=1:duration=3'],
        ...['-vf', `setpts=N*${seconds}/TB`, '-fps_mode', 'passthrough', '-c:v', 'ffv1'],
      );
    const long = await apart('long.mkv', 7 * 24 * 3600);
    expect(Number((await probe(long)).format.duration)).toBeGreaterThan(24 * 3600);
    const refused = await workshop.run(long, 'avi');
    expect(refused).toMatchObject({ result: 'input_bomb', error: expect.stringContaining('24 are the most') });
    const short = await apart('short.mkv', 3600);
    expect((await workshop.run(short, 'mkv')).result).toBe('completed');
  });

  it('with a picture of an unknown codec are refused by what they are; those of sound alone, too', async () => {
    const known = await readFile(await workshop.film('known.mp4', ...colour('red'), '-c:v', 'libx264'));
    const changed = known.toString('latin1').replaceAll('avc1', 'zzzz');
    const unknown = await workshop.write('unknown.mp4', Buffer.from(changed, 'latin1'));
    expect(await workshop.run(unknown, 'webm')).toMatchObject({
      result: 'input_wrong_type',
      error: expect.stringContaining('unknown.mp4 is of a codec that is not known here'),
    });
    const sound = await workshop.film('sound.mp4', '-f', 'lavfi', '-i', 'sine=duration=1');
    expect(await workshop.run(sound, 'webm')).toMatchObject({
      result: 'input_wrong_type',
      error: expect.stringContaining('sound.mp4 has no moving picture: it holds sound alone'),
    });
  });

  it('with hundreds of tracks are refused; a dozen is not', async () => {
    const sounds = (count: number) =>
      workshop.film(
        `tracks-${count}.mkv`,
        ...[...colour('red'), '-f', 'lavfi', '-i', 'sine=duration=1', '-map', '0'],
        ...[...Array(count)].flatMap(() => ['-map', '1']),
        ...['-c:v', 'ffv1', '-c:a', 'pcm_s16le', '-ar', '8000'],
      );
    expect((await workshop.run(await sounds(300), 'mkv')).result).toBe('input_bomb');
    const made = await workshop.run(await sounds(12), 'mkv');
    expect(made.result).toBe('completed');
    expect((await probe(made.path)).streams).toHaveLength(13);
  });
});

it('a film that is encrypted is refused, where a copy would be noise', async () => {
  const picture = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:d=1', '-c:v', 'libx264'];
  const key = '76a6c65c5ea762046bd749a2e632ccbb';
  const lock = ['-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', key, '-encryption_kid', key];
  const open = await workshop.film('open.mp4', ...picture);
  const locked = await workshop.film('locked.mp4', ...picture, ...lock);
  expect((await workshop.run(open, 'mkv')).result).toBe('completed');
  expect((await workshop.run(locked, 'mkv')).result).toBe('input_drm');
});

/** An element of Matroska, its size in four bytes. */
function element(id: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10000000 + content.length);
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
}

/** A Matroska file with one track, whose description is followed by others, in a segment of unknown size. */
function withTrackElements(film: Buffer, ...more: readonly Buffer[]): Buffer {
  const unknown = Buffer.from('01ffffffffffffff', 'hex');
  const segment = film.indexOf('18538067', 0, 'hex');
  // The first place is in the index of the file.
  const tracks = film.indexOf('1654ae6b', film.indexOf('1654ae6b', 0, 'hex') + 4, 'hex');
  const end = tracks + 6 + (film.readUInt16BE(tracks + 4) & 0x3fff);
  const content = film.subarray(tracks + 6, end);
  const entry = content.subarray(9);
  const made = element('1654ae6b', element('ae', entry, ...more));
  const start = film.subarray(0, segment + 4);
  const before = film.subarray(segment + 12, tracks);
  return Buffer.concat([start, unknown, before, made, film.subarray(end)]);
}

describe('encrypted', () => {
  const byte = (id: string, value: number) => element(id, Buffer.from([value]));
  const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:d=1'];

  it('tracks of Matroska are refused, those that are compressed are not', async () => {
    const made = await workshop.film('track.mkv', ...PICTURE, '-c:v', 'libx264', '-write_crc32', '0');
    const film = await readFile(made);
    const encoding = (...how: Buffer[]) => element('6d80', element('6240', byte('5031', 0), byte('5032', 1), ...how));
    const locked = encoding(byte('5033', 1), element('5035', byte('47e1', 5), element('47e2', Buffer.alloc(16, 1))));
    // Compression by headers that are left out, of which there are none.
    const packed = encoding(byte('5033', 0), element('5034', byte('4254', 3), element('4255')));
    const results: string[] = [];
    for (const [name, more] of [
      ['locked', locked],
      ['packed', packed],
    ] as const) {
      const path = await workshop.write(`${name}.mkv`, withTrackElements(film, more));
      results.push((await workshop.run(path, 'mp4')).result);
    }
    expect(results).toEqual(['input_drm', 'completed']);
  });

  it.each([
    ['Content Encryption', 'fbb3112223bdd211b4b700a0c955fc6e'],
    ['Extended Content Encryption', '14e68a292226174cb935dae07ee9289c'],
  ])('ASF with an object %s is refused', async (name, id) => {
    const sound = ['-f', 'lavfi', '-i', 'sine=d=1'];
    for (const [extension, category, args] of [
      ['wmv', 'video', PICTURE],
      ['wma', 'audio', sound],
    ] as const) {
      const film = await readFile(await workshop.film(`open.${extension}`, ...args));
      const object = Buffer.alloc(40);
      object.write(id, 'hex');
      object.writeBigUInt64LE(40n, 16);
      film.writeBigUInt64LE(film.readBigUInt64LE(16) + 40n, 16);
      film.writeUInt32LE(film.readUInt32LE(24) + 1, 24);
      const locked = Buffer.concat([film.subarray(0, 30), object, film.subarray(30)]);
      const path = await workshop.write(`${name}.${extension}`, locked);
      const target = category === 'video' ? 'mp4' : 'mp3';
      expect((await workshop.run(path, target, {}, category)).result).toBe('input_drm');
    }
  });
});
