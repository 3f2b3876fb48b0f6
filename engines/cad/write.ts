import { writeFileSync } from 'node:fs';
import { ACadVersion, type CadDocument, DwgWriter, DxfWriter } from '@node-projects/acad-ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { DrawingVersion } from '../../tools/formats/dwg/drawing-versions.ts';
import { addLosses, type Losses } from '../../tools/formats/dwg/losses.ts';
import { repairDocument } from '../../tools/formats/dwg/patches/document.ts';
import { escapeNonAscii } from '../../tools/formats/dwg/text.ts';
import { downgrade } from '../../tools/formats/dwg/versions/downgrade.ts';
import { dwgAsR13 } from '../../tools/formats/dwg/versions/dwg-ac1012.ts';
import { dwgAsR2007 } from '../../tools/formats/dwg/versions/dwg-ac1021/dwg-r2007.ts';
import { writeDwgR12 } from '../../tools/formats/dwg/versions/dwg-r12/write-dwg-r12.ts';
import { dxfBefore2000 } from '../../tools/formats/dwg/versions/dxf-before-2000.ts';
import { writeDxfR12 } from '../../tools/formats/dwg/versions/dxf-r12/write-dxf-r12.ts';
import { pruneGroups } from '../../tools/formats/dwg/versions/groups.ts';
import { repairEntities } from '../../tools/formats/dwg/versions/repair-entities.ts';
import { FileSink, TextSink } from './dxf-sinks.ts';
import { replaceTables } from './tables.ts';
import type { Target } from './targets.ts';
import { countLostColumns, dropUnwritable } from './unwritable.ts';
import { WRITERS } from './writers.ts';

/**
 * Writes a drawing to a file, which must not exist yet. Changes the document. Returns what was lost.
 * @throws Error if the writer fails on something in the drawing
 */
export function writeDrawing(document: CadDocument, target: Target, version: DrawingVersion, path: string): Losses {
  const losses: Losses = new Map();
  const writer = WRITERS[target][version];
  switch (writer) {
    case 'r12':
      writeFileSync(path, r12(document, target, losses), { flag: 'wx' });
      break;
    case 'native':
      prepare(document, target, version, losses);
      if (target === 'dwg') writeDwg(document, path);
      else writeDxf(document, version, path);
      break;
    case 'downgraded':
      prepare(document, target, version, losses);
      addLosses(losses, downgrade(document, version === 'AC1012' ? 'AC1012' : 'AC1014'));
      if (target === 'dwg') writeDwg(document, path);
      else writeOldDxf(document, path);
      break;
    case 'r13':
      prepare(document, target, 'AC1014', losses);
      addLosses(losses, downgrade(document, 'AC1012'));
      writeFileSync(path, dwgAsR13(bytesOf(document)), { flag: 'wx' });
      break;
    case 'r2007':
      prepare(document, target, version, losses);
      writeFileSync(path, dwgAsR2007(document), { flag: 'wx' });
      break;
  }
  return losses;
}

function prepare(document: CadDocument, target: Target, version: DrawingVersion, losses: Losses): void {
  if (document.header === null) throw new Error('a drawing that was read has a header');
  document.header.version = ACadVersion[version];
  addLosses(losses, dropUnwritable(document, target, version));
  replaceTables(document, target, version, losses);
  countLostColumns(document, version, losses);
  pruneGroups(document);
  repairDocument(document);
  repairEntities(document);
}

function r12(document: CadDocument, target: Target, losses: Losses): Uint8Array {
  const written = target === 'dwg' ? writeDwgR12(document) : writeDxfR12(document, { binary: false });
  addLosses(losses, written.losses);
  return written.bytes;
}

function writeDwg(document: CadDocument, path: string): void {
  writeFileSync(path, bytesOf(document), { flag: 'wx' });
}

/** Returns the written bytes. acad-ts stops at an object that is referred to where another kind must be, as in a damaged file. */
function bytesOf(document: CadDocument): Uint8Array {
  try {
    return DwgWriter.writeToBuffer(document);
  } catch (error) {
    if (!(error instanceof Error && /^Object not implemented/.test(error.message))) throw error;
    const message = 'The drawing is damaged: it has an object of the wrong kind, and cannot be written as DWG.';
    throw new ConversionError('input_damaged', message, { log: error.message });
  }
}

function writeDxf(document: CadDocument, version: DrawingVersion, path: string): void {
  // Since 2007 the text of DXF files is UTF-8; before, it is in a code page, written here as ASCII with escapes.
  const sink = new FileSink(path, version >= 'AC1021' ? (text) => text : escapeNonAscii);
  try {
    DxfWriter.writeToStream(sink, document);
  } finally {
    sink.end();
  }
}

/** Writes R13 and R14: acad-ts's DXF without what came later. */
function writeOldDxf(document: CadDocument, path: string): void {
  const sink = new TextSink();
  DxfWriter.writeToStream(sink, document);
  writeFileSync(path, escapeNonAscii(dxfBefore2000(sink.text)), { flag: 'wx' });
}
