import { stat } from 'node:fs/promises';
import { execa } from 'execa';
import { StepError, UncheckedError } from './world.ts';

/* What programs that did not write a PDF find in it. */

const LIMITS = { timeout: 120_000, maxBuffer: 500_000_000 } as const;

/** Objects of a PDF by their names in qpdf's JSON. */
type Objects = Readonly<Record<string, { readonly value?: unknown; readonly stream?: { readonly dict?: unknown } }>>;

export interface Attachment {
  readonly name: string;
  /** `/Data`, or null if it says nothing of its relation to the document. */
  readonly relationship: string | null;
}

/** Returns the output of pdfinfo; its errors are part of it, as a password that it lacks is one. */
export async function pdfinfo(path: string, ...options: readonly string[]): Promise<string> {
  const { all } = await execa('pdfinfo', [...options, path], { ...LIMITS, all: true, reject: false });
  return all;
}

export async function pageCount(path: string): Promise<number> {
  const output = await pdfinfo(path);
  const count = /^Pages:\s+(\d+)/m.exec(output)?.[1];
  if (count === undefined) throw new StepError(`pdfinfo does not count its pages: ${output.trim()}`);
  return Number(count);
}

/** Returns width and height of the first page in points. */
export async function pageSize(path: string): Promise<readonly [number, number]> {
  const output = await pdfinfo(path);
  const [, width, height] = /^Page size:\s+([\d.]+) x ([\d.]+)/m.exec(output) ?? [];
  if (width === undefined || height === undefined) throw new StepError(`pdfinfo finds no page: ${output.trim()}`);
  return [Number(width), Number(height)];
}

export async function pageText(path: string, page: number): Promise<string> {
  const range = ['-f', String(page), '-l', String(page)];
  const { stdout } = await run('pdftotext', [...range, path, '-']);
  return stdout;
}

export async function imageCount(path: string): Promise<number> {
  const { stdout } = await run('pdfimages', ['-list', path]);
  // Two lines of heading.
  return Math.max(0, stdout.trim().split('\n').length - 2);
}

/** Returns whether it needs a password to be opened. */
export async function isEncrypted(path: string): Promise<boolean> {
  return (await pdfinfo(path)).includes('Incorrect password');
}

/** Names by pdfinfo of what a reader may do. */
const PERMISSIONS: Readonly<Record<string, string>> = {
  printing: 'print',
  copying: 'copy',
  modifying: 'change',
  annotating: 'addNotes',
};

/** Returns whether a reader may do it, or null if the document does not say. */
export async function isAllowed(path: string, action: string): Promise<boolean | null> {
  const name = PERMISSIONS[action];
  if (name === undefined) throw new StepError(`no permission is called ${action}`);
  const value = new RegExp(`\\b${name}:(yes|no)\\b`).exec(await pdfinfo(path))?.[1];
  return value === undefined ? null : value === 'yes';
}

export async function hasOutline(path: string): Promise<boolean> {
  const { outlines } = await qpdfJson(path, 'outlines');
  return Array.isArray(outlines) && outlines.length > 0;
}

/** Returns whether a page has annotations: links, notes, form fields. */
export async function hasAnnotations(path: string): Promise<boolean> {
  const objects = await objectsOf(path);
  return Object.values(objects).some(({ value }) => {
    const { '/Type': type, '/Annots': annotations } = asObject(value);
    if (type !== '/Page' || annotations === undefined) return false;
    const list = typeof annotations === 'string' ? objects[`obj:${annotations}`]?.value : annotations;
    return Array.isArray(list) && list.length > 0;
  });
}

export async function attachmentsOf(path: string): Promise<Attachment[]> {
  const [{ attachments }, objects] = await Promise.all([qpdfJson(path, 'attachments'), objectsOf(path)]);
  return Object.values(asObject(attachments)).map((attachment) => {
    const { preferredname, filespec } = asObject(attachment);
    const { '/AFRelationship': relationship } = asObject(objects[`obj:${String(filespec)}`]?.value);
    return { name: String(preferredname), relationship: typeof relationship === 'string' ? relationship : null };
  });
}

/** Returns the number of rules of a standard that a PDF breaks. Throws UncheckedError without veraPDF. */
export async function brokenRules(path: string, flavour: string): Promise<number> {
  const result = await execa('verapdf', ['-f', flavour, path], { ...LIMITS, reject: false });
  if (result.code === 'ENOENT') throw new UncheckedError('veraPDF is not installed');
  const count = /failedRules="(\d+)"/.exec(result.stdout)?.[1];
  if (count === undefined) throw new StepError(`veraPDF does not say whether it is valid: ${result.stderr.trim()}`);
  return Number(count);
}

async function objectsOf(path: string): Promise<Objects> {
  const { qpdf } = await qpdfJson(path, 'qpdf');
  return asObject(Array.isArray(qpdf) ? qpdf[1] : null) as Objects;
}

async function qpdfJson(path: string, key: string): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await run('qpdf', ['--json=2', `--json-key=${key}`, path]);
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
}

/** Runs a program that must understand the file; warnings of qpdf (exit code 3) are none of a scenario's claims. */
async function run(program: string, words: readonly string[]): Promise<{ stdout: string }> {
  const { stdout, stderr, exitCode } = await execa(program, words, { ...LIMITS, reject: false });
  if (exitCode !== 0 && exitCode !== 3) throw new StepError(`${program} does not read it: ${stderr.trim()}`);
  return { stdout };
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** Returns the size of a file in bytes. */
export const fileSize = async (path: string): Promise<number> => (await stat(path)).size;
