import { readFile } from 'node:fs/promises';
import { installed } from '../../../src/process/installation.ts';

/** tesseract.js and what it loads under Node. */
const PACKAGES = [
  'tesseract.js',
  'tesseract.js-core',
  'bmp-js',
  'is-url',
  'regenerator-runtime',
  'wasm-feature-detect',
];

/** Folders of tesseract.js and of the packages it loads, `modules` being the folder they are in. */
export const packageFolders = (modules = installed('node_modules')): readonly string[] =>
  PACKAGES.map((name) => `${modules}/${name}`);

/** The version of tesseract.js, an optional dependency; null if it or a part of it is not installed. */
export async function tesseractJsVersion(modules?: string): Promise<string | null> {
  const texts = packageFolders(modules).map((folder) => readFile(`${folder}/package.json`, 'utf8'));
  const [first] = await Promise.all(texts).catch(() => []);
  if (first === undefined) return null;
  const { version }: { version?: unknown } = JSON.parse(first);
  return typeof version === 'string' ? version : null;
}
