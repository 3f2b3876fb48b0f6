import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { fixture, metadataOf, scratchFolder } from './support.ts';

const scratch = await scratchFolder();

describe('any file', () => {
  it('has its length and digests, as md5sum and sha256sum see them', async () => {
    const path = fixture('image/logo.png');
    const { file } = await metadataOf(path, { checksums: true });
    const digest = async (program: string) => (await execa(program, [path])).stdout.split(' ')[0];
    expect(file.md5).toBe(await digest('md5sum'));
    expect(file.sha256).toBe(await digest('sha256sum'));
    expect(file.size_bytes).toBe(Number((await execa('stat', ['-c', '%s', path])).stdout));
  });

  it('of no known kind, or without a byte, is no error', async () => {
    const path = scratch('noise.bin');
    await writeFile(path, Buffer.from(Array.from({ length: 999 }, (_, index) => (index * index * 7 + 13) % 251)));
    expect(await metadataOf(path)).toMatchObject({ type: null, file: { size_bytes: 999 }, warnings: [] });
    const empty = await metadataOf(fixture('inputs/empty.txt'), { checksums: true });
    expect(empty).toMatchObject({ type: null, file: { size_bytes: 0, md5: 'd41d8cd98f00b204e9800998ecf8427e' } });
  });

  it('is what its content says, whatever its name', async () => {
    const { type } = await metadataOf(fixture('image/logo.png'), { filename: 'song.mp3' });
    expect(type).toEqual({ name: 'png', kind: 'image', content_type: 'image/png', extension: 'png' });
  });
});

it('sound has the streams, length, picture and tags that exiftool sees', async () => {
  const path = scratch('tagged.mp3');
  const tags = ['-metadata', 'title=Chime', '-metadata', 'artist=Ida Quill', '-metadata', 'album=Bells'];
  await execa('ffmpeg', ['-v', 'error', '-i', fixture('inputs/chime.mp3'), '-map', '0', '-c', 'copy', ...tags, path]);
  const { media } = await metadataOf(path);
  const [seen] = JSON.parse((await execa('exiftool', ['-json', '-n', path])).stdout);
  const rate = (await execa('exiftool', ['-s3', '-SampleRate', path])).stdout;
  const [stream] = media?.streams.items ?? [];
  expect(stream).toMatchObject({ kind: 'audio', codec: 'mp3', sample_rate_hertz: Number(rate), channels: 2 });
  expect(stream?.bit_rate_bits_per_second).toBe(seen.AudioBitrate);
  expect(media?.duration_seconds).toBeCloseTo(seen.Duration, 0);
  expect(media?.tags).toMatchObject({ title: seen.Title, artist: seen.Artist, album: seen.Album });
  expect(media?.pictures).toMatchObject({ count: 1, items: [{ codec: 'png', width_pixels: 64, height_pixels: 64 }] });
});

it('a film has its resolution, frame rate and languages', async () => {
  const path = scratch('film.mkv');
  const sources = [
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=320x180:rate=25:duration=2',
    '-f',
    'lavfi',
    '-i',
    'sine=duration=2',
  ];
  await execa('ffmpeg', [
    '-v',
    'error',
    ...sources,
    '-c:v',
    'mpeg4',
    '-c:a',
    'flac',
    '-metadata:s:a:0',
    'language=ita',
    path,
  ]);
  const { media } = await metadataOf(path);
  expect(media?.streams).toMatchObject({
    count: 2,
    items: [
      { kind: 'video', codec: 'mpeg4', width_pixels: 320, height_pixels: 180, frame_rate: 25 },
      { kind: 'audio', codec: 'flac', language: 'ita', bits_per_sample: 16, channels: 1 },
    ],
  });
  const [seen] = JSON.parse((await execa('exiftool', ['-json', '-n', path])).stdout);
  expect([seen.ImageWidth, seen.ImageHeight]).toEqual([320, 180]);
  expect(media?.duration_seconds).toBeCloseTo(Number(seen.Duration.split(':').at(-1)), 1);
});

/** Copies a zip and adds a member. */
async function withMember(from: string, to: string, member: string, content: string): Promise<string> {
  const script =
    'import sys, shutil, zipfile; shutil.copy(sys.argv[1], sys.argv[2]); zipfile.ZipFile(sys.argv[2], "a", 8).writestr(*sys.argv[3:5])';
  await execa('/usr/bin/python3', ['-c', script, from, to, member, content]);
  return to;
}

