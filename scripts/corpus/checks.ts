import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { execa } from 'execa';

const METADATA_SCHEMA = fileURLToPath(new URL('../../engines/metadata/schema.json', import.meta.url));

/** Throws what is wrong with an output, according to a program that did not write it. */
export type Check = (path: string) => Promise<void>;

export async function checkDigest(path: string): Promise<void> {
  const { stdout } = await execa('grep', ['-cE', '^[0-9a-f]{48,64}$', path]);
  if (stdout !== '1') throw new Error('not one digest');
}

/** Checks against the published schema. */
export async function checkMetadata(path: string): Promise<void> {
  const ajv = new Ajv2020({ strict: false });
  const schema = JSON.parse(await readFile(METADATA_SCHEMA, 'utf8'));
  if (!ajv.validate(schema, JSON.parse(await readFile(path, 'utf8')))) throw new Error(ajv.errorsText());
}

/** Decodes the whole file: a header alone proves nothing. */
export async function checkAudio(path: string): Promise<void> {
  const { stderr } = await execa('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:a:0', '-f', 'null', '-']);
  if (stderr !== '') throw new Error(stderr);
}

export async function checkArchive(path: string): Promise<void> {
  // bsdtar examines the content of a gz, and a damaged ISO can keep it busy forever.
  const args = path.endsWith('.gz') ? ['-tf', path, '--format=raw'] : ['-tf', path];
  await execa('bsdtar', args, { timeout: 60_000 }).catch(() => execa('gzip', ['-t', path]));
}

const CHECK_PARTS = `
import sys, zipfile, xml.dom.minidom
package = zipfile.ZipFile(sys.argv[1])
assert package.testzip() is None
parts = [name for name in package.namelist() if name.endswith(('.xml', '.rels'))]
assert '[Content_Types].xml' in parts
for name in parts: xml.dom.minidom.parseString(package.read(name))`;

import { CONVERT } from '../../test/support/imagemagick.ts';

/** Checks that a PDF is complete and has pages, every part of an Office file is well-formed, and a text is UTF-8. */
export async function checkDocument(path: string): Promise<void> {
  if (path.endsWith('.pdf')) {
    await execa('qpdf', ['--check', path]);
    const { stdout } = await execa('pdfinfo', [path]);
    if (!/^Pages:\s+[1-9]/m.test(stdout)) throw new Error('a PDF without pages');
  } else if (path.endsWith('.txt')) {
    await execa('iconv', ['-f', 'utf-8', '-t', 'utf-16', path], { encoding: 'buffer' });
  } else {
    await execa('/usr/bin/python3', ['-c', CHECK_PARTS, path]);
  }
}

/** Debian's ImageMagick refuses more than 16,000 pixels a side, which is not an error of the picture. */
const TOO_LARGE = /exceeds limit|memory allocation failed/;

/**
 * Decodes all pixels of a picture with ImageMagick, which writes none of these; its warnings count. ffmpeg decodes those that are too large
 * for it.
 */
export async function checkPicture(path: string): Promise<void> {
  const { exitCode, stderr } = await execa(CONVERT, ['-regard-warnings', path, 'null:'], { reject: false });
  if (exitCode === 0 && stderr === '') return;
  if (!TOO_LARGE.test(stderr)) throw new Error(stderr);
  await execa('ffmpeg', ['-v', 'error', '-xerror', '-i', path, '-f', 'null', '-']);
}
