import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { FFPROBE } from '../../support/ffprobe.ts';
import { start } from '../local-service.ts';
import { curl, testFolder } from '../outputs/files-support.ts';
import { download } from '../serve-support.ts';

/** Fields that sources have and outputs must not. */
const OLD = 'Formerly';

type Service = Awaited<ReturnType<typeof start>>;

const GIVEN = { clear_all: true, Title: 'A new title', author: 'New Author', nonsense: 'x' };

describe('metadata of a conversion', () => {
  const sources = new Map<string, string>();

  beforeAll(async () => {
    const folder = await testFolder();
    const add = async (name: string, make: (path: string) => Promise<unknown>) => {
      const path = join(folder, name);
      await make(path);
      sources.set(name, (await readFile(path)).toString('base64'));
    };
    const tags = ['title', 'artist', 'composer', 'comment'].flatMap((name) => ['-metadata', `${name}=${OLD}`]);
    const ffmpeg = (path: string, ...args: string[]) => execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', ...args, path]);
    await add('photo.jpg', async (path) => {
      await writeFile(path, await readFile('fixtures/image/landscape.jpg'));
      const written = ['Artist', 'IPTC:By-line', 'XMP:Creator', 'XMP:City', 'Make', 'Comment'];
      const place = ['-GPSLatitude=48', '-GPSLatitudeRef=N'];
      await execa('exiftool', ['-overwrite_original', ...written.map((tag) => `-${tag}=${OLD}`), ...place, path]);
    });
    await add('sound.mp3', (path) => ffmpeg(path, '-i', 'sine=d=1', ...tags, '-write_id3v1', '1'));
    await add('sound.m4a', (path) => ffmpeg(path, '-i', 'sine=d=1', ...tags));
    await add('sound.flac', (path) => ffmpeg(path, '-i', 'sine=d=1', ...tags));
    await add('sound.opus', (path) => ffmpeg(path, '-i', 'sine=d=1', ...tags));
    const film = ['-i', 'testsrc=s=64x64:d=1', ...tags, '-metadata:s:v', `title=${OLD}`];
    await add('film.mkv', (path) => ffmpeg(path, ...film));
    await add('film.mp4', (path) => ffmpeg(path, ...film));
    await add('page.html', (path) =>
      writeFile(path, `<title>${OLD}</title><meta name="author" content="${OLD}"><p>Words</p>`),
    );
    for (const [name, source] of Object.entries({ 'sheet.xlsx': 'table.xlsx', 'slides.pptx': 'slides.pptx' })) {
      await add(name, (path) => copyFile(join('fixtures/document', source), path));
    }
    await add('book.fb2', (path) =>
      writeFile(
        path,
        `<?xml version="1.0"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description><title-info><author><first-name>${OLD}</first-name></author><book-title>${OLD}</book-title><lang>en</lang></title-info></description><body><section><p>Words</p></section></body></FictionBook>`,
      ),
    );
  });

  /** Converts a source; returns the path of the output and the warnings about metadata. */
  async function convert({ serve }: Service, name: string, conversion: object) {
    const input = [{ type: 'base64', source: sources.get(name) ?? '', filename: name }];
    const job = await serve.final((await serve.createJob({ input, conversion: [conversion], process: true })).id);
    expect(job.status, JSON.stringify(job.errors)).toMatch(/completed/);
    const [[filename = '', content = Buffer.of()] = []] = await download(job);
    const path = join(await testFolder(), filename);
    await writeFile(path, content);
    return { path, warnings: job.warnings.map(({ message }) => message).filter((each) => /metadata|tag/.test(each)) };
  }

  const exiftool = async (path: string, ...args: string[]) =>
    (await execa('exiftool', ['-a', '-G1', '-s', ...args, path])).stdout;

  test('is in pictures, and nothing else', async () => {
    const service = await start();
    for (const target of ['jpg', 'png', 'webp', 'tiff', 'gif']) await checkPicture(service, target);
    const author = { category: 'image', target: 'bmp', metadata: { author: 'Me' } };
    const { warnings } = await convert(service, 'photo.jpg', author);
    expect(warnings).toEqual(['bmp files made here have no place for the metadata author: left out.']);
  });

  async function checkPicture(service: Service, target: string) {
    const options = target === 'gif' ? {} : { keep_metadata: 'all' };
    const conversion = { category: 'image', target, options, metadata: GIVEN };
    const { path, warnings } = await convert(service, 'photo.jpg', conversion);
    const tags = await exiftool(path);
    expect(tags).toMatch(/\[XMP-dc\]\s+Creator\s+: New Author/);
    expect(tags).toMatch(/\[XMP-dc\]\s+Title\s+: A new title/);
    expect(tags).not.toMatch(/Formerly|GPS/);
    expect(warnings).toEqual([`${target} files made here have no place for the metadata nonsense: left out.`]);
    const { stdout } = await execa('identify', ['-format', '%wx%h', path]);
    expect(stdout).toBe('320x200');
  }

  test('changes only what it names', async () => {
    const metadata = { Make: 'Acme', artist: null, keywords: ['sea', 'sky'] };
    const options = { keep_metadata: 'all' };
    const { path, warnings } = await convert(await start(), 'photo.jpg', {
      ...{ category: 'image', target: 'jpg' },
      ...{ options, metadata },
    });
    const tags = await exiftool(path);
    expect(tags).toMatch(/\[IFD0\]\s+Make\s+: Acme/);
    expect(tags).toMatch(/\[XMP-dc\]\s+Subject\s+: sea, sky/);
    expect(tags).toMatch(/City\s+: Formerly/);
    expect(tags).not.toMatch(/Artist|Creator|By-line/);
    expect(warnings).toEqual([]);
  });

  test('is a field of one call, in a form and in JSON', async () => {
    const { serve } = await start();
    const content = sources.get('photo.jpg') ?? '';
    const folder = await testFolder();
    await writeFile(join(folder, 'photo.jpg'), Buffer.from(content, 'base64'));
    await writeFile(join(folder, 'body.json'), JSON.stringify({ content, metadata: GIVEN, keep_metadata: 'all' }));
    const form = ['-F', `file=@${join(folder, 'photo.jpg')}`, '-F', 'keep_metadata=all'];
    for (const body of [
      [...form, '-F', `metadata=${JSON.stringify(GIVEN)}`],
      ['-H', 'Content-Type: application/json', '--data-binary', `@${join(folder, 'body.json')}`],
    ]) {
      const { status, body: made } = await curl(
        ...['-H', `X-Svc-Api-Key: ${serve.key}`, ...body],
        `${serve.url}/v2/convert/image/jpg`,
      );
      expect(status).toBe(200);
      await writeFile(join(folder, 'made.jpg'), made);
      const tags = await exiftool(join(folder, 'made.jpg'));
      expect(tags).toMatch(/\[XMP-dc\]\s+Title\s+: A new title/);
      expect(tags).not.toMatch(/Formerly|GPS/);
    }
  });

  test('replaces the tags of sound and film', async () => {
    const service = await start();
    for (const [name, target] of MEDIA) await checkMedia(service, name, target);
  });

  const MEDIA = [
    ['sound.mp3', 'mp3'],
    ['sound.m4a', 'm4a'],
    ['sound.m4a', 'flac'],
    ['sound.mp3', 'ogg'],
    ['film.mkv', 'mp4'],
    ['film.mp4', 'mp4'],
    ['film.mp4', 'mkv'],
  ] as const;

  async function checkMedia(service: Service, name: string, target: string) {
    const kind = name.startsWith('sound') ? 'audio' : 'video';
    const category = target === 'compress' ? 'operation' : kind;
    const { path } = await convert(service, name, { category, target, metadata: GIVEN });
    const { stdout } = await execa(FFPROBE, ['-v', 'error', '-show_entries', 'format_tags:stream_tags', path]);
    expect(stdout).toMatch(/^TAG:title=A new title$/im);
    expect(stdout).toMatch(/^TAG:artist=New Author$/im);
    expect(stdout).not.toContain(OLD);
    expect(await exiftool(path)).not.toContain(OLD);
  }

  test('changes single tags of sound and film', async () => {
    const service = await start();
    for (const [category, name, target] of [
      ['audio', 'sound.mp3', 'mp3'],
      ['video', 'film.mp4', 'mp4'],
    ] as const) {
      const metadata = { artist: 'New Author', composer: null };
      const { path, warnings } = await convert(service, name, { category, target, metadata });
      const { stdout } = await execa(FFPROBE, ['-v', 'error', '-show_entries', 'format_tags', path]);
      expect(stdout).toMatch(/^TAG:artist=New Author$/m);
      expect(stdout).toMatch(/^TAG:title=Formerly$/m);
      expect(stdout).not.toMatch(/composer/);
      expect(warnings).toEqual([]);
    }
  });

  test('is in sound and films whose streams an operation makes or leaves as they are', async () => {
    const service = await start();
    for (const name of ['sound.mp3', 'sound.m4a', 'sound.flac', 'sound.opus', 'film.mkv', 'film.mp4'])
      await checkMedia(service, name, 'compress');
    const extracted = { stream: 'audio' };
    const metadata = { artist: 'New Author', composer: null };
    const conversion = { category: 'operation', target: 'extract-streams', options: extracted, metadata };
    const { path, warnings } = await convert(service, 'sound.mp3', conversion);
    const { stdout } = await execa(FFPROBE, ['-v', 'error', '-show_entries', 'format_tags', path]);
    expect(stdout).toMatch(/^TAG:artist=New Author$/m);
    expect(stdout).not.toMatch(/composer/);
    expect(warnings).toEqual([]);
    // The frames, with the encoder's delay, are those of the source.
    const source = join(await testFolder(), 'sound.mp3');
    await writeFile(source, Buffer.from(sources.get('sound.mp3') ?? '', 'base64'));
    const frames = async (file: string) =>
      (await execa('ffmpeg', ['-v', 'error', '-i', file, '-f', 'md5', '-'])).stdout;
    expect(await frames(path)).toBe(await frames(source));
  });

  test('of single streams, and their volume, where streams are merged', async () => {
    const { serve } = await start();
    const input = ['film.mp4', 'sound.mp3'].map((filename) => {
      return { type: 'base64', source: sources.get(filename) ?? '', filename };
    });
    const { id, input: made } = await serve.createJob({ input, process: false });
    const input_id = made[1]?.id ?? '';
    const merge = async (options: object) => {
      const body = { category: 'operation', target: 'merge-streams', options: { video_format: 'mkv', ...options } };
      return (await serve.call('POST', `/v2/jobs/${id}/conversions`, body)).status;
    };
    expect(await merge({ input_filters: [{ input_id }] })).toBe(400);
    const metadata = [{ input_id, language: 'ger', title: 'Ton' }];
    expect(await merge({ input_filters: [{ input_id, volume: 50 }], metadata })).toBe(201);
    await serve.call('PATCH', `/v2/jobs/${id}`, { process: true });
    const job = await serve.final(id);
    expect([job.status, job.warnings]).toEqual(['completed', []]);
    const [[, content = Buffer.of()] = []] = await download(job);
    const path = join(await testFolder(), 'merged.mkv');
    await writeFile(path, content);
    const entries = ['-show_entries', 'stream=codec_type:stream_tags=language,title', '-of', 'compact=p=0', path];
    const { stdout } = await execa(FFPROBE, ['-v', 'error', '-select_streams', 'a', ...entries]);
    expect(stdout.trim()).toBe('codec_type=audio|tag:language=ger|tag:title=Ton');
    const loudest = async (file: string) => {
      const measured = await execa('ffmpeg', ['-i', file, '-af', 'volumedetect', '-f', 'null', '-']);
      return Number(/max_volume: (\S+) dB/.exec(measured.stderr)?.[1]);
    };
    const source = join(await testFolder(), 'sound.mp3');
    await writeFile(source, Buffer.from(sources.get('sound.mp3') ?? '', 'base64'));
    expect((await loudest(source)) - (await loudest(path))).toBeCloseTo(6, 0);
  });

  test('is in a PDF, also in PDF/A and in an encrypted one', async () => {
    const service = await start();
    const target = { category: 'document', target: 'pdf', metadata: GIVEN };
    const read = async (options: object, ...args: string[]) => {
      const { path, warnings } = await convert(service, 'page.html', { ...target, options });
      expect(warnings.filter((text) => text.includes('have no place'))).toEqual([]);
      return (await execa('pdfinfo', [...args, path])).stdout;
    };
    // PDF lets writers name further entries.
    expect(await read({}, '-custom')).toMatch(/^Nonsense:\s+x$/m);
    const plain = await read({});
    expect(plain).toMatch(/^Title:\s+A new title$/m);
    expect(plain).toMatch(/^Author:\s+New Author$/m);
    expect(plain).not.toContain(OLD);
    const archived = await read({ pdf_a: '2b' }, '-meta');
    expect(archived).toMatch(/pdfaid:part\W+2/);
    expect(archived).toContain('New Author');
    const locked = await read({ new_user_password: 'secret' }, '-upw', 'secret');
    expect(locked).toMatch(/^Author:\s+New Author$/m);
    expect(locked).toMatch(/^Encrypted:\s+yes/m);
  });

  test('is in web pages and RTF', async () => {
    const service = await start();
    const given = { ...GIVEN, Title: 'Größe {1} <\\>' };
    const facts = async (target: string, metadata: object) => {
      const { path, warnings } = await convert(service, 'page.html', { category: 'document', target, metadata });
      const content = await readFile(path, 'latin1');
      expect(content).toContain('Words');
      const { stdout: tags } = await execa('exiftool', ['-S', '-Title', '-Author', '-Nonsense', path]);
      return { content, warnings, tags };
    };
    const page = await facts('html', given);
    expect(page.tags).toBe('Title: Größe {1} <\\>\nAuthor: New Author\nNonsense: x');
    expect([page.content, page.warnings]).toEqual([expect.not.stringContaining(OLD), []]);
    expect((await facts('html', { author: 'Me' })).tags).toBe(`Title: ${OLD}\nAuthor: Me`);
    const rtf = await facts('rtf', given);
    expect(rtf.tags).toBe('Title: Größe {1} <\\>\nAuthor: New Author');
    expect(rtf.content).not.toContain(OLD);
    expect(rtf.warnings).toEqual(['rtf files made here have no place for the metadata nonsense: left out.']);
    expect((await facts('rtf', { author: null })).tags).toBe(`Title: ${OLD}`);
  });

  test('is in office files and books', async () => {
    const service = await start();
    await checkPackage(service, 'page.html', { category: 'document', target: 'docx' });
    await checkPackage(service, 'page.html', { category: 'document', target: 'odt' });
    await checkPackage(service, 'book.fb2', { category: 'ebook', target: 'epub' });
  });

  test('is in files of earlier office programs, of a package and of what is none', async () => {
    const service = await start();
    for (const [name, target] of [
      ['page.html', 'doc'],
      ['sheet.xlsx', 'xls'],
      ['slides.pptx', 'ppt'],
    ] as const) {
      const { path, warnings } = await convert(service, name, { category: 'document', target, metadata: GIVEN });
      const { stdout } = await execa('exiftool', ['-s', '-Title', '-Author', path]);
      expect(stdout).toMatch(/^Title +: A new title\nAuthor +: New Author$/);
      expect(await exiftool(path)).not.toContain(OLD);
      expect(warnings).toContain(`${target} files made here have no place for the metadata nonsense: left out.`);
    }
  });

  async function checkPackage(
    service: Service,
    name: string,
    conversion: { category: string; target: 'docx' | 'odt' | 'epub' },
  ) {
    const { target } = conversion;
    const { path, warnings } = await convert(service, name, { ...conversion, metadata: GIVEN });
    const parts = { docx: 'docProps/*.xml', odt: 'meta.xml', epub: '*.opf' };
    const facts = (await execa('unzip', ['-p', path, parts[target]])).stdout;
    expect(facts).toMatch(/<dc:title[^>]*>A new title</);
    expect(facts).toMatch(/creator[^>]*>New Author</);
    expect(facts).not.toContain(OLD);
    expect(warnings).toContain(`${target} files made here have no place for the metadata nonsense: left out.`);
    await execa('unzip', ['-tq', path]);
  }
});