describe('an office document', () => {
  it('has the properties and counts of its parts', async () => {
    const core =
      '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>R&#252;ckblick &amp; more</dc:title><dc:creator>Ida Quill</dc:creator><cp:keywords>a, b</cp:keywords><cp:lastModifiedBy>Jo</cp:lastModifiedBy><dcterms:created>2024-03-01T10:11:12Z</dcterms:created></cp:coreProperties>';
    const app =
      '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><TotalTime>3</TotalTime><Pages>2</Pages><Words>120</Words><Application>Writer</Application><Company>Acme</Company></Properties>';
    const half = await withMember(fixture('document/report.docx'), scratch('half.docx'), 'docProps/core.xml', core);
    const path = await withMember(half, scratch('whole.docx'), 'docProps/app.xml', app);
    const { properties, office } = await metadataOf(path);
    expect(properties).toEqual({
      title: 'Rückblick & more',
      authors: { count: 1, items: ['Ida Quill'] },
      keywords: { count: 2, items: ['a', 'b'] },
      created: '2024-03-01T10:11:12Z',
      last_modified_by: 'Jo',
      company: 'Acme',
      creator_tool: 'Writer',
      editing_seconds: 180,
    });
    expect(office).toMatchObject({ pages: 2, words: 120, macros: false, pictures: 1 });
  });

  it('has its slides', async () => {
    const { stdout } = await execa('unzip', ['-Z1', fixture('document/slides.pptx')]);
    const slides = stdout.split('\n').filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
    expect((await metadataOf(fixture('document/slides.pptx'))).office?.slides).toBe(slides.length);
  });

  it('has its sheets, by name', async () => {
    const names = async (name: string) => (await metadataOf(fixture(name))).office?.sheets?.items;
    const script = `import sys, zipfile, xml.etree.ElementTree as tree
book = tree.fromstring(zipfile.ZipFile(sys.argv[1]).read("xl/workbook.xml"))
print(*[each.get("name") for each in book.iter() if each.tag.endswith("}sheet")], sep="\\n")`;
    const seen = (await execa('/usr/bin/python3', ['-c', script, fixture('document/table.xlsx')])).stdout.split('\n');
    expect(await names('document/table.xlsx')).toEqual(seen);
    expect(await names('document/distances.ods')).toEqual(await names('document/distances.fods'));
  });

  it.each(['document/locked.docx', 'document/locked.odt', 'document/locked.doc'])('%s is encrypted', async (name) => {
    expect(await metadataOf(fixture(name))).toMatchObject({ encrypted: true, warnings: [] });
    const { warnings } = await metadataOf(fixture(name), { password: 'secret' });
    expect(warnings.map(({ code }) => code)).toEqual(['option_no_effect']);
  });
});

it('a text has its encoding, and the characters, words and lines that wc counts', async () => {
  const path = scratch('mixed.txt');
  await writeFile(path, 'Grüße aus Łódź 🚢\r\nzweite Zeile\r\nohne Ende');
  const { text } = await metadataOf(path);
  const [lines = 0, words, characters] = (
    await execa('wc', ['-l', '-w', '-m', path], { env: { LC_ALL: 'C.UTF-8' } })
  ).stdout
    .trim()
    .split(/\s+/)
    .map(Number);
  expect(text).toEqual({
    encoding: 'utf-8',
    encoding_certain: true,
    byte_order_mark: false,
    line_endings: 'crlf',
    characters,
    words,
    // wc counts line ends.
    lines: lines + 1,
  });
});

