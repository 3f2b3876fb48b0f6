import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Workshop } from './support.ts';

/*
 * A valid PDF/A-2b, changed in one place: each rule is broken by one of the cases. veraPDF's corpus has many more cases of each
 * (docs/fidelity.md); it is not part of this project.
 */

let workshop: Workshop;
let valid: string;

/** A page with text, a picture, a graphics state and a form. */
const SOURCE = `import sys, pikepdf
from pikepdf import Array, Dictionary, Name, Stream
pdf = pikepdf.new()
page = pdf.add_blank_page(page_size=(200, 100))
image = Stream(pdf, bytes(index * index % 251 for index in range(12288)), Type=Name.XObject, Subtype=Name.Image, Width=64, Height=64, BitsPerComponent=8, ColorSpace=Name.DeviceRGB)
page.obj.Resources = Dictionary(
    XObject=Dictionary(Im0=image),
    Font=Dictionary(F0=Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)),
)
page.obj.Contents = pdf.make_stream(b"q 50 0 0 50 10 10 cm /Im0 Do Q BT /F0 12 Tf 80 50 Td (Hand) Tj ET 0 0 1 rg 80 10 20 20 re f")
pdf.save(sys.argv[1])`;

/** Changes `page`, `root` or `data`, the bytes of the file. */
const script = (change: string, bytes: string) => `import re, sys, pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String
pdf = pikepdf.open(sys.argv[1])
page, root = pdf.pages[0].obj, pdf.Root
image = next(each for _, each in page.Resources.XObject.items() if each.Subtype == Name.Image)
name, font = next(iter(page.Resources.Font.items()))
add = lambda content: pdf.pages[0].contents_add(pdf.make_stream(content))
${change}
pdf.save(sys.argv[2], fix_metadata_version=False, object_stream_mode=pikepdf.ObjectStreamMode.disable)
data = open(sys.argv[2], 'rb').read()
${bytes}
open(sys.argv[2], 'wb').write(data)`;

beforeAll(async () => {
  workshop = await Workshop.open('validate-pdfa');
  const source = workshop.path('source.pdf');
  await execa('/usr/bin/python3', ['-c', SOURCE, source]);
  const { outputs } = await workshop.run('convert-pdfa', { validation_profile: 'pdfa2b' }, source);
  valid = outputs[0]?.path ?? '';
});
afterAll(() => workshop.remove());

async function problems(change: string, bytes = ''): Promise<readonly string[]> {
  const changed = workshop.path('changed.pdf');
  await execa('/usr/bin/python3', ['-c', script(change, bytes), valid, changed]);
  const { outputs } = await workshop.run('validate-pdfa', { validation_profile: 'pdfa2b' }, changed);
  return (JSON.parse(await readFile(outputs[0]?.path ?? '', 'utf8')) as { problems: readonly string[] }).problems;
}

const SEPARATION = `tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[0, 1, 0, 0], N=1)
page.Resources.ColorSpace = Dictionary(S=Array([Name.Separation, Name.Spot, Name.DeviceCMYK, tint]))
add(b"/S cs 1 scn 0 0 9 9 re f")`;

const UNUSED = `page.Resources.XObject.Unused = Stream(pdf, b"0 0 0 1 k Nonsense", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9])
page.Resources.ExtGState = Dictionary(Unused=Dictionary(TR=Name.Identity))
page.Resources.Font.Unused = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Courier)`;

