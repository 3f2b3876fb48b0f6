import { describe, expect, it } from 'vitest';
import { cleanTree, type Divs, TooDeep, type Tree } from '../../../../tools/formats/markup/ast.ts';
import { type PictureOptions, Pictures } from '../../../../tools/formats/markup/pictures.ts';

const str = (text: string) => ({ t: 'Str', c: text });
const para = (...inlines: readonly object[]) => ({ t: 'Para', c: inlines });
const NONE = ['', [], []];

function clean(blocks: readonly object[], given: Partial<PictureOptions & { divs: Divs }> = {}, meta = {}) {
  const options = { media: '/m/media', files: [], keeps: true, asBitmaps: false, unusable: [], ...given };
  const pictures = new Pictures(options);
  const tree = { 'pandoc-api-version': [1, 22], meta, blocks } as unknown as Tree;
  return { ...cleanTree(tree, pictures, { divs: 'all', ...given }), pictures };
}

const image = (address: string) => ({ t: 'Image', c: [NONE, [str('text')], [address, '']] });
const link = (address: string) => ({ t: 'Link', c: [NONE, [str('text')], [address, '']] });
const PNG = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')}`;

describe('pictures', () => {
  it.each([
    ['plot.png', 'plot.png'],
    ['./figs/../plot.png', 'plot.png'],
    ['drawing', 'figs/drawing.pdf'],
    ['my%20plot.png', 'my plot.png'],
  ])('%s is the file %s', (address, path) => {
    const { pictures } = clean([para(image(address))], { files: ['plot.png', 'figs/drawing.pdf', 'my plot.png'] });
    expect([...pictures.used.keys()]).toEqual([path]);
  });

  it.each([
    '/etc/passwd',
    '../../etc/passwd',
    'file:///etc/passwd',
    '/m/other.png',
    '%2e%2e/%2e%2e/etc/passwd',
    '\\\\h\\s',
  ])('%s is no file: its text stays', (address) => {
    const { tree, pictures } = clean([para(image(address))], { files: ['plot.png'] });
    expect(tree.blocks).toEqual([para(str('text'))]);
    expect(pictures.used.size).toBe(0);
  });

  it('gets a name of its own, whatever the text calls it', () => {
    const { tree } = clean([para(image('/m/media/../x.png'), image('a.svg'))], { files: ['a.svg'], asBitmaps: true });
    expect(JSON.stringify(tree.blocks)).toContain('pictures/picture-2.png');
    expect(JSON.stringify(tree.blocks)).not.toContain('..');
  });

  it('that the text contains are written if they are bitmaps', () => {
    const { pictures } = clean([para(image(PNG), image('data:text/html;base64,PGI+'), image('https://a.b/c.png'))]);
    expect([...pictures.written.keys()]).toEqual(['1.png']);
    expect([pictures.leftOut, pictures.remote]).toEqual([1, 1]);
  });
});

describe('addresses', () => {
  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'other.html', 'data:text/html,x', ' java\nscript:x'])(
    'a link to %j becomes its text',
    (address) => {
      const { tree, taken } = clean([para(link(address))]);
      expect(tree.blocks).toEqual([para(str('text'))]);
      expect(taken.links).toBe(1);
    },
  );

  it.each(['https://example.com/', '#part', 'mailto:a@example.com'])('a link to %s stays', (address) => {
    expect(clean([para(link(address))]).tree.blocks).toEqual([para(link(address))]);
  });

  it('are not in attributes and metadata', () => {
    const attributes = [
      'id',
      ['c'],
      [
        ['onclick', 'x()'],
        ['style', 'background:url(x)'],
        ['width', '.5\\textwidth'],
      ],
    ];
    const { tree } = clean(
      [{ t: 'Div', c: [attributes, []] }],
      {},
      { title: str('T'), 'cover-image': str('/etc/passwd') },
    );
    expect(tree.blocks).toEqual([{ t: 'Div', c: [['id', ['c'], [['width', '50%']]], []] }]);
    expect(tree.meta).toEqual({ title: str('T') });
  });
});

describe('parts in other languages', () => {
  it('are left out and counted, if they are more than tags', () => {
    const raw = (t: string, format: string, text: string) => ({ t, c: [format, text] });
    const { tree, taken } = clean([
      raw('RawBlock', 'html', '<script>alert(1)</script>'),
      raw('RawBlock', 'openxml', '<w:p/>'),
      raw('RawBlock', 'html', '<div>'),
      raw('RawBlock', 'html', '<hr/>'),
      para(raw('RawInline', 'html', '<b>word</b>'), raw('RawInline', 'html', '<br/>')),
    ]);
    expect(tree.blocks).toEqual([{ t: 'HorizontalRule' }, para(str('word'), { t: 'LineBreak' })]);
    expect(taken.raw).toBe(2);
  });
});

describe('divisions', () => {
  const div = (name: string) => ({ t: 'Div', c: [['', [name], []], [para(str('inside'))]] });
  it('lose their marks where the target has none for them', () => {
    const blocks = [div('cell'), div('note')];
    expect(clean(blocks, { divs: 'none' }).tree.blocks).toEqual([para(str('inside')), para(str('inside'))]);
    expect(clean(blocks, { divs: 'admonitions' }).tree.blocks).toEqual([para(str('inside')), div('note')]);
    expect(clean(blocks).tree.blocks).toEqual(blocks);
  });
});

it('has no characters that XML cannot contain', () => {
  const code = (text: string) => ({ t: 'Code', c: [NONE, text] });
  const { tree } = clean([para(str('a\u001ab\u0000'), code('c\uffff')), para(str('tab\tand line\n'))]);
  expect(tree.blocks).toEqual([para(str('ab'), code('c')), para(str('tab\tand line\n'))]);
});

it('refuses a tree that is nested too deeply', () => {
  let block: object = para(str('x'));
  for (let depth = 0; depth < 3000; depth++) block = { t: 'BlockQuote', c: [block] };
  expect(() => clean([block])).toThrow(TooDeep);
});

it('takes citations without a bibliography for their keys, and our own marks for formulas', () => {
  const cite = { t: 'Cite', c: [[{ citationId: 'knuth' }], [{ t: 'RawInline', c: ['latex', '\\cite{knuth}'] }]] };
  const mark = { t: 'Span', c: [['', ['convertd-formula-line'], []], [str('x^2')]] };
  expect(clean([para(cite, mark)]).tree.blocks).toEqual([
    para(str('[knuth]'), { t: 'Math', c: [{ t: 'InlineMath' }, 'x^2'] }),
  ]);
});
