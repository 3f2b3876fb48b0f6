import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convert, makeScratch, onlyOutput, type Scratch } from '../document/support.ts';
import { Workshop } from './support.ts';

/*
 * A web page that is PDF/UA-1 and PDF/A-2a, changed in one place: each rule is broken by one of the cases. veraPDF's corpus has more of each
 * (docs/fidelity.md); it is not part of this project.
 */

let workshop: Workshop;
let scratch: Scratch;
let valid: string;

const DOT = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='4'/></svg>`;
const PAGE = `<!doctype html><html lang="en"><title>A page</title><h1>One</h1><p>Text with a <a href="https://example.org/">link</a></p>
<h2>Two</h2><ul><li>first<li>second</ul><table><tr><th>A<th>B<tr><td>1<td>2</table><img alt="a dot" src="${DOT}" width="40" height="40">`;

const script = (change: string) => `import sys, pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String
pdf = pikepdf.open(sys.argv[1])
page, root = pdf.pages[0].obj, pdf.Root
tree = root.StructTreeRoot
elements = [each for each in pdf.objects if isinstance(each, Dictionary) and each.get("/Type") == Name.StructElem]
first = lambda name: next(each for each in elements if each.get("/S") == Name("/" + name))
link = next(each for each in page.Annots if each.Subtype == Name.Link)
add = lambda content: pdf.pages[0].contents_add(pdf.make_stream(content))
${change}
pdf.save(sys.argv[2], fix_metadata_version=False)`;

beforeAll(async () => {
  workshop = await Workshop.open('validate-tags');
  scratch = await makeScratch();
  const page = scratch.path('page.html');
  await writeFile(page, PAGE);
  valid = onlyOutput(await convert(scratch, page, { target: 'pdf', options: { pdf_ua: true, pdf_a: '2a' } }));
});
afterAll(async () => {
  await workshop.remove();
  await scratch.remove();
});

interface Broken {
  readonly rule: string;
  readonly problem: string;
  readonly count: number;
  readonly places: readonly { readonly page?: number; readonly object?: number }[];
}
interface Report {
  readonly standard: string;
  readonly conforms: boolean;
  readonly problems: readonly string[];
  readonly broken_rules: readonly Broken[];
}

async function report(change: string, profile: string): Promise<Report> {
  const changed = workshop.path('changed.pdf');
  await execa('/usr/bin/python3', ['-c', script(change), valid, changed]);
  const { outputs } = await workshop.run('validate-pdfa', { validation_profile: profile }, changed);
  return JSON.parse(await readFile(outputs[0]?.path ?? '', 'utf8')) as Report;
}

const rules = async (change: string, profile: string): Promise<string[]> =>
  (await report(change, profile)).broken_rules.map(({ rule, problem }) => `${rule} ${problem}`);

describe('PDF/UA-1', () => {
  it('is what a web page becomes, and stays when it is written anew', async () => {
    expect(await report('', 'pdfua1')).toMatchObject({ standard: 'ISO 14289-1', conforms: true, broken_rules: [] });
  });

  it('names the rule, how often it is broken, and where', async () => {
    const { broken_rules: broken } = await report(
      'for each in elements[:]:\n    if each.S == Name.TH: each.S = Name.P',
      'pdfua1',
    );
    const object = { page: 1, object: expect.any(Number) as number };
    expect(broken).toContainEqual({ rule: '7.2', problem: 'a tag TR contains P', count: 2, places: [object, object] });
  });

  it.each<[string, string, RegExp]>([
    ['no tags', 'del root["/StructTreeRoot"]', /^7.1 it has no tags/],
    ['tags that may be wrong', 'root.MarkInfo.Suspects = True', /^7.1 .*Suspects/],
    ['content without a tag', 'add(b"0 0 9 9 re f")', /^7.1 content is neither tagged nor marked/],
    ['tagged decoration', 'add(b"/P <</MCID 0>> BDC /Artifact BMC 0 0 9 9 re f EMC EMC")', /^7.1 decoration/],
    ['a tag that is unknown', 'first("P").S = Name.Mine', /^7.1 the tag Mine stands for none/],
    ['no title', 'with pdf.open_metadata(set_pikepdf_as_editor=False) as m: del m["dc:title"]', /^7.1 it has no title/],
    ['a title that is not shown', 'del root["/ViewerPreferences"]', /^7.1 viewers show/],
    [
      'text of an unknown language',
      'for each in [root, *elements]:\n    if "/Lang" in each: del each["/Lang"]',
      /^7.2 the language of text is unknown/,
    ],
    ['a language that is none', 'root.Lang = String("1-x")', /^7.2 a language is not written/],
    ['a figure without a description', 'del first("Figure")["/Alt"]', /^7.3 a figure/],
    ['a heading that is left out', 'first("H2").S = Name.H3', /^7.4.2 a heading of level 3 follows one of level 1/],
    [
      'headings without a scope',
      'for each in elements[:]:\n    if each.S in (Name.TH, Name.TD) and "/A" in each: del each["/A"]',
      /^7.5 headings/,
    ],
    ['an item that contains text', 'first("LBody").S = Name.Span', /^7.2 a tag LI contains Span/],
    ['a row of another length', 'row = first("TR")\nrow.K = Array(list(row.K)[:1])', /^7.2 the rows of a table/],
    ['a link without a description', 'del link["/Contents"]', /^7.18.5 a link has no text/],
    ['a link without a tag', 'first("Link").S = Name.Span', /^7.18.5 a link is in no tag Link/],
    ['annotations in another order', 'del page["/Tabs"]', /^7.18.3 /],
    ['a note that cannot be named', 'first("P").S = Name.Note', /^7.9 a note/],
    [
      'another prefix',
      'root.Metadata.write(root.Metadata.read_bytes().replace(b"pdfuaid:", b"ua:").replace(b"xmlns:pdfuaid", b"xmlns:ua"))',
      /^5 .*prefix/,
    ],
  ])('does not have %s', async (_, change, found) => {
    expect(await rules(change, 'pdfua1')).toContainEqual(expect.stringMatching(found));
  });
});

describe('levels of PDF/A', () => {
  it.each(['pdfa2a', 'pdfa2u', 'pdfa2b'])('%s is what the page is', async (profile) => {
    expect(await report('', profile)).toMatchObject({ standard: 'ISO 19005-2', conforms: true });
  });

  const WITHOUT_TEXTS = `for each in pdf.objects:
    if isinstance(each, Dictionary) and "/ToUnicode" in each: del each["/ToUnicode"]`;
  const CLAIM = (level: string) =>
    `root.Metadata.write(root.Metadata.read_bytes().replace(b"conformance>A", b"conformance>${level}"))`;

  it.each<[string, string, string, RegExp]>([
    ['a: tags', 'pdfa2a', 'root.MarkInfo.Marked = False', /^6.7.2.2 /],
    ['a: known tags', 'pdfa2a', 'first("P").S = Name.Mine', /^6.7.3.4 /],
    ['a: a claim of a', 'pdfa2a', CLAIM('U'), /^6.6.4 /],
    ['a and u: characters', 'pdfa2u', WITHOUT_TEXTS, /^6.2.11.7.2 the font .* does not say which characters/],
    ['u: a claim of u', 'pdfa2u', CLAIM('B'), /^6.6.4 /],
  ])('%s', async (_, profile, change, found) => {
    expect(await rules(change, profile)).toContainEqual(expect.stringMatching(found));
  });

  it('b: neither tags nor characters', async () => {
    const { conforms, problems } = await report(`${WITHOUT_TEXTS}\ndel root["/StructTreeRoot"]`, 'pdfa2b');
    expect([conforms, problems]).toEqual([true, []]);
  });
});
