import { writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { makePdf } from '../document/operations/make-pdf-structure.ts';
import { fixture, metadataOf, scratchFolder } from './support.ts';

const scratch = await scratchFolder();
const report = fixture('document/report.pdf');

/** Returns what `pdfinfo` prints for a name. */
const pdfinfo = async (path: string, name: string): Promise<string> =>
  new RegExp(`^${name}: +(.*)$`, 'm').exec((await execa('pdfinfo', ['-isodates', path])).stdout)?.[1] ?? '';

async function locked(name: string, user: string): Promise<string> {
  const path = scratch(name);
  const encryption = ['--encrypt', user, 'owner', '256', '--print=none', '--extract=n', '--'];
  await execa('qpdf', [report, ...encryption, path]);
  return path;
}

describe('a PDF', () => {
  it('has the pages, sizes, properties and version that pdfinfo and qpdf see', async () => {
    const { pdf, properties, encrypted } = await metadataOf(report);
    expect(pdf?.pages).toBe(Number((await execa('qpdf', ['--show-npages', report])).stdout));
    expect(pdf?.version).toBe(await pdfinfo(report, 'PDF version'));
    const [size] = pdf?.page_sizes_points?.items ?? [];
    expect(`${size?.width} x ${size?.height} pts (A4)`).toBe(await pdfinfo(report, 'Page size'));
    expect(properties?.creator_tool).toBe(await pdfinfo(report, 'Creator'));
    expect(properties?.producer).toBe(await pdfinfo(report, 'Producer'));
    expect(properties?.created).toBe(await pdfinfo(report, 'CreationDate'));
    expect(encrypted).toBe(false);
  });

  it('has the fonts that are in its objects', async () => {
    const { pdf } = await metadataOf(report);
    const { stdout } = await execa('qpdf', ['--qdf', '--object-streams=disable', report, '-'], { encoding: 'latin1' });
    const names = new Set([...stdout.matchAll(/\/BaseFont \/(?:[A-Z]{6}\+)?(\S+)/g)].map(([, name]) => name));
    expect(new Set(pdf?.fonts?.items.map(({ name }) => name))).toEqual(names);
    expect(pdf?.fonts?.items.every(({ embedded, subset }) => embedded && subset)).toBe(true);
  });

  it('that needs no password to be read has its permissions', async () => {
    const document = await metadataOf(await locked('owner.pdf', ''));
    expect(document.encrypted).toBe(true);
    expect(document.encryption).toMatchObject({
      algorithm: 'AESv3',
      key_bits: 256,
      permissions: { print: false, print_high_resolution: false, copy: false, annotate: true },
    });
    expect(document.pdf?.pages).toBe(1);
  });

  it('that needs one has what stands outside, without an error; with the password everything', async () => {
    const path = await locked('user.pdf', 'secret');
    const outside = await metadataOf(path);
    expect(outside).toMatchObject({ encrypted: true, pdf: { version: '1.7' }, warnings: [] });
    expect(outside.pdf?.pages).toBeUndefined();
    const opened = await metadataOf(path, { password: 'secret' });
    expect(opened).toMatchObject({ encrypted: true, encryption: { key_bits: 256 }, pdf: { pages: 1 }, warnings: [] });
    const wrong = await metadataOf(path, { password: 'guess' });
    expect(wrong.warnings).toEqual([
      { code: 'output_limited', message: expect.stringContaining('does not open user.pdf') },
    ]);
  });

  it('has its attachments', async () => {
    const path = scratch('attached.pdf');
    const file = fixture('inputs/abc.txt');
    await execa('qpdf', [
      report,
      '--add-attachment',
      file,
      '--mimetype=text/plain',
      '--description=Letters',
      '--',
      path,
    ]);
    const { stdout } = await execa('pdfdetach', ['-list', path]);
    expect(stdout).toContain('1: abc.txt');
    expect((await metadataOf(path)).pdf?.attachments).toMatchObject({
      count: 1,
      items: [{ name: 'abc.txt', content_type: 'text/plain', description: 'Letters', size_bytes: 3 }],
    });
  });

  it('has the files of its pages, and what each is to the document', async () => {
    const path = scratch('associated.pdf');
    const script = `import sys, pikepdf
from pikepdf import Array, AttachedFileSpec, Dictionary, Name
with pikepdf.open(sys.argv[1]) as pdf:
    data = AttachedFileSpec(pdf, b"a,b", filename="table.csv", mime_type="text/csv").obj
    data["/AFRelationship"] = Name.Data
    pdf.Root["/AF"] = Array([data])
    note = AttachedFileSpec(pdf, b"note", filename="note.txt").obj
    pdf.pages[0].obj["/Annots"] = Array([Dictionary(Type=Name.Annot, Subtype=Name.FileAttachment, Rect=[9, 9, 20, 20], FS=note)])
    pdf.save(sys.argv[2])`;
    await execa('/usr/bin/python3', ['-c', script, report, path]);
    const { stdout } = await execa('pdfdetach', ['-list', path]);
    expect(stdout).toContain('note.txt');
    expect((await metadataOf(path)).pdf?.attachments?.items).toEqual([
      { name: 'table.csv', content_type: 'text/csv', size_bytes: 3, relationship: 'Data' },
      { name: 'note.txt', size_bytes: 4, page: 1 },
    ]);
  });

  it('has its bookmarks, each before those below it', async () => {
    const outline = [
      { title: 'Größe', to: 1, children: [{ title: 'Below', to: 2 }] },
      { title: 'Outside', to: null },
    ];
    const path = await makePdf(scratch('outlined.pdf'), { pages: [{ text: 'one' }, { text: 'two' }], outline });
    expect((await metadataOf(path)).pdf?.outline).toEqual({
      count: 3,
      items: [
        { title: 'Größe', level: 1, page: 1 },
        { title: 'Below', level: 2, page: 2 },
        { title: 'Outside', level: 1 },
      ],
    });
  });

  it('that is cut short has a warning, and what could be read', async () => {
    const path = scratch('cut.pdf');
    await execa('head', ['-c', '20000', report], { stdout: { file: path } });
    const { type, warnings } = await metadataOf(path);
    expect(type?.name).toBe('pdf');
    expect(warnings.map(({ code }) => code)).toContain('input_truncated');
  });

  it('that is none inside has a warning too', async () => {
    const path = scratch('none.pdf');
    await writeFile(path, '%PDF-1.7\nnothing\n%%EOF\n');
    const { type, warnings } = await metadataOf(path);
    expect(type?.name).toBe('pdf');
    expect(warnings.map(({ code }) => code)).toContain('input_damaged');
  });
});
