import { execa } from 'execa';

/*
 * Checks rules of PDF/A that parts 1, 2 and 3 share, with programs that did not make the file: for parts 2 and 3, which
 * PDFBox Preflight does not support.
 */

interface QpdfJson {
  readonly qpdf: readonly [unknown, Readonly<Record<string, { value?: unknown; stream?: { dict: Dict } }>>];
}
type Dict = Readonly<Record<string, unknown>>;

/** Returns which rules of that part of PDF/A a PDF breaks; empty if none. `level`: the one that it must claim. */
export async function brokenRules(path: string, part: 1 | 2 | 3, level = 'B'): Promise<string[]> {
  const found = await Promise.all([
    ofFonts(path),
    ofMetadata(path, part, level),
    ofObjects(path, part),
    ofStructure(path),
  ]);
  return found.flat();
}

async function ofFonts(path: string): Promise<string[]> {
  const { stdout } = await execa('pdffonts', [path]);
  const rows = stdout.split('\n').slice(2);
  // name, type, encoding, emb, sub, uni, object and generation: the first three can have spaces.
  return rows.filter((row) => row.split(/\s+/).at(-5) !== 'yes').map((row) => `not embedded: ${row}`);
}

async function ofMetadata(path: string, part: number, level: string): Promise<string[]> {
  const { stdout } = await execa('exiftool', ['-json', '-G1', path]);
  const [facts = {}] = JSON.parse(stdout) as Record<string, unknown>[];
  const wrong: string[] = [];
  if (facts['XMP-pdfaid:Part'] !== part) wrong.push(`part ${facts['XMP-pdfaid:Part']}`);
  if (facts['XMP-pdfaid:Conformance'] !== level) wrong.push(`conformance ${facts['XMP-pdfaid:Conformance']}`);
  const same: readonly (readonly [string, string])[] = [
    ['PDF:Title', 'XMP-dc:Title'],
    ['PDF:Author', 'XMP-dc:Creator'],
    ['PDF:Subject', 'XMP-dc:Description'],
    ['PDF:Keywords', 'XMP-pdf:Keywords'],
    ['PDF:Creator', 'XMP-xmp:CreatorTool'],
    ['PDF:Producer', 'XMP-pdf:Producer'],
    ['PDF:CreateDate', 'XMP-xmp:CreateDate'],
    ['PDF:ModifyDate', 'XMP-xmp:ModifyDate'],
  ];
  for (const [info, xmp] of same) {
    const [one, other] = [facts[info], facts[xmp]].map((value) => String(value).replace(/Z$/, '+00:00'));
    if (one !== other) wrong.push(`${info} is ${one}, ${xmp} is ${other}`);
  }
  return wrong;
}

const FORBIDDEN = [
  ...['/AcroForm', '/OCProperties', '/AA', '/JavaScript', '/Launch', '/LZWDecode', '/DeviceCMYK', '/Crypt'],
  ...['/Encrypt', '/XFA', '/Movie', '/Sound', '/RichMedia', '/OPI', '/PS'],
];
const FORBIDDEN_OF_1 = ['/JPXDecode', '/SMask', '/Transparency', '/EmbeddedFiles', '/ObjStm'];

async function ofObjects(path: string, part: number): Promise<string[]> {
  const { stdout } = await execa('qpdf', ['--json', '--json-key=qpdf', path], { maxBuffer: 256 * 1024 ** 2 });
  const [, objects] = (JSON.parse(stdout) as QpdfJson).qpdf;
  const words = new Set(stdout.match(/"\/[A-Za-z0-9]+"/g)?.map((word) => word.slice(1, -1)));
  const forbidden = [...FORBIDDEN, ...(part === 1 ? FORBIDDEN_OF_1 : []), ...(part === 2 ? ['/EmbeddedFiles'] : [])];
  const wrong = forbidden.filter((word) => words.has(word)).map((word) => `has ${word}`);
  // The name of a transfer function; as a value it is the tag of a row.
  if (stdout.includes('"/TR":')) wrong.push('has /TR');
  const trailer = objects.trailer?.value as Dict | undefined;
  const resolve = (value: unknown): Dict => {
    const object = typeof value === 'string' ? objects[`obj:${value}`] : undefined;
    return ((object === undefined ? value : (object.stream?.dict ?? object.value)) ?? {}) as Dict;
  };
  if (!Array.isArray(trailer?.['/ID'])) wrong.push('no /ID');
  const intents = resolve(resolve(trailer?.['/Root'])['/OutputIntents']);
  const [intent] = Array.isArray(intents) ? (intents as readonly unknown[]) : [];
  const profile = resolve(resolve(intent)['/DestOutputProfile']);
  if (resolve(intent)['/S'] !== '/GTS_PDFA1' || profile['/N'] !== 3) wrong.push('no output intent of RGB');
  return wrong;
}

async function ofStructure(path: string): Promise<string[]> {
  const { exitCode, stdout, stderr } = await execa('qpdf', ['--check', path], { reject: false });
  return exitCode === 0 ? [] : [`qpdf: ${stdout}${stderr}`];
}
