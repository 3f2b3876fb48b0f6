import { execa } from 'execa';

/** Debian's libpdfbox2-java and its dependencies. */
const CLASSES = ['preflight', 'pdfbox2', 'fontbox2', 'xmpbox', 'commons-logging', 'javax.activation', 'jaxb-api']
  .map((name) => `/usr/share/java/${name}.jar`)
  .join(':');

/** Returns the errors that PDFBox Preflight finds in a PDF/A-1b (ISO 19005-1, level B); empty if it is valid. */
export async function preflight(path: string): Promise<string[]> {
  const args = ['-cp', CLASSES, 'org.apache.pdfbox.preflight.Validator_A1b', 'xml', path];
  const { stdout } = await execa('java', args);
  const isValid = /<isValid type="PDF\/A1-b">(true|false)</.exec(stdout)?.[1];
  const errors = [...stdout.matchAll(/<code>(.*?)<\/code>\s*<details>(.*?)<\/details>/gs)];
  const found = errors.map(([, code, details]) => `${code} ${details}`);
  if (isValid === undefined || (isValid === 'true') !== (found.length === 0)) {
    throw new Error(`Preflight gave no clear answer: ${stdout.slice(0, 2000)}`);
  }
  return found;
}
