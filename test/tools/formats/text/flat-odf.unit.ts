import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FlatOdfOptions, flatOdfToHtml } from '../../../../tools/formats/text/flat-odf/read.ts';
import { writeMarkdown } from '../../../../tools/formats/text/markdown/write.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convertd-flat-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const NUMBERS = `
  <text:list-style style:name="N">
   <text:list-level-style-number text:level="1" loext:num-list-format="%1%." style:num-format="1"/>
   <text:list-level-style-number text:level="2" loext:num-list-format="%1%.%2%." style:num-format="1"/>
   <text:list-level-style-number text:level="3" style:num-format="a" style:num-suffix=")"/>
  </text:list-style>
  <text:list-style style:name="B">
   <text:list-level-style-bullet text:level="1" text:bullet-char="•"/>
   <text:list-level-style-bullet text:level="2" text:bullet-char="•"/>
  </text:list-style>
  <text:list-style style:name="O"><text:list-level-style-bullet text:level="1" text:bullet-char="☐"/></text:list-style>
  <text:list-style style:name="X"><text:list-level-style-bullet text:level="1" text:bullet-char="☒"/></text:list-style>`;

const STYLES = `${NUMBERS}
  <style:style style:name="Title" style:family="paragraph"/>
  <style:style style:name="Bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
  <style:style style:name="Gone" style:family="text"><style:text-properties text:display="none"/></style:style>
  <style:style style:name="Mono" style:family="text"><style:text-properties style:font-name="Courier New"/></style:style>
  <style:style style:name="hidden" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>`;

const AUTOMATIC = '<style:style style:name="T1" style:family="paragraph" style:parent-style-name="Title"/>';

async function toMarkdown(body: string, options: Partial<FlatOdfOptions> = {}): Promise<string> {
  const path = join(folder, 'flat.xml');
  await writeFile(
    path,
    `<?xml version="1.0"?><office:document><office:styles>${STYLES}</office:styles><office:automatic-styles>${AUTOMATIC}</office:automatic-styles><office:body>${body}</office:body></office:document>`,
  );
  const { html } = await flatOdfToHtml(path, { pictures: false, marksPages: false, ...options });
  return writeMarkdown(html, { pictures: 'none', keepsOwnMarks: true }).markdown.trimEnd();
}

const item = (...content: string[]) => `<text:list-item>${content.join('')}</text:list-item>`;
const list = (attributes: string, ...items: string[]) => `<text:list ${attributes}>${items.join('')}</text:list>`;
const p = (text: string, style = 'Standard') => `<text:p text:style-name="${style}">${text}</text:p>`;
const h = (level: number, text: string) => `<text:h text:outline-level="${level}">${text}</text:h>`;

describe('headings', () => {
  it('have the numbers of the list that they are in, which goes on after other text', async () => {
    const body = [
      p('Report', 'T1'),
      list('text:style-name="N" xml:id="l1"', item(h(1, 'First'))),
      p('Between.'),
      list('text:style-name="N" text:continue-numbering="true"', item(list('', item(h(2, 'Inner'))))),
      list(
        'text:style-name="N" text:continue-list="l1"',
        item(h(1, 'Second'), list('', item(list('', item(h(3, 'Deep')))))),
      ),
      list('text:style-name="N" text:continue-list="l1"', item(list('', item(h(2, 'After what was skipped'))))),
    ];
    expect(await toMarkdown(body.join(''))).toBe(
      '# Report\n\n# 1 First\n\nBetween.\n\n## 1.1 Inner\n\n# 2 Second\n\n### a) Deep\n\n## 2.2 After what was skipped',
    );
  });

  it('are one line, and none where they are empty', async () => {
    expect(await toMarkdown(`${h(2, 'One<text:line-break/>two')}${h(1, '')}`)).toBe('## One two');
  });
});

describe('lists', () => {
  it('keep their nesting, and numbers that Markdown cannot have as text', async () => {
    const numbered = list(
      'text:style-name="N"',
      item(p('a'), list('', item(p('b'), list('', item(p('c')))))),
      item(p('d')),
    );
    const bullets = list('text:style-name="B"', item(p('x'), p('more of x'), list('', item(p('y')))));
    expect(await toMarkdown(`${numbered}${p('Then')}${bullets}`)).toBe(
      '1. a\n   - 1.1. b\n     - a) c\n2. d\n\nThen\n\n- x\n\n  more of x\n  - y',
    );
  });

  it('go on with the number that they have reached', async () => {
    const first = list('text:style-name="N" xml:id="a"', item(p('one')), item(p('two')));
    const rest = list('text:style-name="N" text:continue-list="a"', item(p('three')));
    const set = list('text:style-name="N"', `<text:list-item text:start-value="7">${p('seven')}</text:list-item>`);
    expect(await toMarkdown(`${first}${p('-')}${rest}${p('-')}${set}`)).toBe(
      '1. one\n2. two\n\n\\-\n\n3. three\n\n\\-\n\n7. seven',
    );
  });
});

it('check boxes are tasks, of content controls, form fields and signs', async () => {
  const control = (checked: string, sign: string) =>
    `<loext:content-control loext:checkbox="true" ${checked}>${sign}</loext:content-control>`;
  const field = `<field:fieldmark field:type="vnd.oasis.opendocument.field.FORMCHECKBOX"><field:param field:name="Checkbox_Checked" field:value="true"/></field:fieldmark>`;
  const body = [
    p(`${control('loext:checked="true"', '☒')} Design`),
    p(`${control('', '☐')} Tests [a]`),
    p(`${field} Field`),
    p('☐ Sign'),
    p(`Inside ${control('', '☐')} of a line`),
  ];
  expect(await toMarkdown(body.join(''))).toBe(
    '- [x] Design\n- [ ] Tests \\[a\\]\n- [x] Field\n- [ ] Sign\n\nInside ☐ of a line',
  );
});

it('items with a check box in place of their bullet are tasks', async () => {
  const task = (style: string, text: string) => list(`text:style-name="${style}"`, item(p(text), p('goes on')));
  expect(await toMarkdown(task('O', 'Open') + task('X', 'Done') + list('text:style-name="B"', item(p('Usual'))))).toBe(
    '- [ ] Open\n\n  goes on\n- [x] Done\n\n  goes on\n- Usual',
  );
});

it('text boxes stand where they are anchored, with tables, and without the names of shapes', async () => {
  const cells = (...texts: string[]) => texts.map((text) => `<table:table-cell>${p(text)}</table:table-cell>`).join('');
  const table = `<table:table><table:table-row>${cells('a', 'b')}</table:table-row><table:table-row><table:table-cell table:number-columns-spanned="2">${p('both')}</table:table-cell><table:covered-table-cell/></table:table-row></table:table>`;
  const box = `<draw:frame draw:name="Frame1"><draw:text-box>${table}</draw:text-box></draw:frame>`;
  const shape = `<draw:custom-shape draw:name="Shape1"><loext:table><loext:table-row><loext:table-cell>${p('c')}</loext:table-cell><loext:table-cell>${p('d')}</loext:table-cell></loext:table-row></loext:table>${p('In it')}<svg:title>Shape2</svg:title></draw:custom-shape>`;
  const body = `${p(`Before${box}`)}${p(shape)}${p('After')}`;
  expect(await toMarkdown(body)).toBe(
    'Before\n\n| a | b |\n| --- | --- |\n| both | both |\n\n| c | d |\n| --- | --- |\n\nIn it\n\nAfter',
  );
});

it('formulas are LaTeX, in a line and alone', async () => {
  const formula = (mathml: string) =>
    `<draw:frame><draw:object><math>${mathml}<annotation>x</annotation></math></draw:object><draw:image/></draw:frame>`;
  const square = formula('<semantics><msup><mi>r</mi><mn>2</mn></msup></semantics>');
  const body = `${p(`Area ${square} of it`)}${p(square)}${p(formula('<mrow><mi>sin</mi><mfrac><mi>nπ</mi><mi>L</mi></mfrac></mrow>'))}`;
  expect(await toMarkdown(body)).toBe('Area $r^{2}$ of it\n\n$$r^{2}$$\n\n$$\\sin \\frac{n \\pi}{L}$$');
});

it('what is hidden, and what was deleted, is not text; a deletion that is shown is where it was', async () => {
  const hidden = `${p('a<text:span text:style-name="Gone">secret</text:span>b')}<text:section text:display="none">${p('gone')}</text:section>`;
  expect(await toMarkdown(hidden)).toBe('ab');
  const changes = `<text:tracked-changes><text:changed-region text:id="c1"><text:deletion><office:change-info/>${p('old')}</text:deletion></text:changed-region></text:tracked-changes>`;
  expect(await toMarkdown(`${changes}${p('the <text:change text:change-id="c1"/> word')}`)).toBe('the old word');
  expect(await toMarkdown(`${changes}${p('the word')}`)).toBe('the word');
});

it('slides without a title have the short text for it that stands where their layout has one', async () => {
  const layout =
    '<style:presentation-page-layout style:name="L"><presentation:placeholder presentation:object="title" svg:x="2cm" svg:y="1cm" svg:width="20cm" svg:height="3cm"/></style:presentation-page-layout>';
  const shape = (y: string, ...texts: string[]) =>
    `<draw:custom-shape svg:x="2in" svg:y="${y}" svg:width="3in" svg:height="20mm">${texts.map((text) => p(text)).join('')}</draw:custom-shape>`;
  const slide = (...shapes: string[]) =>
    `${layout}<draw:page presentation:presentation-page-layout-name="L">${shapes.join('')}</draw:page>`;
  expect(await toMarkdown(slide(shape('9cm', 'Text'), shape('15mm', 'Title')))).toBe('# Title\n\nText');
  expect(await toMarkdown(slide(shape('15mm', 'One', 'Two'), shape('9cm', 'Text')))).toBe('One\n\nTwo\n\nText');
  expect(await toMarkdown(slide(shape('15mm', 'x'.repeat(300))))).toBe('x'.repeat(300));
});

it('what is written on a picture does not end the paragraph that the picture is in', async () => {
  const picture = (text: string) =>
    `<draw:frame><draw:image><office:binary-data/>${p(text)}</draw:image><svg:desc>A duck</svg:desc></draw:frame>`;
  expect(await toMarkdown(p(`<draw:g>${picture('')}${picture('On it')}</draw:g>After them`))).toBe(
    'A duck A duck After them\n\nOn it',
  );
  expect(await toMarkdown(`<draw:page>${picture('On it')}</draw:page>`)).toBe('On it\n\nA duck');
});

it('the name of the file of a picture is no description of it', async () => {
  const picture = (about: string) => p(`<draw:frame><draw:image/><svg:desc>${about}</svg:desc></draw:frame>`);
  expect(await toMarkdown(`${picture('good_picture.PNG')}${picture('Scan 2 of 3.jpeg')}${picture('A duck')}`)).toBe(
    'A duck',
  );
});

describe('slides are read', () => {
  const box = (text: string, [x, y, width, height]: readonly [number, number, number, number]) =>
    `<draw:frame svg:x="${x}cm" svg:y="${y}cm" svg:width="${width}cm" svg:height="${height}cm"><draw:text-box>${p(text)}</draw:text-box></draw:frame>`;
  const slide = (...shapes: string[]) => `<draw:page>${shapes.join('')}</draw:page>`;

  it('from above to below where one part lies under another, even if it reaches into it a little', async () => {
    const table = `<draw:frame svg:x="5cm" svg:y="5cm" svg:width="22cm" svg:height="10.3cm"><table:table><table:table-row><table:table-cell>${p('a')}</table:table-cell><table:table-cell>${p('b')}</table:table-cell></table:table-row></table:table></draw:frame>`;
    const body = slide(box('Below', [4, 15, 25, 1.2]), table, box('Above', [4, 1, 25, 3]));
    expect(await toMarkdown(body)).toBe('Above\n\n| a | b |\n| --- | --- |\n\nBelow');
  });

  it('else in the order of their author, column by column or row by row', async () => {
    const cards = ['a', 'b', 'c', 'd'].map((text, index) => ({ text, x: index % 2, y: Math.floor(index / 2) }));
    const at = ({ text, x, y }: (typeof cards)[number]) => box(text, [1 + x * 10, 5 + y * 5, 9, 4]);
    expect(await toMarkdown(slide(...cards.map(at)))).toBe('a\n\nb\n\nc\n\nd');
    const byColumn = cards.toSorted((one, other) => one.x - other.x || one.y - other.y);
    expect(await toMarkdown(slide(...byColumn.map(at)))).toBe('a\n\nc\n\nb\n\nd');
    const turned = `<draw:frame draw:transform="rotate(1) translate(1cm 1cm)"><draw:text-box>${p('Turned')}</draw:text-box></draw:frame>`;
    expect(await toMarkdown(slide(box('x', [0, 9, 9, 2]), turned))).toBe('x\n\nTurned');
  });

  it('with groups as one part each', async () => {
    const group = `<draw:g>${box('Lower', [1, 9, 5, 2])}<draw:g>${box('Upper', [1, 5, 5, 2])}</draw:g></draw:g>`;
    const body = slide(box('End', [0, 12, 20, 2]), group, box('Beside', [7, 5, 5, 2]));
    expect(await toMarkdown(body)).toBe('Upper\n\nLower\n\nBeside\n\nEnd');
  });

  it('as they are where they have very many parts', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => box(String(index), [0, 2000 - index, 5, 1]));
    expect((await toMarkdown(slide(...many))).split('\n\n')).toHaveLength(2000);
    expect(
      await toMarkdown(slide(`${'<draw:g>'.repeat(30_000)}${box('deep', [0, 0, 1, 1])}${'</draw:g>'.repeat(30_000)}`)),
    ).toBe('deep');
  });
});

it('slides have their titles first and leave out hidden ones', async () => {
  const frame = (text: string, further = '') =>
    `<draw:frame ${further}><draw:text-box>${p(text)}</draw:text-box></draw:frame>`;
  const slide = (content: string, style = '') =>
    `<draw:page draw:style-name="${style}">${content}<presentation:notes>${frame('note')}</presentation:notes></draw:page>`;
  const title = frame('Title', 'presentation:class="title"');
  const slides = `${slide(`${frame('Text')}${title}${frame('7', 'presentation:class="page-number"')}`)}${slide(frame('Secret'), 'hidden')}${slide(frame('Last'))}`;
  expect(await toMarkdown(slides)).toBe('# Title\n\nText\n\nLast');
  expect(await toMarkdown(slides, { marksPages: true })).toBe(
    '<!-- page 1 -->\n\n# Title\n\nText\n\n<!-- page 2 -->\n\nLast',
  );
});

it('notes are notes', async () => {
  const note = `<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${p('By whom?')}</text:note-body></text:note>`;
  expect(await toMarkdown(p(`It is said${note}.`))).toBe('It is said[^1].\n\n[^1]: By whom?');
});

it('lines in a typeface of code are code where they look so', async () => {
  const line = (text: string) => p(`<text:span text:style-name="Mono">${text}</text:span>`);
  expect(await toMarkdown(`${line('def a():')}${line('<text:s text:c="4"/>return 1')}`)).toBe(
    '```\ndef a():\n    return 1\n```',
  );
  expect(await toMarkdown(line('A letter, typed.'))).toBe('A letter, typed.');
});

it('ends with what is nested without end, named in a circle or repeated beyond measure', async () => {
  const deep = 30_000;
  expect(await toMarkdown(`${'<draw:g>'.repeat(deep)}${p('deep')}${'</draw:g>'.repeat(deep)}`)).toBe('deep');
  const circle = '<style:style style:name="C" style:family="paragraph" style:parent-style-name="C"/>';
  expect(await toMarkdown(`${circle}${p('x', 'C')}`)).toBe('x');
  const spaces = p('a<text:s text:c="999999999"/>b');
  expect(await toMarkdown(spaces)).toBe('a b');
  const wide = `<table:table><table:table-row><table:table-cell table:number-columns-spanned="999999" table:number-rows-spanned="999999">${p('x'.repeat(600))}</table:table-cell></table:table-row><table:table-row><table:table-cell table:number-columns-repeated="99999999"/><table:table-cell>${p('y')}</table:table-cell></table:table-row></table:table>`;
  expect((await toMarkdown(wide)).length).toBeLessThan(20_000);
});
