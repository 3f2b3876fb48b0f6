import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONVERT } from '../../support/imagemagick.ts';
import { fixture, media, pixels, unzipped, Workshop, zipNames, zipWith } from './support.ts';

const FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';

let workshop: Workshop;
let photo: string;
beforeAll(async () => {
  workshop = await Workshop.open('assets');
  photo = workshop.path('photo.jpg');
  await execa(CONVERT, ['-seed', '3', '-size', '120x80', 'plasma:', photo]);
});
afterAll(() => workshop.remove());

/** Extracts into separate files. @returns their names and bytes */
async function assets(input: string, options = {}): Promise<ReadonlyMap<string, Buffer>> {
  const given = { allow_multiple_outputs: true, ...options };
  const { result, error, outputs } = await workshop.run('extract-assets', given, input);
  expect([result, error]).toEqual(['completed', '']);
  const files = outputs.map(async ({ filename, path }) => [filename, await readFile(path)] as const);
  return new Map(await Promise.all(files));
}

describe('documents and books', () => {
  it.each([
    ['docx', 'document/report.docx', 'word/media/image9.jpeg', 'word/embeddings/oleObject1.bin'],
    ['pptx', 'document/slides.pptx', 'ppt/media/image9.jpeg', 'ppt/embeddings/sheet.xlsx'],
    ['xlsx', 'document/table.xlsx', 'xl/media/image9.jpeg', 'xl/embeddings/letter.docx'],
    ['odt', 'document/notes.odt', 'Pictures/image9.jpeg', 'Fonts/font1.ttf'],
    ['epub', 'ebook/voyage.epub', 'images/image9.jpeg', 'fonts/Sans.ttf'],
  ])('%s: pictures, fonts and embedded files, byte for byte', async (extension, name, picture, other) => {
    const files = { [picture]: photo, [other]: other.endsWith('.ttf') ? FONT : fixture('document/table.xls') };
    const input = await zipWith(fixture(name), workshop.path(`full.${extension}`), files);
    const found = await assets(input);
    for (const part of [picture, other]) {
      const bare = part.slice(part.lastIndexOf('/') + 1);
      expect(found.get(bare)?.equals(await unzipped(input, part)), bare).toBe(true);
    }
    expect([...found.keys()].filter((each) => /\.(?:xml|rels|x?html|css|ncx|opf)$/.test(each))).toEqual([]);
  });

  it('several as one zip, where they are not wanted apart', async () => {
    const { outputs } = await workshop.run('extract-assets', {}, fixture('ebook/voyage.epub'));
    expect(outputs.map(({ filename, content_type }) => [filename, content_type])).toEqual([
      ['voyage.zip', 'application/zip'],
    ]);
    expect(await zipNames(outputs[0]?.path ?? '')).toEqual(['cover.jpg', 'map.png']);
  });

  it('with nothing inside: an error that says so', async () => {
    const { result, error } = await workshop.run('extract-assets', {}, fixture('document/notes.odt'));
    expect([result, error]).toEqual(['input_wrong_type', expect.stringContaining('contains no pictures')]);
  });
});

describe('pdf', () => {
  it('pictures as they are, each once, and attached files', async () => {
    const [scan, twice, input] = ['scan.pdf', 'twice.pdf', 'attached.pdf'].map((name) => workshop.path(name)) as [
      string,
      string,
      string,
    ];
    await execa('img2pdf', [photo, '-o', scan]);
    await execa('qpdf', [scan, '--pages', scan, '1,1,1', '--', twice]);
    await execa('qpdf', [twice, '--add-attachment', FONT, '--filename=../../Sans.ttf', '--', input]);
    const found = await assets(input);
    expect([...found.keys()].sort()).toEqual(['Sans.ttf', 'image-1.jpg']);
    expect(found.get('image-1.jpg')?.equals(await readFile(photo))).toBe(true);
    expect(found.get('Sans.ttf')?.equals(await readFile(FONT))).toBe(true);
  });

  it.each([
    ['attachments', ['Sans.ttf']],
    ['pictures', ['image-1.jpg']],
  ])('only %s', async (kind, names) => {
    const [scan, input] = [workshop.path(`scan-${kind}.pdf`), workshop.path(`attached-${kind}.pdf`)];
    await execa('img2pdf', [photo, '-o', scan]);
    await execa('qpdf', [scan, '--add-attachment', FONT, '--filename=Sans.ttf', '--', input]);
    expect([...(await assets(input, { assets: kind })).keys()]).toEqual(names);
    const { result, error } = await workshop.run('extract-assets', { assets: 'media' }, input);
    expect([result, error]).toEqual(['input_wrong_type', expect.stringContaining('contains no audio or videos')]);
  });

  it('fonts, which other programs read', async () => {
    const found = await assets(fixture('document/report.pdf'));
    const fonts = [...found].filter(([name]) => /\.(?:ttf|otf|cff|pfb)$/.test(name));
    const { stdout } = await execa('pdffonts', [fixture('document/report.pdf')]);
    expect(fonts).toHaveLength(stdout.split('\n').slice(2).filter(Boolean).length);
    for (const [name, data] of fonts) {
      const path = workshop.path(name);
      await writeFile(path, data);
      const { stdout: scanned } = await execa('fc-scan', ['--format', '%{fontformat}', path]);
      expect(scanned, name).toBe('TrueType');
    }
  });

  it('that opens with a password', async () => {
    const [scan, locked] = [workshop.path('open.pdf'), workshop.path('locked.pdf')];
    await execa('img2pdf', [photo, '-o', scan]);
    await execa('qpdf', ['--encrypt', 'secret', 'owner', '256', '--', scan, locked]);
    const { result } = await workshop.run('extract-assets', {}, locked);
    expect(result).toBe('input_password_needed');
  });
});

