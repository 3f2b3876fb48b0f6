import { ACadVersion, type CadDocument, CadUtils, DwgWriter } from '@node-projects/acad-ts';
import { repairEntities } from '../repair-entities.ts';
import { r2007File, type Section } from './container.ts';

/** Code page of DWG files for a drawing without one: ANSI 1252. */
const ANSI_1252 = 30;

/** Collects the sections that acad-ts writes, instead of the file that it would put them into. */
class SectionCollector {
  readonly sections: Section[] = [];
  /** Start of the objects, from which their handles are counted: they have their own section. */
  readonly handleSectionOffset = 0;
  readonly bytesWritten = 0;

  addSection(name: string, data: Uint8Array): void {
    this.sections.push({ name, data });
  }

  writeFile(): void {}
}

function codePageOf(document: CadDocument): number {
  const name = document.header?.codePage;
  const number = name === undefined ? 0 : CadUtils.getCodeIndex(CadUtils.getCodePage(name));
  return number >= 1 ? number : ANSI_1252;
}

/**
 * Writes a drawing as a DWG file of AutoCAD 2007 (AC1021). acad-ts writes the objects and sections of this version, but has no file format
 * for it, so the file around them is written here.
 * @throws Error if acad-ts cannot write an object, or is not the version that this was made for
 */
export function dwgAsR2007(document: CadDocument): Uint8Array {
  if (document.header === null) throw new Error('a drawing that was read has a header');
  document.header.version = ACadVersion.AC1021;
  repairEntities(document);
  const collector = new SectionCollector();
  const writer = new DwgWriter(new Uint8Array(0), document);
  if (!('_getFileHeaderWriter' in writer)) throw new Error('acad-ts has no file header writer to replace any more');
  Reflect.set(writer, '_getFileHeaderWriter', () => Reflect.set(writer, '_fileHeaderWriter', collector));
  writer.write();
  return r2007File(collector.sections, codePageOf(document));
}
