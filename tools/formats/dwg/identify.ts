import { open } from 'node:fs/promises';
import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput } from '../../../src/work/context.ts';
import { type DrawingVersion, isDrawingVersion, versionLabel } from './drawing-versions.ts';
import { refuseEncryptedDwg, refuseTruncatedDwg } from './dwg-header.ts';

/** Format and version of a drawing. */
export type Drawing =
  | { readonly format: 'dwg'; readonly version: DrawingVersion }
  | { readonly format: 'dxf'; readonly version: DrawingVersion };

/** `$ACADVER` is the first variable of the header, but comments may precede it. */
const HEAD_BYTES = 64 * 1024;

/** Version names of releases before R12 in old DXF files, which are read as R12, since it has everything that they have. */
const BEFORE_R12 = /^AC(?:1\.\d+|2\.\d+|100[0-8])$/;

/** A DWG of a release before R12, which other programs may be able to open. */
export class OldDrawing extends ConversionError {
  constructor(filename: string, version: string) {
    const message = `${filename} is a DWG of version ${version}, and only ${versionLabel('AC1009')} to ${versionLabel('AC1032')} are read here, older ones where the program dwg2dxf or ODAFileConverter is installed.`;
    super('input_wrong_type', message, { details: { version } });
  }
}

/** Returns the version of a DXF file that another program made. */
export async function identifyDxf({ path, filename }: LocalInput): Promise<Drawing> {
  return { format: 'dxf', version: dxfVersion(await readHead(path), filename) };
}

/**
 * Returns the format and version of an input, from its content.
 * @throws OldDrawing
 * @throws ConversionError `input_wrong_type` if it is not a drawing, or its release is unknown; `input_truncated`; `input_password_needed`
 * and `option_unsupported` for an encrypted one
 */
export async function identifyDrawing(input: LocalInput): Promise<Drawing> {
  const { filename, format, path, size } = input;
  if (format?.name !== 'dwg' && format?.name !== 'dxf') {
    const found = format === null ? 'is of no kind that is recognised' : `is a ${format.name} file`;
    throw new ConversionError('input_wrong_type', `${filename} ${found}, and only DWG and DXF drawings are read here.`);
  }
  const head = await readHead(path);
  if (format.name === 'dxf') return { format: 'dxf', version: dxfVersion(head, filename) };
  const version = dwgVersion(head, filename);
  refuseEncryptedDwg(head, version, input);
  refuseTruncatedDwg(head, version, size, filename);
  return { format: 'dwg', version };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function dwgVersion(head: Buffer, filename: string): DrawingVersion {
  const magic = head.toString('latin1', 0, 6);
  if (isDrawingVersion(magic)) return magic;
  if (BEFORE_R12.test(magic.replace(/\0.*$/s, ''))) throw new OldDrawing(filename, magic.replace(/\0.*$/s, ''));
  const name = magic.replace(/[^\x20-\x7e].*$/s, '');
  throw new ConversionError(
    'input_wrong_type',
    `${filename} is a DWG of version ${name}, and only ${versionLabel('AC1009')} to ${versionLabel('AC1032')} are read.`,
    { details: { version: name } },
  );
}

/** A DXF file without a version is R12 or older, which may lack a header, unless its entities have parts, as since R13. */
function dxfVersion(head: Buffer, filename: string): DrawingVersion {
  // ASCII: group 1 on its own line; binary: the group code in one byte (R12) or two.
  const text = head.toString('latin1').replaceAll('\0', ' ').replaceAll('\x01', ' 1 ');
  const name = /\$ACADVER\s+1\s+(AC[\d.]+)/.exec(text)?.[1];
  if (name === undefined) return text.includes('AcDbEntity') ? 'AC1015' : 'AC1009';
  if (BEFORE_R12.test(name)) return 'AC1009';
  if (isDrawingVersion(name)) return name;
  throw new ConversionError(
    'input_wrong_type',
    `${filename} is a DXF of the unknown version ${name}; versions to ${versionLabel('AC1032')} are read.`,
    { details: { version: name } },
  );
}
