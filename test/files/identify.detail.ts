import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identify, isPlaylist } from '../../src/files/identify.ts';
import { processorTimeDuring } from '../support/processor-time.ts';
import { makeSamples, type Sample } from './helpers/samples.ts';
import { makeTempFolder, tempFolder } from './helpers/temp-folder.ts';

async function identifyBytes(content: string | Uint8Array): Promise<Awaited<ReturnType<typeof identify>>> {
  const path = join(await tempFolder(), 'unnamed');
  await writeFile(path, content);
  return identify(path);
}

describe('files that real programs made', () => {
  let folder = '';
  let samples: Sample[] = [];
  beforeAll(async () => {
    folder = await makeTempFolder();
    samples = await makeSamples(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('are what they are, without a name to go by', async () => {
    const found = await Promise.all(samples.map(async ({ file }) => identify(join(folder, file))));
    const seen = found.map((format, index) => `${samples[index]?.file} ${format?.name} ${format?.kind}`);
    expect(seen).toEqual(samples.map(({ file, name, kind }) => `${file} ${name} ${kind}`));
  });

  test('cost about a millisecond each', async () => {
    const paths = samples.map(({ file }) => join(folder, file));
    const each = (action: (path: string) => Promise<unknown>) =>
      processorTimeDuring(async () => {
        for (const path of paths) await action(path);
      });
    const reading = await each((path) => readFile(path));
    // A ratio to reading the whole files, which are about 30 KB, because machines differ.
    expect((await each(identify)) / reading).toBeLessThan(20);
  });

  test('with damaged bytes never throw or hang, and read a bounded part', async () => {
    const random = generator(20_240_607);
    const path = join(await tempFolder(), 'mutant');
    for (let round = 0; round < 400; round++) {
      const sample = samples[Math.floor(random() * samples.length)];
      const bytes = await readFile(join(folder, sample?.file ?? ''));
      mutate(bytes, random);
      await writeFile(path, random() < 0.3 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes);
      let name: string | undefined = '';
      const milliseconds = await processorTimeDuring(async () => {
        name = (await identify(path))?.name;
      });
      expect(milliseconds, `round ${round}`).toBeLessThan(2000);
      expect(name).not.toBe('');
    }
  });
});

/** Generates the same numbers every time (Mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Changes a few bytes of the head, mostly to dangerous values of sizes and offsets. */
function mutate(bytes: Buffer, random: () => number): void {
  const extremes = [0, 1, 0x7f, 0x80, 0xfe, 0xff];
  for (let count = 1 + Math.floor(random() * 16); count > 0; count--) {
    const at = Math.floor(random() ** 2 * Math.min(bytes.length, 4096));
    bytes[at] = random() < 0.5 ? (extremes[Math.floor(random() * extremes.length)] ?? 0) : Math.floor(random() * 256);
  }
}

describe('noise', () => {
  test('is nothing, and never throws', async () => {
    const random = generator(7);
    const path = join(await tempFolder(), 'noise');
    const names: string[] = [];
    for (let round = 0; round < 300; round++) {
      const bytes = Buffer.from(
        Array.from({ length: 1 + Math.floor(random() * 8000) }, () => Math.floor(random() * 256)),
      );
      await writeFile(path, bytes);
      const format = await identify(path);
      if (bytes.length > 200 && format !== null) names.push(format.name);
    }
    expect(names).toEqual([]);
  });
});

describe('texts', () => {
  test.each([
    ['plain', 'Some words.\nAnd more.\n', 'txt', 'text'],
    ['latin-1', Buffer.from('Gr\xfc\xdfe aus K\xf6ln', 'latin1'), 'txt', 'text'],
    ['utf-16', Buffer.from('\ufeffHello', 'utf16le'), 'txt', 'text'],
    ['begins like an SWF', 'CWS is a company.\n', 'txt', 'text'],
    ['begins like a BMP', 'BM is an abbreviation.\n', 'txt', 'text'],
    ['begins like an ID3 tag', 'ID3 tags are described here, in words.\n', 'txt', 'text'],
    ['html', '\n<!DOCTYPE html><html><body>x</body></html>', 'html', 'document'],
    ['xhtml', '<?xml version="1.0"?>\n<!DOCTYPE html [<!ENTITY a "b>">]>\n<html xmlns="x">', 'html', 'document'],
    ['svg', '<?xml version="1.0"?><!-- c --><svg xmlns="http://www.w3.org/2000/svg"/>', 'svg', 'image'],
    ['svg with a prefix', '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>', 'svg', 'image'],
    ['fb2', '\ufeff<?xml version="1.0"?><FictionBook xmlns="x">', 'fb2', 'ebook'],
    ['xml', '<?xml version="1.0"?><note/>', 'xml', 'text'],
    ['xml in utf-16', Buffer.from('\ufeff<?xml version="1.0"?><note/>', 'utf16le'), 'xml', 'text'],
    ['rtf', '{\\rtf1\\ansi x}', 'rtf', 'document'],
    ['pdf', '%PDF-1.4\n1 0 obj\n', 'pdf', 'document'],
    ['pdf behind noise', Buffer.from(`${'\0'.repeat(500)}%PDF-1.7\n`), 'pdf', 'document'],
    ['ps', '%!PS-Adobe-3.0\n', 'ps', 'document'],
    ['eps', '%!PS-Adobe-3.0 EPSF-3.0\n', 'eps', 'image'],
    ['dxf', '999\nmade by hand\n  0\nSECTION\n  2\nHEADER\n', 'dxf', 'cad'],
    ['binary dxf', Buffer.from('AutoCAD Binary DXF\r\n\x1a\0\0\0SECTION', 'latin1'), 'dxf', 'cad'],
    ['mtree', '#mtree\nfile type=file\n', 'mtree', 'archive'],
    ['index of VobSub', '# VidSub index file, v7 (do not modify this line!)\nsize: 720x576\n', 'idx', 'text'],
    ['MicroDVD', '{50}{100}One|two\n', 'sub', 'text'],
    ['pictures of VobSub', Buffer.from('000001ba44000400040101890000000001bd', 'hex'), 'mpg', 'video'],
    ['Blu-ray subtitles', Buffer.from('504700015f90000000008000005047000000000000000080', 'hex'), 'sup', 'text'],
    ['begins like Blu-ray subtitles', 'PG is a rating.\n', 'txt', 'text'],
    ['vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n', 'vtt', 'text'],
  ])('%s', async (_, content, name, kind) => {
    expect(await identifyBytes(content)).toMatchObject({ name, kind });
  });
});

describe('playlists, however disguised, are recognised as such', () => {
  const HLS = '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';
  const DASH =
    '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011">';
  const id3 = (content: string, bytes = 2): Buffer => {
    const size = [(bytes >> 21) & 127, (bytes >> 14) & 127, (bytes >> 7) & 127, bytes & 127];
    return Buffer.concat([Buffer.from('ID3\x04\0\0'), Buffer.from(size), Buffer.alloc(bytes), Buffer.from(content)]);
  };
  test.each([
    ['hls', HLS, 'm3u8'],
    ['hls behind a byte order mark', `\ufeff${HLS}`, 'm3u8'],
    ['hls behind space', `\n  ${HLS}`, 'm3u8'],
    ['hls behind an ID3 tag', id3(HLS), 'm3u8'],
    ['hls behind a large ID3 tag', id3(HLS, 300_000), 'm3u8'],
    ['hls behind two ID3 tags', Buffer.concat([id3(''), id3(HLS)]), 'm3u8'],
    ['hls behind an ID3 tag of no known version', id3(HLS).fill(32, 3, 4), 'm3u8'],
    [
      'dash inside an ID3 tag that ends nowhere',
      Buffer.concat([Buffer.from('ID3\x04\x20\x20\x7f\x7f\x7f\x7f'), Buffer.from(DASH)]),
      'mpd',
    ],
    ['hls with a zero byte later', Buffer.from(`${HLS}\0\0binary`), 'm3u8'],
    ['dash', DASH, 'mpd'],
    ['dash behind other bytes', Buffer.from(`\xff\xfb\x90\x64 ${DASH}`, 'latin1'), 'mpd'],
    ['concat', "ffconcat version 1.0\nfile '/etc/passwd'\n", 'ffconcat'],
    ['sdp', 'v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nc=IN IP4 127.0.0.1\r\nm=audio 5004 RTP/AVP 0\r\n', 'sdp'],
    ['pls', '[playlist]\nFile1=http://127.0.0.1/\n', 'pls'],
    ['asx', '<asx version="3.0"><entry><ref href="file:///etc/passwd"/></entry></asx>', 'asx'],
    ['xspf', '<?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/">', 'xspf'],
    ['smil', '<smil><body><audio src="file:///etc/passwd"/></body></smil>', 'smil'],
    ['imf', '<?xml version="1.0"?><CompositionPlaylist xmlns="http://www.smpte-ra.org/schemas/2067-3/2016">', 'cpl'],
  ])('%s', async (_, content, name) => {
    const format = await identifyBytes(content);
    expect(format).toMatchObject({ name, kind: 'text' });
    expect(isPlaylist(format)).toBe(true);
  });

  test('ffmpeg would open the disguised ones: the guard is needed', async () => {
    const folder = await tempFolder();
    const secret = join(folder, 'secret.wav');
    execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=2', secret]);
    const playlist = `ffconcat version 1.0\nfile '${secret}'\n`;
    for (const content of [playlist, id3(playlist)]) {
      const path = join(folder, 'song.mp3');
      await writeFile(path, content);
      const probed = execFileSync('ffprobe', [
        '-v',
        'error',
        '-safe',
        '0',
        '-show_entries',
        'format=format_name',
        path,
      ]);
      expect(probed.toString()).toContain('concat');
      expect(isPlaylist(await identify(path))).toBe(true);
    }
  });

  test('sound and words are none', async () => {
    expect(isPlaylist(await identifyBytes('The tag #EXTM3U begins a playlist.'))).toBe(false);
    expect(isPlaylist(null)).toBe(false);
  });
});

describe('formats that few programs write', () => {
  const palm = (owner: string, version: number): Buffer => {
    const bytes = Buffer.alloc(400);
    bytes.write(owner, 60, 'latin1');
    bytes.writeUInt16BE(1, 76);
    bytes.writeUInt32BE(200, 78);
    bytes.write('MOBI', 216, 'latin1');
    bytes.writeUInt32BE(version, 236);
    return bytes;
  };
  test.each([
    ['lit', 'ITOLITLS\x01\0\0\0', 'lit', 'ebook'],
    ['lrf', 'L\0R\0F\0\0\0\xe7\x03', 'lrf', 'ebook'],
    ['tcr', '!!8-Bit!!\x01a', 'tcr', 'ebook'],
    ['djvu', 'AT&TFORM\0\0\0\x10DJVUINFO', 'djvu', 'document'],
    ['dwg', 'AC1015\0\0\0\0\0\x01', 'dwg', 'cad'],
    ['rar 4', 'Rar!\x1a\x07\0\xcf\x90\x73\0\0', 'rar', 'archive'],
    ['rar 5', 'Rar!\x1a\x07\x01\0\x33\x92', 'rar', 'archive'],
    ['cab', 'MSCF\0\0\0\0\x2c\0\0\0', 'cab', 'archive'],
    ['lha', '!\x10-lh5-\x10\0\0\0', 'lzh', 'archive'],
    ['lzip', 'LZIP\x01\x0c', 'lz', 'archive'],
    ['rpm', '\xed\xab\xee\xdb\x03\0', 'rpm', 'archive'],
    ['deb', '!<arch>\ndebian-binary   1342943816', 'deb', 'archive'],
    ['empty zip', `PK\x05\x06${'\0'.repeat(18)}`, 'zip', 'archive'],
    ['amr', '#!AMR\n\x3c\x08', 'amr', 'audio'],
    ['mobi', palm('BOOKMOBI', 6), 'mobi', 'ebook'],
    ['azw3', palm('BOOKMOBI', 8), 'azw3', 'ebook'],
    ['palm doc', palm('TEXtREAd', 0), 'pdb', 'ebook'],
  ])('%s', async (_, content, name, kind) => {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    expect(await identifyBytes(bytes)).toMatchObject({ name, kind });
  });
});

test('an MP3 behind a large cover is found behind it', async () => {
  const folder = await tempFolder();
  const path = join(folder, 'x');
  const cover = join(folder, 'cover.png');
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'nullsrc=s=400x400,geq=random(1)*255',
    '-frames:v',
    '1',
    cover,
  ]);
  const inputs = ['-f', 'lavfi', '-i', 'sine=duration=1', '-i', cover];
  execFileSync('ffmpeg', ['-v', 'error', ...inputs, '-map', '0', '-map', '1', '-c:v', 'copy', '-f', 'mp3', path]);
  expect((await readFile(path)).length).toBeGreaterThan(100_000);
  expect(await identify(path)).toMatchObject({ name: 'mp3', kind: 'audio' });
});

test('what is no file with content is null', async () => {
  const folder = await tempFolder();
  expect(await identifyBytes('')).toBeNull();
  expect(await identify(folder)).toBeNull();
  execFileSync('mkfifo', [join(folder, 'fifo')]);
  expect(await identify(join(folder, 'fifo'))).toBeNull();
  await expect(identify(join(folder, 'missing'))).rejects.toThrow('ENOENT');
});

test('a gzip is not unpacked to look inside', async () => {
  expect(await identifyBytes(gzipSync(Buffer.alloc(50_000_000)))).toMatchObject({ name: 'gz' });
});

const corpora = process.env.CORPORA_DIR;
const FOLDER_KINDS: Record<string, readonly string[]> = {
  audio: ['audio'],
  cad: ['cad'],
  ebook: ['ebook'],
  office: ['document'],
  pdf: ['document'],
  'image/pngsuite': ['image'],
  'image/bmp': ['image'],
  'image/heic': ['image'],
  'image/avif': ['image'],
  'image/other': ['image', 'document'],
  archive: ['archive', 'program', 'text'],
  ocr: ['document', 'image', 'text'],
};

describe.runIf(corpora !== undefined)('real files of CORPORA_DIR', () => {
  test.each(Object.entries(FOLDER_KINDS))('%s holds nothing but %s', async (folder, kinds) => {
    const entries = await readdir(join(corpora ?? '', folder), { recursive: true, withFileTypes: true });
    const wrong: string[] = [];
    const unknown: string[] = [];
    for (const entry of entries.filter((each) => each.isFile())) {
      const format = await identify(join(entry.parentPath, entry.name));
      if (format === null) unknown.push(entry.name);
      else if (!kinds.includes(format.kind)) wrong.push(`${entry.name}: ${format.name} (${format.kind})`);
    }
    console.info(`${folder}: ${entries.length} files, not recognised: ${unknown.join(', ') || 'none'}`);
    expect(wrong).toEqual([]);
    expect(unknown.length / entries.length).toBeLessThan(0.1);
  });
});
