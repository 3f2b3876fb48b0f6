// Reads a DWG with a program that did not write it, in a separate process: `node dwg.ts dwgdxf|libredwg FILE [DXF]`.
// Prints {version, entities: {TYPE: count}, layers: [name]} of all blocks and layouts. With DXF, what the reader found goes
// there: as DXF of dwgdxf, as JSON of LibreDWG.
import { readFileSync, writeFileSync } from 'node:fs';

/** The used parts of the two packages; TypeScript finds no types for either. */
interface Dwgdxf {
  initSync(options: { module: Uint8Array }): void;
  convertDwgToDxf(dwg: Uint8Array): Uint8Array;
}
interface LibreDwg {
  dwg_read_data(bytes: ArrayBuffer, type: number): number | undefined;
  convert(data: number): {
    tables: {
      BLOCK_RECORD: { entries: { entities: { type: string }[] }[] };
      LAYER: { entries: { name: string }[] };
    };
  };
}

const inPackage = (path: string): URL => new URL(`../../../../../node_modules/${path}`, import.meta.url);

/** Records that are not separate entities. */
const PARTS: ReadonlySet<string> = new Set(['BLOCK', 'ENDBLK', 'ENDSEC', 'SECTION', 'VERTEX', 'SEQEND', 'ATTRIB']);

/** LibreDWG's number for the kind of file. */
const DWG = 0;

const [reader, path = '', dxfPath] = process.argv.slice(2);
const bytes = new Uint8Array(readFileSync(path));
const report = reader === 'dwgdxf' ? await byDwgdxf() : await byLibreDwg();
process.stdout.write(`${JSON.stringify({ version: Buffer.from(bytes.subarray(0, 6)).toString(), ...report })}\n`);

async function byDwgdxf() {
  const { initSync, convertDwgToDxf }: Dwgdxf = await import(inPackage('dwgdxf/dist/wasm/dwgdxf.js').href);
  initSync({ module: readFileSync(inPackage('dwgdxf/dist/wasm/dwgdxf_bg.wasm')) });
  const dxf = convertDwgToDxf(bytes);
  if (dxfPath !== undefined) writeFileSync(dxfPath, dxf);
  return countTags(Buffer.from(dxf).toString());
}

function countTags(dxf: string) {
  const lines = dxf.split(/\r?\n/);
  const types = new Map<string, string>();
  const layers: string[] = [];
  let section = '';
  let record = '';
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const [code, value = ''] = [Number(lines[index]), lines[index + 1]?.trim()];
    if (code === 0) record = value;
    else if (code === 2 && record === 'SECTION') section = value;
    else if (code === 2 && record === 'LAYER') layers.push(value);
    // By handle, because R14 lists the model space as a block too.
    else if (code === 5 && !PARTS.has(record) && ['BLOCKS', 'ENTITIES'].includes(section)) types.set(value, record);
  }
  const entities: Record<string, number> = {};
  for (const type of types.values()) entities[type] = (entities[type] ?? 0) + 1;
  return { entities, layers };
}

async function byLibreDwg() {
  const module: { LibreDwg: { create(): Promise<LibreDwg> } } = await import(
    inPackage('@mlightcad/libredwg-web/dist/libredwg-web.js').href
  );
  const library = await module.LibreDwg.create();
  const data = library.dwg_read_data(bytes.buffer, DWG);
  if (data === undefined) throw new Error('LibreDWG does not read it');
  const { tables } = library.convert(data);
  const entities: Record<string, number> = {};
  for (const block of tables.BLOCK_RECORD.entries) {
    for (const { type: found } of block.entities) {
      const type = found.replace(/^POLYLINE[23]D$/, 'POLYLINE');
      entities[type] = (entities[type] ?? 0) + 1;
    }
  }
  if (dxfPath !== undefined) {
    const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
    writeFileSync(dxfPath, JSON.stringify(tables, plain));
  }
  return { entities, layers: tables.LAYER.entries.map(({ name }) => name) };
}
