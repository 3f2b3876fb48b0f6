import { readdir, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { type Environment, environment } from '../../../src/settings/read.ts';

/** Data folders of tesseract's packages; TESSDATA_PREFIX, tesseract's own variable, overrides them. */
const FOLDERS = [
  '/usr/share/tesseract-ocr/5/tessdata',
  '/usr/share/tesseract-ocr/4.00/tessdata',
  '/usr/share/tessdata',
  '/usr/local/share/tessdata',
];

const SUFFIX = '.traineddata';
const SCRIPT_FOLDER = 'script/';

/** Returns the folder with the data of tesseract's languages, or null if there is none. */
export async function findTessdata(env: Environment = environment()): Promise<string | null> {
  const chosen = env.TESSDATA_PREFIX;
  for (const folder of chosen === undefined || chosen === '' ? FOLDERS : [chosen]) {
    if (isAbsolute(folder) && (await isFolder(folder))) return folder;
  }
  return null;
}

/**
 * Returns the name of a language for `-l`, or null if its data is missing. Data of scripts is in a folder `script` as tesseract publishes
 * it, but next to the languages in Debian's packages.
 */
export async function installedName(tessdata: string, language: string): Promise<string | null> {
  const names = language.startsWith(SCRIPT_FOLDER) ? [language, language.slice(SCRIPT_FOLDER.length)] : [language];
  for (const name of names) if (await isData(join(tessdata, `${name}${SUFFIX}`))) return name;
  return null;
}

/** Returns every language and script with data, sorted, as `-l` takes them. */
export async function installedNames(tessdata: string): Promise<string[]> {
  const [top, scripts] = await Promise.all([dataIn(tessdata), dataIn(join(tessdata, SCRIPT_FOLDER))]);
  return [...top, ...scripts.map((name) => SCRIPT_FOLDER + name)].sort();
}

async function dataIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
}

async function isData(path: string): Promise<boolean> {
  const info = await stat(path).catch(() => null);
  return (info?.isFile() ?? false) && info?.size !== 0;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}