describe('an archive', () => {
  it('has its members as tar lists them, both layers opened', async () => {
    const path = fixture('inputs/papers.tar.gz');
    const { archive, encrypted } = await metadataOf(path);
    const listed = (await execa('tar', ['-tf', path])).stdout.split('\n');
    expect(
      archive?.members?.items.map(({ path: name, kind }) => (kind === 'folder' ? `${name}/` : name)).sort(),
    ).toEqual(listed.map((name) => name.replace(/^\.\//, '')).sort());
    expect(archive?.unpacked_bytes).toBe(
      Buffer.byteLength((await execa('tar', ['-xOf', path], { encoding: 'buffer', stripFinalNewline: false })).stdout),
    );
    expect(encrypted).toBe(false);
  });

  it('with names that lead out is listed, not refused', async () => {
    const path = fixture('inputs/escape.zip');
    const { archive } = await metadataOf(path);
    const script = 'import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist(), sep="\\n")';
    const seen = (await execa('/usr/bin/python3', ['-c', script, path])).stdout.split('\n');
    expect(archive?.members?.items.map((member) => member.path)).toEqual(seen);
  });

  it('that is damaged is said to be so, by its name', async () => {
    const path = scratch('broken.7z');
    await writeFile(path, (await readFile(fixture('inputs/papers-locked.7z'))).subarray(0, 60));
    const { archive, warnings } = await metadataOf(path);
    expect(archive).toBeUndefined();
    expect(warnings).toMatchObject([{ code: expect.stringMatching(/input_(damaged|truncated)/) }]);
    expect(warnings[0]?.message).not.toMatch(/convert|unpack/);
  });

  it('whose names are encrypted is so, and opens with its password', async () => {
    const path = fixture('inputs/papers-locked.7z');
    expect(await metadataOf(path)).toMatchObject({ encrypted: true, warnings: [] });
    const wrong = await metadataOf(path, { password: 'guess' });
    expect(wrong.warnings.map(({ code }) => code)).toEqual(['output_limited']);
  });
});

describe('a book', () => {
  it.each(['ebook/voyage.epub', 'ebook/voyage.fb2'])('%s has what ebook-meta sees', async (name) => {
    const { properties, book } = await metadataOf(fixture(name));
    const { stdout } = await execa('ebook-meta', [fixture(name)]);
    const seen = (field: string) => new RegExp(`^${field} *: (.*)$`, 'm').exec(stdout)?.[1]?.replace(/ \[.*\]$/, '');
    expect(properties?.title).toBe(seen('Title'));
    expect(properties?.authors?.items.join(' & ')).toBe(seen('Author\\(s\\)'));
    expect(properties?.language?.slice(0, 2)).toBe(seen('Languages')?.slice(0, 2));
    if (name.endsWith('epub'))
      expect(book).toMatchObject({ format_version: '2.0', has_cover: true, chapters: { count: 2 } });
  });

  it('that names no author has none, whatever calibre calls him', async () => {
    const path = scratch('anonymous.fb2');
    const info = '<description><title-info><book-title>Waves</book-title></title-info></description>';
    const xml = `<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0">${info}<body><section><p>a</p></section></body></FictionBook>`;
    await writeFile(path, `<?xml version="1.0" encoding="utf-8"?>${xml}`);
    const { properties } = await metadataOf(path);
    expect(properties).toEqual({ title: 'Waves' });
    expect((await execa('ebook-meta', [path])).stdout).toMatch(/Author\(s\) +: Unknown/);
  });
});

describe('a drawing', () => {
  it.each(['plan-2018.dxf', 'plan-2000.dwg', 'plan-r12.dxf'])(
    '%s has its version, layers and entities',
    async (name) => {
      const { drawing } = await metadataOf(fixture(`cad/${name}`));
      const script =
        'import sys, ezdxf; d = ezdxf.readfile(sys.argv[1]); print(d.dxfversion, *sorted(l.dxf.name for l in d.layers), sep="\\n")';
      const [version, ...layers] = (
        await execa('/usr/bin/python3', ['-c', script, fixture(`cad/${name.replace(/dwg$/, 'dxf')}`)])
      ).stdout.split('\n');
      expect(drawing?.version).toBe(version);
      // acad-ts adds a layer for viewports, which ezdxf does not show.
      expect(drawing?.layers?.items.filter((layer) => layer !== 'VIEWPORTS').sort()).toEqual(layers);
      const { entities_by_type = {}, entities } = drawing ?? {};
      expect(Object.values(entities_by_type).reduce((sum, number) => sum + number, 0)).toBe(entities);
    },
  );
});

it('a font has the names that fc-scan sees', async () => {
  const { stdout } = await execa('fc-match', ['-f', '%{file}', 'DejaVu Sans:bold']);
  const { font, type } = await metadataOf(stdout);
  const seen = async (name: string) => (await execa('fc-scan', ['-f', `%{${name}}`, stdout])).stdout;
  expect(type?.kind).toBe('font');
  expect(font).toMatchObject({
    family: await seen('family'),
    style: await seen('style'),
    postscript_name: await seen('postscriptname'),
  });
});
