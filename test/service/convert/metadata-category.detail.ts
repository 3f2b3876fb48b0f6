import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { FFPROBE } from '../../support/ffprobe.ts';
import { start } from '../local-service.ts';
import { testFolder } from '../outputs/files-support.ts';
import { download } from '../serve-support.ts';
import type { Json } from '../support.ts';

type Service = Awaited<ReturnType<typeof start>>;

/** A member of a flat document with details. */
interface Expert {
  readonly editable: boolean;
  readonly key_formatted: string;
  readonly value: unknown;
}

const DOCUMENT = { category: 'metadata', target: 'json' };

describe('the category metadata', () => {
  const sources = new Map<string, Buffer>();
  let service: Service;

  beforeAll(async () => {
    const folder = await testFolder();
    const add = async (name: string, make: (path: string) => Promise<unknown>) => {
      await make(join(folder, name));
      sources.set(name, await readFile(join(folder, name)));
    };
    const copy = (name: string) => async (path: string) => writeFile(path, await readFile(`fixtures/${name}`));
    await add('photo.jpg', async (path) => {
      await copy('image/landscape.jpg')(path);
      const tags = ['Artist=Me', 'WhiteBalance=Auto', 'XMP:City=Berlin', 'IPTC:By-line=You', 'IPTC:Province-State=BY'];
      const more = ['XMP:Subject=sea', 'XMP:Subject=sky', 'GPSLatitude=48', 'GPSLatitudeRef=N', 'Comment=A comment'];
      await execa('exiftool', ['-overwrite_original', ...[...tags, ...more].map((tag) => `-${tag}`), path]);
    });
    const tags = ['title=Old', 'artist=Old', 'genre=Jazz'].flatMap((tag) => ['-metadata', tag]);
    const ffmpeg = (path: string, ...args: string[]) => execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', ...args, path]);
    await add('film.avi', (path) => ffmpeg(path, '-i', 'testsrc=s=64x64:d=1', '-c:v', 'msmpeg4v2', ...tags));
    await add('film.mp4', (path) => ffmpeg(path, '-i', 'testsrc=s=64x64:d=1', ...tags));
    for (const name of ['sound.mp3', 'sound.flac', 'sound.wav', 'sound.opus', 'sound.m4a']) {
      await add(name, (path) => ffmpeg(path, '-i', 'sine=d=1', ...tags));
    }
    await add('report.pdf', copy('document/report.pdf'));
    await add('locked.pdf', (path) =>
      execa('qpdf', ['--encrypt', 'secret', 'owner', '256', '--', 'fixtures/document/report.pdf', path]),
    );
    await add('report.docx', copy('document/report.docx'));
    await add('voyage.epub', copy('ebook/voyage.epub'));
    await add('words.txt', (path) => writeFile(path, 'some words\n'));
    await add('drawing.svg', (path) =>
      writeFile(path, '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>Old</title></svg>'),
    );
  });

  /** Converts a source; returns the output, its path and all warnings. */
  async function convert(name: string, conversion: object) {
    const { serve } = service;
    const source = sources.get(name)?.toString('base64') ?? '';
    const credentials = name === 'locked.pdf' ? { decrypt_password: 'secret' } : {};
    const input = [{ type: 'base64', source, filename: name, credentials }];
    const job = await serve.final((await serve.createJob({ input, conversion: [conversion] })).id);
    expect(job.status, JSON.stringify(job.errors)).toMatch(/completed/);
    const [[filename = '', content = Buffer.of()] = []] = await download(job);
    const path = join(await testFolder(), filename);
    await writeFile(path, content);
    return { path, filename, content, warnings: job.warnings.map(({ message }) => message) };
  }

  async function describeFile<Value = unknown>(name: string, options: object) {
    const made = await convert(name, { ...DOCUMENT, options });
    return { document: JSON.parse(String(made.content)) as Record<string, Value>, warnings: made.warnings };
  }

  const write = (name: string, metadata: object) =>
    convert(name, { category: 'metadata', target: 'metadata', metadata });

  const exiftool = async (path: string, ...args: string[]) =>
    (await execa('exiftool', ['-a', '-G1', '-s', ...args, path])).stdout;

  test('names the tags of a flat document in eight ways', async () => {
    service = await start();
    const names = {
      original: ['MIMEType', 'VideoCodec'],
      capital_first: ['Mime Type', 'Video Codec'],
      snake_lowercase: ['mime_type', 'video_codec'],
      snake_uppercase: ['MIME_TYPE', 'VIDEO_CODEC'],
      lowercase_nospaces: ['mimetype', 'videocodec'],
      lowercase_with_spaces: ['mime type', 'video codec'],
      uppercase_nospaces: ['MIMETYPE', 'VIDEOCODEC'],
      uppercase_with_spaces: ['MIME TYPE', 'VIDEO CODEC'],
    };
    const input = [{ type: 'base64', source: sources.get('film.avi')?.toString('base64') ?? '', filename: 'film.avi' }];
    const conversion = Object.keys(names).map((keys_format) => ({ ...DOCUMENT, options: { keys_format } }));
    const job: Json = await service.serve.final((await service.serve.createJob({ input, conversion })).id);
    expect([job.status, job.warnings, job.output.length]).toEqual(['completed', [], 8]);
    for (const { uri, source } of job.output) {
      const { options } = job.conversion.find(({ id }: Json) => id === source.conversion);
      const [type, codec] = names[options.keys_format as keyof typeof names] as [string, string];
      const document = (await (await fetch(uri)).json()) as Json;
      expect([document[type], document[codec]]).toEqual(['video/x-msvideo', 'MP42']);
    }
  });

  test('shows tags as ExifTool does, and by default its own sections', async () => {
    service = await start();
    const { document } = await describeFile('photo.jpg', { output_mode: 'basic' });
    expect(document).toMatchObject({
      ...{ file_name: 'photo.jpg', artist: 'Me', white_balance: 'Auto', by_line: 'You', city: 'Berlin' },
      ...{ subject: ['sea', 'sky'], gps_latitude: '48 deg 0\' 0.00" N', image_size: '320x200' },
    });
    expect(Object.keys(document).filter((key) => /directory|permissions|exif_tool_version/.test(key))).toEqual([]);
    expect((await describeFile('photo.jpg', {})).document).toMatchObject({ schema_version: 1, exif: { Artist: 'Me' } });
  });

  test('shows of files that ExifTool does not read what our own readers find', async () => {
    service = await start();
    const { document } = await describeFile('report.docx', { keys_format: 'original' });
    expect(document).toMatchObject({ FileName: 'report.docx', FileType: 'DOCX', FileTypeExtension: 'docx' });
    const book = await describeFile('voyage.epub', { keys_format: 'original' });
    expect(book.document).toMatchObject({ FileType: 'EPUB', Title: 'The Short Voyage' });
    const text = await describeFile('words.txt', { keys_format: 'original' });
    expect(text.document).toMatchObject({ MIMEType: 'text/plain', Words: 2, Lines: 1 });
  });

  test('says which tags can be set, and sets them', async () => {
    service = await start();
    const options = { output_mode: 'expert', keys_format: 'original' };
    for (const [name, tags] of [
      ['photo.jpg', ['Artist', 'WhiteBalance', 'City', 'By-line', 'Province-State', 'Subject', 'Comment']],
      ['sound.mp3', ['Title', 'Artist', 'Genre']],
      ['film.mp4', ['Title', 'Artist', 'Genre']],
      ['report.pdf', ['Creator', 'Producer']],
    ] as const) {
      const { document } = await describeFile<Expert>(name, options);
      const editable = Object.entries(document).filter(([, { editable: can }]) => can);
      expect(editable.map(([key]) => key)).toEqual(expect.arrayContaining([...tags]));
      const given = Object.fromEntries(editable.map(([key, { value }]) => [key, value]));
      const { warnings } = await write(name, given);
      expect([name, warnings]).toEqual([name, []]);
      expect(document).toMatchObject({ MIMEType: { editable: false, key_formatted: 'mime_type' } });
    }
  });

  test('warns of a file that is not of the expected type, and of options without effect', async () => {
    service = await start();
    const options = { type: 'video', keys_format: 'original', text_statistics: true };
    const { warnings } = await describeFile('photo.jpg', options);
    expect(warnings).toEqual([
      'Option text_statistics has no effect: the document is flat.',
      'Option type has no effect: photo.jpg is of the type image, not video, and was read as such.',
    ]);
    expect((await describeFile('report.docx', { type: 'document' })).warnings).toEqual([]);
  });

  test('sets and removes fields of a picture', async () => {
    service = await start();
    const set = await write('photo.jpg', { Copyright: '© 2026 Example' });
    expect([set.filename.endsWith('.jpg'), set.warnings]).toEqual([true, []]);
    const tags = await exiftool(set.path);
    expect(tags).toMatch(/\[IFD0\]\s+Copyright\s+: © 2026 Example/);
    expect(tags).toMatch(/City\s+: Berlin/);
    const removed = await write('photo.jpg', { Copyright: '', Artist: '' });
    expect(await exiftool(removed.path)).not.toMatch(/Artist|By-line|Copyright/);
    const cleared = await write('photo.jpg', { clear_all: true });
    expect(await exiftool(cleared.path)).not.toMatch(/Me$|Berlin|GPS|Comment/m);
  });

  test('sets tags of sound and films, whose streams stay the same', async () => {
    service = await start();
    for (const name of ['sound.mp3', 'sound.flac', 'sound.wav', 'sound.opus', 'sound.m4a', 'film.mp4']) {
      await checkRecording(name, { title: 'New' }, { kept: true });
      await checkRecording(name, { clear_all: true, title: 'New' }, { kept: false });
    }
  });

  async function checkRecording(name: string, metadata: object, { kept }: { kept: boolean }) {
    const { path, warnings } = await write(name, metadata);
    const tags = await execa(FFPROBE, ['-v', 'error', '-show_entries', 'format_tags:stream_tags', path]);
    expect(tags.stdout).toMatch(/^TAG:title=New$/im);
    expect(/=Old|=Jazz/.test(tags.stdout), name).toBe(kept);
    expect(warnings).toEqual([]);
    const before = join(await testFolder(), name);
    await writeFile(before, sources.get(name) ?? '');
    expect(await hash(path)).toBe(await hash(before));
  }

  const hash = async (path: string) =>
    (await execa('ffmpeg', ['-v', 'error', '-i', path, '-c', 'copy', '-f', 'streamhash', '-'])).stdout;

  test('sets properties of documents', async () => {
    service = await start();
    const pdf = await write('report.pdf', { Title: 'New', Author: 'Me' });
    expect((await execa('pdfinfo', [pdf.path])).stdout).toMatch(/^Title:\s+New$[\s\S]*^Author:\s+Me$/m);
    const opened = await write('locked.pdf', { Title: 'New' });
    expect((await execa('pdfinfo', [opened.path])).stdout).toMatch(/^Title:\s+New$/m);
    expect(opened.warnings).toEqual(['locked.pdf was opened with its password, and is no longer protected.']);
    const docx = await write('report.docx', { Title: 'New' });
    const { stdout } = await execa('unzip', ['-p', docx.path, 'docProps/core.xml']);
    expect(stdout).toMatch(/<dc:title[^>]*>New</);
  });

  test('warns of files that hold no metadata, and returns them as they are', async () => {
    service = await start();
    const text = await write('words.txt', { Title: 'New' });
    expect(text.content.toString()).toBe('some words\n');
    expect(text.warnings).toEqual(['txt files made here have no place for the metadata Title: left out.']);
    const svg = await write('drawing.svg', { clear_all: true });
    expect(svg.warnings).toEqual([expect.stringMatching(/^clear_all: the svg file still has metadata.*Title/)]);
    const none = await convert('photo.jpg', { category: 'metadata', target: 'metadata' });
    expect(none.content.equals(sources.get('photo.jpg') ?? Buffer.of())).toBe(true);
    expect(none.warnings).toEqual(['photo.jpg is unchanged: the conversion has no metadata to write.']);
  });
});