describe('sound and videos', () => {
  const sound = ['-f', 'lavfi', '-i', 'sine=440:d=1'];

  it.each(['mp3', 'm4a', 'flac'])('%s: its cover, byte for byte', async (extension) => {
    const cover = ['-i', photo, '-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
    const input = await workshop.film(`tagged.${extension}`, ...sound, ...cover);
    const found = await assets(input);
    expect([...found.keys()]).toEqual(['cover.jpg']);
    expect(found.get('cover.jpg')?.equals(await readFile(photo))).toBe(true);
  });

  it('mkv: attached fonts, byte for byte', async () => {
    const font = ['-attach', FONT, '-metadata:s:t', 'mimetype=font/ttf', '-metadata:s:t', 'filename=../../Sans.ttf'];
    const input = await workshop.film('subtitled.mkv', '-f', 'lavfi', '-i', 'testsrc=s=64x64:d=1', ...font);
    expect((await media(input)).streams).toHaveLength(2);
    const found = await assets(input);
    expect([...found.keys()]).toEqual(['Sans.ttf']);
    expect(found.get('Sans.ttf')?.equals(await readFile(FONT))).toBe(true);
  });
});

describe('archives and mails', () => {
  it('archives: pictures, fonts and sounds, whatever else they hold', async () => {
    const zip = workshop.path('mixed.zip');
    await execa('zip', ['-q', '-j', zip, photo, FONT, fixture('inputs/chime.wav'), fixture('document/letter.txt')]);
    expect([...(await assets(zip)).keys()].sort()).toEqual(['DejaVuSans.ttf', 'chime.wav', 'photo.jpg']);
  });

  it('mails: what is attached, under a name without folders', async () => {
    const mail = workshop.path('mail.eml');
    const script = `
import sys, email.message, pathlib
mail = email.message.EmailMessage()
mail['Subject'], mail['From'], mail['To'] = 'Pictures', 'a@example.org', 'b@example.org'
mail.set_content('Two files.')
mail.add_attachment(pathlib.Path(sys.argv[2]).read_bytes(), maintype='image', subtype='jpeg', filename='../../../etc/photo.jpg')
mail.add_attachment('a,b', subtype='csv', filename='table.csv')
pathlib.Path(sys.argv[1]).write_bytes(bytes(mail))
`;
    await execa('/usr/bin/python3', ['-c', script, mail, photo]);
    const found = await assets(mail);
    expect([...found.keys()]).toEqual(['photo.jpg', 'table.csv']);
    expect(found.get('photo.jpg')?.equals(await readFile(photo))).toBe(true);
  });

  it.each([
    ['letter.eml', ['The first question.eml', 'gradient.png', 'übersicht.csv']],
    ['outlook.msg', ['image001.png', 'menü.txt']],
    ['winmail.dat', ['table.csv']],
  ])('%s: attached files and mails, and pictures of the text', async (name, files) => {
    const found = await assets(fixture(`document/${name}`));
    expect([...found.keys()].sort()).toEqual(files);
    const picture = found.get('gradient.png') ?? found.get('image001.png');
    if (picture !== undefined) expect(picture.equals(await readFile(fixture('document/gradient.png')))).toBe(true);
  });

  it('a mailbox without files: an error that says so', async () => {
    const { result, error } = await workshop.run('extract-assets', {}, fixture('document/box.mbox'));
    expect([result, error]).toEqual(['input_wrong_type', expect.stringContaining('attached files')]);
  });
});

it('pictures themselves hold no files', async () => {
  const { result, error } = await workshop.run('extract-assets', {}, photo);
  expect([result, error.includes('is a JPG file')]).toEqual(['input_wrong_type', true]);
  expect(await pixels(photo)).toBe('JPEG 120x80');
});

describe('extract-archive', () => {
  it('all files, byte for byte under their names, also without an extension', async () => {
    const input = workshop.path('files.zip');
    const folder = workshop.path('packed');
    await mkdir(`${folder}/a`, { recursive: true });
    await copyFile(photo, `${folder}/README`);
    await copyFile(FONT, `${folder}/a/font.ttf`);
    await execa('7zz', ['a', input, `${folder}/*`]);
    const { result, outputs, warnings } = await workshop.run(
      'extract-archive',
      { allow_multiple_outputs: true },
      input,
    );
    expect(result).toBe('completed');
    const files = outputs.map(async ({ filename, path }) => [filename, await readFile(path)] as const);
    const found = new Map(await Promise.all(files));
    expect([...found.keys()]).toEqual(['font.ttf', 'README']);
    expect(found.get('README')?.equals(await readFile(photo))).toBe(true);
    expect(found.get('font.ttf')?.equals(await readFile(FONT))).toBe(true);
    // Folders are not kept, which is said.
    expect(warnings).toContain('output_limited');
    expect((await workshop.run('extract-archive', {}, photo)).result).toBe('input_wrong_type');
  });
});