describe('validate-pdfa', () => {
  it('finds nothing in the file that the cases change, written anew', async () => {
    expect(await problems('')).toEqual([]);
  });

  it('leaves resources alone that no content uses', async () => {
    expect(await problems(UNUSED)).toEqual([]);
    expect(await problems(`${UNUSED}\nadd(b"/Unused Do")`)).not.toEqual([]);
  });

  it.each([
    [
      'another comment after the header',
      "data = data.replace(b'%\\xbf\\xf7\\xa2\\xfe', b'%abcd', 1)",
      /does not begin/,
    ],
    ['bytes after the end', "data += b'more'", /follows its last/],
    [
      'an object that ends on a line with its value',
      "data = data.replace(b'\\nendobj', b' endobj', 1)",
      /end of an object/,
    ],
    [
      'a wrong length of a stream',
      "data = re.sub(rb'/Length (\\d+)', lambda found: b'/Length %0*d' % (len(found[1]), int(found[1]) // 2), data, count=1)",
      /length of a stream/,
    ],
    [
      'an xref keyword that is followed by a space',
      "data = data.replace(b'\\nxref\\n', b'\\nxref ', 1)",
      /cross reference table/,
    ],
  ])('finds %s', async (_, bytes, found) => {
    expect(await problems('', bytes)).toContainEqual(expect.stringMatching(found));
  });

  it.each([
    ['a picture to be smoothed', 'image.Interpolate = True', /smoothed/],
    ['a picture with an alternative', 'image.Alternates = Array([])', /alternatives/],
    ['an unknown rendering intent', 'image.Intent = Name.Custom', /rendering intent/],
    ['an unknown operator', 'add(b"Nonsense")', /unknown operators, such as 'Nonsense'/],
    ['half a hexadecimal text', 'add(b"/P <</ActualText <484>>> BDC EMC")', /hexadecimal/],
    ['CMYK colours', 'add(b"0 0 0 1 k")', /colours are CMYK/],
    ['CMYK behind a separation', SEPARATION, /colours are CMYK/],
    [
      'a transfer function',
      'page.Resources.ExtGState = Dictionary(G=Dictionary(TR=Name.Identity))\nadd(b"/G gs")',
      /transfer functions/,
    ],
    [
      'an unknown blend mode',
      'page.Resources.ExtGState = Dictionary(G=Dictionary(BM=Name.Mine))\nadd(b"/G gs")',
      /blend mode/,
    ],
    ['PostScript', 'page.Resources.XObject.X = Stream(pdf, b"", Subtype=Name.PS)\nadd(b"/X Do")', /PostScript/],
    ['states that are nested too deep', 'add(b"q " * 29 + b"Q " * 29)', /nested too deep/],
    ['a large number', 'root.Large = 3000000000', /number is too large/],
    ['a long name', 'root.Long = Name("/" + "n" * 128)', /name is too long/],
    ['a small page', 'page.MediaBox = Array([0, 0, 2, 2])', /too small/],
    [
      'resources of what is above a page',
      'root.Pages.Resources = page.Resources\ndel page["/Resources"]',
      /does not have itself/,
    ],
    [
      'a profile of another class',
      'profile = root.OutputIntents[0].DestOutputProfile\nprofile.write(profile.read_bytes().replace(b"mntr", b"link", 1))',
      /profile of its output intent/,
    ],
    ['other widths', 'font.Widths[-1] = 999', /other widths/],
    ['text without a glyph', 'add(b"BT /%s 9 Tf (\\\\001) Tj ET" % name[1:].encode())', /lacks a glyph/],
    [
      'a font that is not embedded',
      'for key in ("/FontFile", "/FontFile2", "/FontFile3"):\n    if key in font.FontDescriptor: del font.FontDescriptor[key]',
      /not embedded/,
    ],
    ['an action of a page', 'page.AA = Dictionary()', /actions or scripts/],
    ['an unknown named action', 'root.OpenAction = Dictionary(S=Name.Named, N=Name.Print)', /actions or scripts/],
    ['layers without a name', 'root.OCProperties = Dictionary(OCGs=Array([]), D=Dictionary())', /layers have settings/],
    ['other permissions', 'root.Perms = Dictionary(Mine=Dictionary())', /permissions/],
    [
      'an attachment that is no PDF/A',
      'pdf.attachments["a.txt"] = pikepdf.AttachedFileSpec(pdf, b"text", filename="a.txt")',
      /attachment is not a PDF\/A/,
    ],
  ])('finds %s', async (_, change, found) => {
    expect(await problems(change)).toContainEqual(expect.stringMatching(found));
  });
});
