import { type ProgramDescription, programVersion, pythonModuleVersion } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { describePoppler } from '../poppler/programs.ts';
import { DEFAULT_LANGUAGE, type Recognition } from './options.ts';
import { OCR_PROGRAMS } from './programs.ts';
import { findTessdata, installedName, installedNames } from './tessdata.ts';

/** Debian names its script packages by ISO 15924; tesseract's files have their own names. */
const SCRIPT_CODES: Readonly<Record<string, string>> = {
  Arabic: 'arab',
  Armenian: 'armn',
  Bengali: 'beng',
  Canadian_Aboriginal: 'cans',
  Cherokee: 'cher',
  Cyrillic: 'cyrl',
  Devanagari: 'deva',
  Ethiopic: 'ethi',
  Fraktur: 'frak',
  Georgian: 'geor',
  Greek: 'grek',
  Gujarati: 'gujr',
  Gurmukhi: 'guru',
  HanS: 'hans',
  HanS_vert: 'hans-vert',
  HanT: 'hant',
  HanT_vert: 'hant-vert',
  Hangul: 'hang',
  Hangul_vert: 'hang-vert',
  Hebrew: 'hebr',
  Japanese: 'jpan',
  Japanese_vert: 'jpan-vert',
  Kannada: 'knda',
  Khmer: 'khmr',
  Lao: 'laoo',
  Latin: 'latn',
  Malayalam: 'mlym',
  Myanmar: 'mymr',
  Oriya: 'orya',
  Sinhala: 'sinh',
  Syriac: 'syrc',
  Tamil: 'taml',
  Telugu: 'telu',
  Thaana: 'thaa',
  Thai: 'thai',
  Tibetan: 'tibt',
  Vietnamese: 'viet',
};

const SCRIPT = /^script\/(.+)$/;

/** Returns the Debian package of a language or script of Recognition: `tesseract-ocr-chi-sim`, `tesseract-ocr-script-hans-vert`. */
export function languagePackage(language: string): string {
  const script = SCRIPT.exec(language)?.[1];
  const name = script === undefined ? language : `script-${SCRIPT_CODES[script] ?? script.toLowerCase()}`;
  return `tesseract-ocr-${name.replaceAll('_', '-')}`;
}

/** Languages whose data is installed. */
export interface InstalledLanguages {
  /** For tesseract's `-l`: `eng+deu`. */
  readonly argument: string;
  /** Folder of the data. */
  readonly tessdata: string;
  /** Whether the data for detecting the orientation of a page is installed too. */
  readonly orientation: boolean;
}

/**
 * Checks the data of every language before tesseract starts, which only warns about missing data and continues with the other languages.
 * Throws ConversionError `program_missing` with the packages of all missing ones, including `osd` if the page structure needs it.
 */
export async function requireLanguages({
  languages,
  structure,
}: Pick<Recognition, 'languages' | 'structure'>): Promise<InstalledLanguages> {
  const tessdata = await findTessdata();
  const find = (language: string) => (tessdata === null ? null : installedName(tessdata, language));
  const found = await Promise.all(languages.map(find));
  const orientation = (await find('osd')) !== null;
  const needsOrientation = structure.find === 'orientation' || structure.orientation === 'always';
  const missing = [
    ...languages.filter((_, index) => (found[index] ?? null) === null),
    ...(needsOrientation && !orientation ? ['osd'] : []),
  ];
  if (tessdata === null || missing.length > 0) throw notInstalled(missing);
  return { argument: found.join('+'), tessdata, orientation };
}

/**
 * Returns any language with data: English if possible, otherwise the first. For measuring the lines of a page without reading them. Throws
 * ConversionError `program_missing`, which names `option`.
 */
export async function anyLanguage(option: string): Promise<InstalledLanguages> {
  const tessdata = await findTessdata();
  const names = tessdata === null ? [] : await installedNames(tessdata);
  const [argument] = [DEFAULT_LANGUAGE, ...names].filter((name) => name !== 'osd' && names.includes(name));
  if (tessdata !== null && argument !== undefined) return { argument, tessdata, orientation: names.includes('osd') };
  const message = `Option ${option} needs data of tesseract, and there is none here. Install the package tesseract-ocr-eng.`;
  throw new ConversionError('program_missing', message, { details: { option, package: 'tesseract-ocr-eng' } });
}

/** Returns the data for detecting the orientation of pages. Throws ConversionError `program_missing`, which names `option`. */
export async function orientationData(option: string): Promise<InstalledLanguages> {
  const tessdata = await findTessdata();
  if (tessdata !== null && (await installedName(tessdata, 'osd')) !== null) {
    return { argument: 'osd', tessdata, orientation: true };
  }
  const message = `Option ${option} needs tesseract's data for the orientation of pages, and there is none here. Install the package tesseract-ocr-osd.`;
  throw new ConversionError('program_missing', message, { details: { option, package: 'tesseract-ocr-osd' } });
}

function notInstalled(missing: readonly string[]): ConversionError {
  const packages = missing.map(languagePackage);
  const what = missing.map(optionName).join(', ');
  const message = `Text recognition has no data for ${what} here. Install ${packages.length === 1 ? 'the package' : 'the packages'} ${packages.join(', ')}, or choose another language.`;
  return new ConversionError('program_missing', message, {
    details: {
      option: missing.includes('osd') ? 'ocr_page_structure' : 'language',
      languages: missing.map(optionName),
      packages,
    },
  });
}

/** Returns the value of the option `language`. */
const optionName = (language: string): string => language.replace(SCRIPT, 'script-$1');

const RECOGNITION = ['document/* ocr=true'];

/** Describes the programs of text recognition and the available languages, for `convertd doctor`. */
export async function describeLanguages(): Promise<ProgramDescription[]> {
  const { tesseract, ocrmypdf, img2pdf, pictures } = OCR_PROGRAMS;
  const [tesseractVersion, ocrmypdfVersion, img2pdfVersion, pdftoppm, picturesVersion, tessdata] = await Promise.all([
    programVersion(tesseract, { pattern: /tesseract v?(\d[\w.+~-]*)/ }),
    programVersion(ocrmypdf),
    programVersion(img2pdf),
    describePoppler('pdftoppm', { need: 'optional', neededFor: ['document/* ocr=true from pdf'] }),
    pythonModuleVersion(pictures, 'PIL'),
    findTessdata(),
  ]);
  const languages = tessdata === null ? [] : (await installedNames(tessdata)).filter((name) => name !== 'osd');
  return [
    { ...row(tesseract, tesseractVersion), neededFor: RECOGNITION },
    { ...row(ocrmypdf, ocrmypdfVersion), neededFor: ['document/pdf ocr=true'] },
    {
      ...row(img2pdf, img2pdfVersion),
      neededFor: ['document/pdf ocr=true from pictures', 'document/pdf rasterize_dpi'],
    },
    pdftoppm,
    { ...row(pictures, picturesVersion), neededFor: ['document/* ocr=true from pictures'] },
    {
      name: 'languages of text recognition',
      version: languages.length === 0 ? null : languages.join(', '),
      package: 'tesseract-ocr-*',
      need: 'optional',
      neededFor: ['document/* language'],
    },
  ];
}

const row = ({ name, package: from }: { name: string; package: string }, version: string | null) => ({
  name,
  version,
  package: from,
  need: 'optional' as const,
});
