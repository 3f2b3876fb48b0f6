import {
  type CadDocument,
  DwgReader,
  DwgReaderConfiguration,
  DxfReader,
  DxfReaderConfiguration,
  type NotificationEventHandler,
  NotificationType,
  ObjectType,
} from '@node-projects/acad-ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { type Census, censusOf, censusOfDxf, missingFrom } from './census.ts';
import { entitiesOf, typeOf } from './entities.ts';
import type { Drawing } from './identify.ts';
import { countLoss, type Losses } from './losses.ts';
import { repairReadDocument } from './patches/document.ts';
import { isHelix } from './patches/dxf-kinds.ts';
import { TruncatedDrawing } from './patches/truncated.ts';
import type { Repairs } from './repairs/count.ts';
import { repairDrawing } from './repairs/repair.ts';
import { removeStrayVertices } from './repairs/vertices.ts';
import { dwgR12AsDxf, isDwgR12 } from './versions/dwg-r12/read-dwg-r12.ts';

export interface ReadDrawing {
  readonly document: CadDocument;
  /** Objects that could not be read and are not in the document: number by type, as far as it is known. */
  readonly unread: ReadonlyMap<string, number>;
  /** Errors of the file that were repaired. */
  readonly repairs: Repairs;
  /** Entities replaced by similar ones in the document. */
  readonly replaced: Losses;
}

/** A drawing with more unreadable objects is not worth reading. */
const MAX_PROBLEMS = 100_000;

/**
 * Reads a whole drawing. Unreadable objects are left out and counted.
 * @throws ConversionError `input_truncated`, `input_damaged`
 */
export function readDrawing(bytes: Uint8Array, format: Drawing['format'], filename: string): ReadDrawing {
  const problems: string[] = [];
  const notice: NotificationEventHandler = (_, { notificationType, message, exception }) => {
    // The readers continue after an error, and at the end of a file some would never stop.
    if (exception instanceof TruncatedDrawing) throw exception;
    if (notificationType === NotificationType.Error) problems.push(message);
    if (problems.length > MAX_PROBLEMS) throw new Error('there are too many errors');
  };
  try {
    const { document, unread } = read(bytes, format, notice);
    repairReadDocument(document);
    const repairs = repairDrawing(document);
    const replaced = countHelices(document);
    const unreadInAll = new Map([...unread, ...unreadObjects(problems)]);
    if (format === 'dxf') removeNameless(document);
    removeStrayVertices(document, unreadInAll);
    if (format === 'dxf') countMissing(unreadInAll, censusOfDxf(bytes), document, replaced);
    return { document, unread: unreadInAll, repairs, replaced };
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    if (error instanceof TruncatedDrawing) {
      throw new ConversionError('input_truncated', `${filename} ends before its end mark. Fetch or save it again.`);
    }
    const log = [...problems.slice(0, 20), error instanceof Error ? (error.stack ?? error.message) : String(error)];
    throw new ConversionError('input_damaged', `${filename} is damaged: it cannot be read as a drawing.`, {
      log: log.join('\n'),
    });
  }
}

function countHelices(document: CadDocument): Losses {
  const replaced: Losses = new Map();
  for (const entity of entitiesOf(document)) if (isHelix(entity)) countLoss(replaced, 'HELIX', 'approximated');
  return replaced;
}

/** The reader does not keep the type of an entity without a class, so it is counted as unreadable. */
function removeNameless(document: CadDocument): void {
  for (const { entities } of document.blockRecords ?? []) {
    for (const entity of [...entities]) if (typeOf(entity) === '') entities.remove(entity);
  }
}

/**
 * Counts entities of a DXF file that are missing in the document as unreadable: the reader silently skips what it does not know. An error
 * of the reader counts as one of these, if there are any.
 */
function countMissing(unread: Map<string, number>, inFile: Census, document: CadDocument, replaced: Losses): void {
  for (const [type, number] of missingFrom(inFile, censusOf(document))) {
    const missing = number - (replaced.get(type)?.approximated ?? 0);
    if (missing <= 0) continue;
    const named = unread.get(UNNAMED) ?? 0;
    if (named > missing) unread.set(UNNAMED, named - missing);
    else unread.delete(UNNAMED);
    unread.set(type, Math.max(missing, unread.get(type) ?? 0));
  }
}

function read(
  bytes: Uint8Array,
  format: Drawing['format'],
  notice: NotificationEventHandler,
): Pick<ReadDrawing, 'document' | 'unread'> {
  if (format === 'dxf') return { document: readDxf(bytes, notice), unread: new Map() };
  if (!isDwgR12(bytes)) return { document: readDwg(bytes, notice), unread: new Map() };
  const { dxf, unread } = dwgR12AsDxf(bytes);
  return { document: readDxf(dxf, notice), unread };
}

/** Only affects the screen: the headers of the list of viewports in files before 2004, which have no name. */
const HARMLESS = /^Could not read 7[01] /;

/** An object whose type the reader does not report. */
const UNNAMED = 'OTHER';

/** Kinds of solids by their numbers in DWG. */
const SOLIDS: Readonly<Record<string, string>> = { '37': 'REGION', '38': '3DSOLID', '39': 'BODY' };

function unreadObjects(problems: readonly string[]): Map<string, number> {
  const unread = new Map<string, number>();
  for (const problem of problems) {
    if (HARMLESS.test(problem)) continue;
    const name = /^Could not read (\S+) /.exec(problem)?.[1] ?? '';
    const type =
      SOLIDS[name] ?? (/^[A-Z]/.test(name) ? name : name === '' ? UNNAMED : (ObjectType[Number(name)] ?? UNNAMED));
    unread.set(type, (unread.get(type) ?? 0) + 1);
  }
  return unread;
}

function readDwg(bytes: Uint8Array, notice: NotificationEventHandler): CadDocument {
  const configuration = new DwgReaderConfiguration();
  configuration.keepUnknownEntities = true;
  return DwgReader.readFromStreamWithConfig(ownBuffer(bytes), configuration, notice);
}

function readDxf(bytes: Uint8Array, notice: NotificationEventHandler): CadDocument {
  const configuration = new DxfReaderConfiguration();
  configuration.keepUnknownEntities = true;
  // A Uint8Array makes the reader decode text by the file's code page.
  return DxfReader.readFromStreamWithConfig(bytes, configuration, notice);
}

/** Copies the bytes to a separate buffer: the DWG reader takes the whole buffer. */
function ownBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  if (buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength) return buffer;
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}
