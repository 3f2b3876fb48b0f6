import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Losses } from '../../../../tools/formats/epub/losses.ts';
import { Bench } from '../../../engines/ebook/support.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Targets that inspect_output.py reads. */
const TARGETS = ['azw3', 'docx', 'htmlz', 'lit', 'lrf', 'mobi', 'pdb', 'tcr', 'txt'] as const;
/** Targets in which pictures and links are counted, and entries of contents. */
const PICTURES: readonly string[] = ['azw3', 'docx', 'htmlz', 'lit', 'lrf', 'mobi'];
const CONTENTS: readonly string[] = ['azw3', 'lit', 'mobi'];

/** A book of four chapters, and the same without the third, which has its own pictures and link. */
const MAKE = `
import io, sys
from PIL import Image
from make_content import XHTML, page, write
words = {"one": "alpha “beta” gamma <b>delta</b> Größe", "two": "epsilon &lt;zeta&gt; eta", "three": "iota kappa lambda", "four": "omega psi 漢字"}
def chapter(name, inside=""):
    return (f"{name}.xhtml", XHTML, "", page(f"<h1>{name}</h1><p>{words[name]} and then again {words[name]} {inside}</p>"))
pictures = []
for name in ("red", "blue"):
    data = io.BytesIO()
    Image.new("RGB", (40, 30), name).save(data, "PNG")
    pictures.append((f"{name}.png", "image/png", "", data.getvalue()))
third = chapter("three", '<img src="red.png" alt=""/> <img src="blue.png" alt=""/> ' + 8 * '<a href="https://example.org/">away</a> ')
write(sys.argv[1], [chapter("one"), chapter("two"), third, chapter("four")], pictures)
write(sys.argv[2], [chapter("one"), chapter("two"), chapter("four")], [])
`;

let bench: Bench;
let found: Map<string, { whole: Losses; short: Losses }>;

beforeAll(async () => {
  bench = await Bench.make();
  const books = [bench.path('whole.epub'), bench.path('short.epub')];
  await execa('/usr/bin/python3', ['-B', '-c', MAKE, ...books], {
    env: { PYTHONPATH: here('../../../engines/ebook') },
  });
  const args = ['-e', here('lost_chapter.py'), '--', here('../../../../tools'), ...books, ...TARGETS];
  const { stdout } = await execa('calibre-debug', args, { env: { QT_QPA_PLATFORM: 'offscreen' } });
  const rows = stdout.split('\n').filter((line) => line.startsWith('{"target"'));
  found = new Map(rows.map((line) => JSON.parse(line)).map(({ target, ...rest }) => [target, rest]));
});

afterAll(() => bench.remove());

it.each(TARGETS)('shows of %s that a chapter is missing, and of a whole book that none is', (target) => {
  const { whole, short } = found.get(target) as { whole: Losses; short: Losses };
  expect(whole.text.filter(({ name }) => name !== 'EPUB/four.xhtml')).toEqual([]);
  const lost = short.text.find(({ name }) => name === 'EPUB/three.xhtml');
  // "and", "then" and "again" also occur elsewhere, but less often.
  expect(lost?.lost).toBeGreaterThanOrEqual(7);
  expect(short.text.map(({ name }) => name)).toContain('EPUB/three.xhtml');
  if (PICTURES.includes(target)) {
    // A cover that calibre draws is a picture of azw3, docx and mobi.
    expect(whole.pictures).toEqual([0, 2]);
    expect(short.pictures?.[0]).toBeGreaterThanOrEqual(1);
    // LRF has no links to the web; some other targets also have links of a printed list of contents.
    if (target !== 'lrf') expect(whole.links).toEqual([0, 8]);
    expect(short.links?.[0]).toBeGreaterThanOrEqual(3);
  }
  if (CONTENTS.includes(target)) expect([whole.contents?.[0], short.contents]).toEqual([0, [1, 4]]);
});
