import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { convert, fixture, makeScratch, type Scratch } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

/** Changes the report by pikepdf. @param change Python that works on `pdf` */
async function changedPdf(change: string): Promise<string> {
  const output = scratch.path('odd.pdf');
  const script = `import sys, pikepdf\nfrom pikepdf import Array, Dictionary, Name\npdf = pikepdf.open(sys.argv[1])\n${change}\npdf.save(sys.argv[2])`;
  await execa('/usr/bin/python3', ['-c', script, fixture('report.pdf'), output]);
  return output;
}

it.each([
  ['a portfolio', 'pdf.Root.Collection = Dictionary(Type=Name.Collection)', /portfolio.*only its cover/],
  [
    'an XFA form that Adobe draws',
    'pdf.Root.NeedsRendering = True\npdf.Root.AcroForm = Dictionary(Fields=Array([]), XFA=pdf.make_stream(b"<xdp/>"))',
    /XFA form/,
  ],
  [
    'marks for redaction',
    'pdf.pages[0].Annots = Array([pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Redact, Rect=[0, 0, 99, 99]))])',
    /1 mark for redaction that nobody has applied/,
  ],
])('%s is named when it becomes a text', async (_, change, named) => {
  const { warnings } = await convert(scratch, await changedPdf(change), { target: 'txt' });
  expect(warnings.map(({ message }) => message)).toContainEqual(expect.stringMatching(named));
  // The control: the same without that change.
  const plain = await convert(scratch, fixture('report.pdf'), { target: 'txt' });
  expect(plain.warnings.map(({ message }) => message)).not.toContainEqual(expect.stringMatching(named));
});

it('an XFA form with pages of its own is no notice to wait', async () => {
  const path = await changedPdf('pdf.Root.AcroForm = Dictionary(Fields=Array([]), XFA=pdf.make_stream(b"<xdp/>"))');
  const { warnings } = await convert(scratch, path, { target: 'txt' });
  expect(warnings.map(({ message }) => message)).not.toContainEqual(expect.stringMatching(/XFA/));
});
