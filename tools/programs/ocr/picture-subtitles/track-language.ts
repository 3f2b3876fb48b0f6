import { ConversionError } from '../../../../src/task/errors.ts';
import { findTessdata, installedNames } from '../tessdata.ts';

/**
 * Returns the installed languages (tesseract's names) for the language that a track states: `ger`, `deu` and `de` are all `deu`. Chinese is
 * both of its scripts, if both are installed.
 * @throws ConversionError `option_invalid` if the track states none, or one without data here; it names the option `language`
 */
export async function languagesOfTrack(stated: string | null, filename: string): Promise<readonly string[]> {
  const tessdata = await findTessdata();
  const installed = tessdata === null ? [] : await installedNames(tessdata);
  const asked = stated === null ? null : canonical(stated);
  const found = installed.filter(
    (name) => asked !== null && /^[a-z]{3}(?:_[a-z]+)?$/.test(name) && canonical(name.slice(0, 3)) === asked,
  );
  const [plain] = found.filter((name) => name.length === 3);
  if (plain !== undefined) return [plain];
  const horizontal = found.filter((name) => !name.endsWith('_vert'));
  if (horizontal.length > 0) return horizontal;
  const why =
    stated === null
      ? 'the track does not state one'
      : `the track states ${stated.slice(0, 20)}, which has no data here`;
  const message = `The subtitles of ${filename} are pictures. Give option language, the language to read them in: ${why}.`;
  throw new ConversionError('option_invalid', message, { details: { option: 'language', stated } });
}

/** Returns the shortest code of a language; null if it is not one. */
function canonical(code: string): string | null {
  try {
    return new Intl.Locale(code.replaceAll('_', '-')).language ?? null;
  } catch {
    return null;
  }
}
