import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPython } from '../../../../src/process/python.ts';

const run = promisify(execFile);
const source = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const SOURCES = [source('tools/programs/libreoffice'), source('src/process/python')];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convertd-font-matches-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function python(script: string, ...args: string[]): Promise<unknown> {
  const env = { PATH: '/usr/bin:/bin', HOME: folder, TMPDIR: '/proc/self/fd/100' };
  const { stdout } = await run(findPython(), ['-I', '-B', '-c', script, ...SOURCES, ...args], { env });
  return JSON.parse(stdout);
}

/** Counts the requests to the real fontconfig. */
const COUNT = `
import ctypes, json, os, sys
sys.path[:0] = sys.argv[1:3]
import font_matches

def count_asked(matches):
    asked, ask = [], matches.real["FcFontSetMatch"]
    def counted(*arguments):
        asked.append(arguments)
        return ask(*arguments)
    matches.real["FcFontSetMatch"] = counted
    return asked
`;

const ASK = `${COUNT}
P = ctypes.c_void_p
fontconfig = ctypes.CDLL("libfontconfig.so.1")
def c(name, result, *arguments):
    function = getattr(fontconfig, name)
    function.restype, function.argtypes = result, arguments
    return function

make, add, delete = c("FcPatternCreate", P), c("FcPatternAddString", ctypes.c_int, P, ctypes.c_char_p, ctypes.c_char_p), c("FcPatternDel", ctypes.c_int, P, ctypes.c_char_p)
unparse, destroy = c("FcNameUnparse", ctypes.c_char_p, P), c("FcPatternDestroy", None, P)
config = c("FcInitLoadConfigAndFonts", P)()
installed = c("FcConfigGetFonts", P, P, ctypes.c_int)(config, 0)
few = c("FcFontSetCreate", P)()
add_font = c("FcFontSetAdd", ctypes.c_int, P, P)
fonts = ctypes.cast(installed + 8, ctypes.POINTER(ctypes.POINTER(P)))[0]
add_font(few, c("FcPatternDuplicate", P, P)(fonts[0]))

def ask(functions, family, fonts=installed, spoil=False):
    pattern, sets, result = make(), P(fonts), ctypes.c_int(-1)
    add(pattern, b"family", family)
    functions["FcConfigSubstitute"](config, pattern, 0)
    functions["FcDefaultSubstitute"](pattern)
    found = functions["FcFontSetMatch"](config, ctypes.addressof(sets), 1, pattern, ctypes.addressof(result))
    if spoil:
        delete(found, b"file")
    text = unparse(found).decode()
    destroy(pattern)
    destroy(found)
    return [text, result.value]

families = [b"Arial", b"Calibri", b"Times New Roman", b"A font that nobody has"]
matches = font_matches.FontMatches(fontconfig)
real = dict(matches.real)
asked = count_asked(matches)
answers = {"real": [ask(real, each) for each in families], "few": [ask(real, each, few) for each in families]}
for name, arguments in [("first", {}), ("spoilt", {"spoil": True}), ("again", {}), ("other fonts", {"fonts": few}), ("back", {})]:
    before = len(asked)
    answers[name] = [ask(matches.callbacks, each, **arguments) for each in families]
    answers[name + " asked"] = len(asked) - before
font_matches.MOST_REMEMBERED = matches.count
for name in ("too many", "too many again"):
    before = len(asked)
    answers[name] = ask(matches.callbacks, b"Georgia")
    answers[name + " asked"] = len(asked) - before
answers["real Georgia"] = ask(real, b"Georgia")
member = c("FcStrSetMember", ctypes.c_int, P, ctypes.c_char_p)
languages = []
for _ in range(3):
    all_languages = matches.callbacks["FcGetLangs"]()
    languages.append([member(all_languages, b"de"), member(all_languages, b"no language")])
    c("FcStrSetDestroy", None, P)(all_languages)
answers["languages"] = languages
print(json.dumps(answers))`;

it('an answer is that of fontconfig, which is asked once for it, and again when the fonts are others', async () => {
  const answers = (await python(ASK)) as Record<string, unknown>;
  expect(answers.first).toEqual(answers.real);
  expect(answers['first asked']).toBe(4);
  // A caller may change its result.
  expect(answers.spoilt).not.toEqual(answers.real);
  expect(answers.again).toEqual(answers.real);
  expect(answers['again asked']).toBe(0);
  expect(answers['other fonts']).toEqual(answers.few);
  expect(answers.few).not.toEqual(answers.real);
  expect(answers['other fonts asked']).toBe(4);
  expect(answers.back).toEqual(answers.real);
  expect(answers['too many']).toEqual(answers['real Georgia']);
  expect(answers['too many again']).toEqual(answers['real Georgia']);
  expect(answers['too many again asked']).toBe(1);
  expect(answers.languages).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
  ]);
});

const CONVERT = `${COUNT}
import lok, convert
folder, most = sys.argv[3], int(sys.argv[4])
font_matches.MOST_REMEMBERED = most
convert.enter(folder, folder)
office = lok.Office("file://" + os.path.join(folder, "profile-%d" % most))

def work():
    asked = count_asked(font_matches.remember(office.library))
    store = [{"name": "%d.pdf" % most, "filter": "writer_pdf_Export"}]
    job = {"folder": folder, "scratch": folder, "input": "sizes.fodt", "load": {"filter": None}, "store": store}
    convert.convert(office.desktop, {**job, "progress": lambda _: None})
    print(json.dumps(len(asked)), flush=True)
    os._exit(0)

office.run(work)`;

it('LibreOffice asks for a font once, not for each of sixty sizes, and the PDF has the same fonts', async () => {
  const families = ['Arial', 'Cambria', 'A font that nobody has'];
  const sizes = Array.from({ length: 60 }, (_, index) => 6 + index / 2);
  const styled = families.flatMap((family, index) =>
    sizes.map((size) => ({ family, size, name: `S${index}-${size}` })),
  );
  const styles = styled.map(
    ({ family, size, name }) =>
      `<style:style style:name="${name}" style:family="paragraph"><style:text-properties fo:font-family="${family}" fo:font-size="${size}pt"/></style:style>`,
  );
  const texts = styled.map(({ name }) => `<text:p text:style-name="${name}">Word 123</text:p>`);
  const namespaces = ['office', 'text', 'style'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  await writeFile(
    join(folder, 'sizes.fodt'),
    `<?xml version="1.0"?><office:document ${namespaces.join(' ')} xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles>${styles.join('')}</office:automatic-styles><office:body><office:text>${texts.join('')}</office:text></office:body></office:document>`,
  );
  const [remembering, asking] = [await python(CONVERT, folder, '1000'), await python(CONVERT, folder, '0')];
  expect(asking).toBeGreaterThan(100);
  expect(remembering).toBeLessThan(20);
  const fonts = async (name: string): Promise<string> =>
    (await run('pdffonts', [join(folder, name)])).stdout.replaceAll(/^[A-Z]{6}\+/gm, '');
  expect(await fonts('1000.pdf')).toBe(await fonts('0.pdf'));
  expect((await fonts('1000.pdf')).split('\n').length).toBeGreaterThan(4);
});
