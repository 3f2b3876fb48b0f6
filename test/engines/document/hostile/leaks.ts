import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import type { Outcome } from './driver.ts';

const run = promisify(execFile);
const OUTPUT = { maxBuffer: 256 * 1024 ** 2, encoding: 'buffer' } as const;

/** What no document may get at: a text that is nowhere else, and a picture of a colour that no document has. */
export const SECRET_TEXT = `secret${randomBytes(8).toString('hex')}`;
const [RED, GREEN, BLUE] = [203, 7, 121];
export const SECRET_PICTURE = png(64, [RED, GREEN, BLUE]);

/** Whether the secret text or picture is in what was made of a document. */
export async function leaks({ files, message, log }: Outcome): Promise<boolean> {
  if (message.includes(SECRET_TEXT) || log.includes(SECRET_TEXT)) return true;
  for (const file of files) {
    const leaky = extname(file) === '.pdf' ? (await inText(file)) || (await inPages(file)) : await inPackage(file);
    if (leaky) return true;
  }
  return false;
}

async function inText(pdf: string): Promise<boolean> {
  const { stdout } = await run('pdftotext', ['-raw', pdf, '-'], OUTPUT);
  // A line may break within the secret.
  return stdout.toString().replaceAll(/\s/g, '').includes(SECRET_TEXT);
}

/** Whether the secret colour is seen on a page. */
async function inPages(pdf: string): Promise<boolean> {
  const { stdout } = await run('pdftoppm', ['-r', '24', '-l', '3', '-aa', 'no', pdf], OUTPUT);
  for (let at = 0; at + 2 < stdout.length; at += 3) {
    if (isNear(stdout[at], RED) && isNear(stdout[at + 1], GREEN) && isNear(stdout[at + 2], BLUE)) return true;
    // Pages follow each other, each with a head of text: what is not aligned is looked at again.
    if (stdout[at] === 0x50 && stdout[at + 1] === 0x36) at += headLength(stdout, at) - 3;
  }
  return false;
}

function headLength(pages: Buffer, at: number): number {
  return /^P6\s+\d+\s+\d+\s+255\s/.exec(pages.toString('latin1', at, at + 40))?.[0].length ?? 3;
}

const isNear = (value: number | undefined, wanted: number): boolean => Math.abs((value ?? 0) - wanted) <= 6;

async function inPackage(file: string): Promise<boolean> {
  const { stdout } = await run('unzip', ['-p', file], OUTPUT);
  return stdout.includes(SECRET_TEXT) || stdout.includes(SECRET_PICTURE);
}

function png(size: number, colour: readonly number[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2], 8);
  const row = Buffer.from([0, ...Array.from({ length: size }, () => colour).flat()]);
  const rows = Buffer.concat(Array.from({ length: size }, () => row));
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
