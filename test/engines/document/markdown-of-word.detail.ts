import { readFile, writeFile } from 'node:fs/promises';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convert, fixture, makeScratch, onlyOutput, type Scratch } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ');

const p = (content: string, style = '') =>
  `<w:p><w:pPr>${style === '' ? '' : `<w:pStyle w:val="${style}"/>`}</w:pPr>${content}</w:p>`;
const t = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const listed = (text: string, level: number, style = '') =>
  `<w:p><w:pPr>${style === '' ? '' : `<w:pStyle w:val="${style}"/>`}<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr>${t(text)}</w:p>`;
const check = (isChecked: boolean, text: string) =>
  p(
    `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${isChecked ? 1 : 0}"/><w14:checkedState w14:val="2612"/><w14:uncheckedState w14:val="2610"/></w14:checkbox></w:sdtPr><w:sdtContent>${t(isChecked ? '☒' : '☐')}</w:sdtContent></w:sdt>${t(` ${text}`)}`,
  );
/** Text with the comment of the document. */
const commented = (text: string) =>
  `<w:commentRangeStart w:id="7"/>${t(text)}<w:commentRangeEnd w:id="7"/><w:r><w:commentReference w:id="7"/></w:r>`;
const table = (...rows: string[][]) =>
  `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid>${rows
    .map((cells) => {
      const span = cells.length === 1 ? '<w:gridSpan w:val="2"/>' : '';
      return `<w:tr>${cells.map((cell) => `<w:tc><w:tcPr>${span}</w:tcPr>${p(t(cell))}</w:tc>`).join('')}</w:tr>`;
    })
    .join('')}</w:tbl>`;
/** A text box of Word: a shape with a name that nobody sees. */
const textBox = (content: string) =>
  `<w:r><w:pict><v:shape id="Shape1" o:spid="_x0000_s1026" type="#_x0000_t202" alt="Shape2" style="position:absolute;margin-left:0;margin-top:0;width:200pt;height:100pt;z-index:1"><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;

const HEADINGS = [1, 2, 3].map(
  (level) =>
    `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`,
);
const STYLES = `<w:styles ${NAMESPACES}><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/></w:style>${HEADINGS.join('')}</w:styles>`;
const LEVELS = ['%1.', '%1.%2.', '%1.%2.%3.'].map(
  (text, level) =>
    `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${text}"/></w:lvl>`,
);
const NUMBERING = `<w:numbering ${NAMESPACES}><w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/>${LEVELS.join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

async function docx(name: string, body: string): Promise<string> {
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${WORD}.styles+xml"/><Override PartName="/word/numbering.xml" ContentType="${WORD}.numbering+xml"/><Override PartName="/word/header1.xml" ContentType="${WORD}.header+xml"/><Override PartName="/word/comments.xml" ContentType="${WORD}.comments+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${OFFICE}/numbering" Target="numbering.xml"/><Relationship Id="rId3" Type="${OFFICE}/header" Target="header1.xml"/><Relationship Id="rId4" Type="${OFFICE}/comments" Target="comments.xml"/></Relationships>`,
    'word/styles.xml': STYLES,
    'word/numbering.xml': NUMBERING,
    'word/comments.xml': `<w:comments ${NAMESPACES}><w:comment w:id="7" w:author="A" w:date="2026-01-02T03:04:05Z">${p(t('Is it?'))}</w:comment></w:comments>`,
    'word/header1.xml': `<w:hdr ${NAMESPACES}>${p(t('On every page'))}</w:hdr>`,
    'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}<w:sectPr><w:headerReference w:type="default" r:id="rId3"/></w:sectPr></w:body></w:document>`,
  };
  const path = scratch.path(name);
  await writeFile(path, zipSync(Object.fromEntries(Object.entries(files).map(([part, xml]) => [part, strToU8(xml)]))));
  return path;
}

async function markdownOf(path: string, options = {}) {
  const made = await convert(scratch, path, { target: 'md', options });
  return { markdown: await readFile(onlyOutput(made), 'utf8'), warnings: made.warnings.map(({ message }) => message) };
}

describe('a text of Word', () => {
  const BODY = [
    p(t('Plan'), 'Title'),
    listed('Aims', 0, 'Heading1'),
    p(t('Before the box.') + textBox(table(['a', 'b'], ['both']) + p(t('In the box')))),
    listed('Means', 1, 'Heading2'),
    listed('Tools', 2, 'Heading3'),
    check(true, 'Design'),
    check(false, 'Tests'),
    listed('Costs', 0, 'Heading1'),
    p(
      `${t('the ')}<w:del w:id="1" w:author="a"><w:r><w:delText xml:space="preserve">old </w:delText></w:r></w:del>${t('end')}`,
    ),
  ].join('');
  const WITHOUT_END =
    '# Plan\n\n# 1 Aims\n\nBefore the box.\n\n| a | b |\n| --- | --- |\n| both | both |\n\nIn the box\n\n## 1.1 Means\n\n### 1.1.1 Tools\n\n- [x] Design\n- [ ] Tests\n\n# 2 Costs\n\n';

  it('has its numbers, its title, its check boxes and its text boxes; what is left out is named', async () => {
    const { markdown, warnings } = await markdownOf(await docx('plan.docx', BODY));
    expect(markdown).toBe(`${WITHOUT_END}the end\n`);
    expect(warnings).toContain('Headers and footers of the pages of plan.docx were left out: Markdown has no pages.');
  });

  it('loses its comments with a warning', async () => {
    const path = await docx('commented.docx', p(commented('It is late.')));
    const { markdown, warnings } = await markdownOf(path);
    expect(markdown).toBe('It is late.\n');
    expect(warnings).toContain('1 comment in commented.docx was left out: Markdown has no place for comments.');
    const { warnings: others } = await markdownOf(await docx('plain.docx', p(t('It is late.'))));
    expect(others.filter((message) => message.includes('comment'))).toEqual([]);
  });

  it('shows its tracked changes on request', async () => {
    const { markdown } = await markdownOf(await docx('changed.docx', BODY), { tracked_changes: 'show' });
    expect(markdown).toBe(`${WITHOUT_END}the old end\n`);
  });

  it.each(['doc', 'odt'])('is the same by way of %s', async (format) => {
    const made = await convert(scratch, await docx(`by-${format}.docx`, BODY), { target: format });
    const { markdown } = await markdownOf(onlyOutput(made));
    for (const line of ['# 1 Aims', '## 1.1 Means', '### 1.1.1 Tools', '# 2 Costs', '| both | both |', 'In the box'])
      expect(markdown.split('\n')).toContain(line);
  });

  it('has its formulas', async () => {
    const power = '<m:sSup><m:e><m:r><m:t>r</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>';
    const body =
      p(`${t('Area ')}<m:oMath><m:r><m:t>π</m:t></m:r>${power}</m:oMath>${t(' here')}`) +
      p(`<m:oMathPara><m:oMath>${power}</m:oMath></m:oMathPara>`);
    const { markdown } = await markdownOf(await docx('formula.docx', body));
    expect(markdown).toBe('Area $\\pi r^{2}$ here\n\n$$r^{2}$$\n');
  });
});

it('hidden slides are not in Markdown, but with option hidden', async () => {
  const slides = fixture('hidden-slide.fodp');
  const shown = await markdownOf(slides);
  expect(shown.markdown).not.toMatch(/secret|hidden/i);
  expect(shown.warnings.join()).toContain('1 hidden slide: it is not in the result');
  const all = await markdownOf(slides, { hidden: 'include' });
  expect(all.markdown.length).toBeGreaterThan(shown.markdown.length);
});
