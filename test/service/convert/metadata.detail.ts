import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { FFPROBE } from '../../support/ffprobe.ts';
import { start } from '../local-service.ts';
import { testFolder } from '../outputs/files-support.ts';
import { download } from '../serve-support.ts';

/** Fields that sources have and outputs must not. */
const OLD = 'Formerly';

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
    await add('sound.mp3', (path) => ffmpeg(path, '-i', 'sine=d=1', ...tags));
    await add('sound.m4a', (path) => ffmpeg(path, '-i', 'sine=d=1', ...tags));
    const film = ['-i', 'testsrc=s=64x64:d=1', ...tags, '-metadata:s:v', `title=${OLD}`];
    await add('film.mkv', (path) => ffmpeg(path, ...film));
    await add('film.mp4', (path) => ffmpeg(path, ...film));
    await add('page.html', (path) =>
      writeFile(path, `<title>${OLD}</title><meta name="author" content="${OLD}"><p>Words</p>`),
    );
    await add('book.fb2', (path) =>
      writeFile(
        path,
        `<?xml version="1.0"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description><title-info><author><first-name>${OLD}</first-name></author><book-title>${OLD}</book-title><lang>en</lang></title-info></description><body><section><p>Words</p></section></body></FictionBook>`,
      ),
    );
  });

  /** Converts a source; returns the path of the output and the warnings about metadata. */
  async function convert(name: string, conversion: object) {
    const { serve } = await start();
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

  test.each(['jpg', 'png', 'webp', 'tiff', 'gif'])('is in a %s picture, and nothing else', async (target) => {
    const { path, warnings } = await convert('photo.jpg', {
      category: 'image',
      target,
      options: target === 'gif' ? {} : { keep_metadata: 'all' },
      metadata: GIVEN,
    });
    const tags = await exiftool(path);
    expect(tags).toMatch(/\[XMP-dc\]\s+Creator\s+: New Author/);
    expect(tags).toMatch(/\[XMP-dc\]\s+Title\s+: A new title/);
    expect(tags).not.toMatch(/Formerly|GPS/);
    expect(warnings).toEqual([`${target} files made here have no place for the metadata nonsense: left out.`]);
    const { stdout } = await execa('identify', ['-format', '%wx%h', path]);
    expect(stdout).toBe('320x200');
  });

  test('changes only what it names', async () => {
    const metadata = { Make: 'Acme', artist: null, keywords: ['sea', 'sky'] };
    const options = { keep_metadata: 'all' };
    const { path, warnings } = await convert('photo.jpg', { category: 'image', target: 'jpg', options, metadata });
    const tags = await exiftool(path);
    expect(tags).toMatch(/\[IFD0\]\s+Make\s+: Acme/);
    expect(tags).toMatch(/\[XMP-dc\]\s+Subject\s+: sea, sky/);
    expect(tags).toMatch(/City\s+: Formerly/);
    expect(tags).not.toMatch(/Artist|Creator|By-line/);
    expect(warnings).toEqual([]);
  });

  test('warns of each field that a target cannot hold', async () => {
    const { warnings } = await convert('photo.jpg', { category: 'image', target: 'bmp', metadata: { author: 'Me' } });
    expect(warnings).toEqual(['bmp files made here have no place for the metadata author: left out.']);
  });

  test.each([
    ['sound.mp3', 'audio', 'mp3'],
    ['sound.m4a', 'audio', 'm4a'],
    ['sound.m4a', 'audio', 'flac'],
    ['sound.mp3', 'audio', 'ogg'],
    ['film.mkv', 'video', 'mp4'],
    ['film.mp4', 'video', 'mp4'],
    ['film.mp4', 'video', 'mkv'],
  ])('of %s replaces the tags in %s/%s', async (name, category, target) => {
    const { path } = await convert(name, { category, target, metadata: GIVEN });
    const { stdout } = await execa(FFPROBE, ['-v', 'error', '-show_entries', 'format_tags:stream_tags', path]);
    expect(stdout).toMatch(/^TAG:title=A new title$/im);
    expect(stdout).toMatch(/^TAG:artist=New Author$/im);
    expect(stdout).not.toContain(OLD);
    expect(await exiftool(path)).not.toContain(OLD);
  });

  test.each(['audio', 'video'])('changes single tags of %s', async (category) => {
    const [name, target] = category === 'audio' ? ['sound.mp3', 'mp3'] : ['film.mp4', 'mp4'];
    const metadata = { artist: 'New Author', composer: null };
    const { path, warnings } = await convert(name, { category, target, metadata });
    const { stdout } = await execa(FFPROBE, ['-v', 'error', '-show_entries', 'format_tags', path]);
    expect(stdout).toMatch(/^TAG:artist=New Author$/m);
    expect(stdout).toMatch(/^TAG:title=Formerly$/m);
    expect(stdout).not.toMatch(/composer/);
    expect(warnings).toEqual([]);
  });

  test('is in a PDF, also in PDF/A and in an encrypted one', async () => {
    const target = { category: 'document', target: 'pdf', metadata: GIVEN };
    const read = async (options: object, ...args: string[]) => {
      const { path, warnings } = await convert('page.html', { ...target, options });
      expect(warnings).toContain('PDF files made here have no place for the metadata nonsense: left out.');
      return (await execa('pdfinfo', [...args, path])).stdout;
    };
    const plain = await read({});
    expect(plain).toMatch(/^Title:\s+A new title$/m);
    expect(plain).toMatch(/^Author:\s+New Author$/m);
    expect(plain).not.toContain(OLD);
    const archived = await read({ pdf_a: '2b' });
    expect(archived).toMatch(/^Author:\s+New Author$/m);
    expect(archived).toMatch(/PDF subtype:\s+PDF\/A-2b/);
    const locked = await read({ set_user_password: true, new_user_password: 'secret' }, '-upw', 'secret');
    expect(locked).toMatch(/^Author:\s+New Author$/m);
    expect(locked).toMatch(/^Encrypted:\s+yes/m);
  });

  test.each([
    ['page.html', 'document', 'docx'],
    ['page.html', 'document', 'odt'],
    ['book.fb2', 'ebook', 'epub'],
  ])('of %s is in %s/%s', async (name, category, target) => {
    const { path, warnings } = await convert(name, { category, target, metadata: GIVEN });
    const tags = await exiftool(path);
    const facts = target === 'epub' ? (await execa('unzip', ['-p', path, '*.opf'])).stdout : tags;
    expect(facts).toMatch(/(?:Title\s+: |<dc:title[^>]*>)A new title/i);
    expect(facts).toMatch(/(?:creator\s+: |<dc:creator[^>]*>)New Author/i);
    expect(facts).not.toContain(OLD);
    expect(warnings).toContain(`${target} files made here have no place for the metadata nonsense: left out.`);
    await execa('unzip', ['-tq', path]);
  });
});
