import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/*
 * Whether an independent program can open an output. Damage passed on from the input, such as a broken picture inside a PDF, does not
 * count.
 */

/** qpdf's exit code for a file that it could read, with warnings. */
const QPDF_WARNED = 3;

/** Decodes every stream of the sound. */
export async function opensAudio(path: string): Promise<void> {
  const { stderr } = await execa('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:a:0', '-f', 'null', '-']);
  // Covers are copied unchanged. Repeated lines are listed before.
  const faults = stderr
    .split('\n')
    .filter((line) => line !== '' && !/^\[(?:png|mjpeg|gif|webp|bmp|tiff) @|^ *Last message repeated/.test(line));
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** Finds a video stream in its headers: damaged frames are copied unchanged. */
export async function opensFilm(path: string): Promise<void> {
  const { stdout } = await execa('ffprobe', ['-v', 'error', '-show_entries', 'stream=codec_type', path]);
  if (!stdout.includes('codec_type=video')) throw new Error('a film without a video stream');
}

export async function opensPdf(path: string): Promise<void> {
  const { exitCode, stderr } = await execa('qpdf', ['--check', path], { reject: false });
  if (exitCode !== 0 && exitCode !== QPDF_WARNED) throw new Error(`qpdf: ${stderr}`);
  const { stdout } = await execa('pdfinfo', [path]);
  if (!/^Pages:\s+[1-9]/m.test(stdout)) throw new Error('a PDF without pages');
}

const READ_DXF = 'import sys, ezdxf\nezdxf.readfile(sys.argv[1])';
const READ_DWG = fileURLToPath(new URL('../../test/tools/formats/dwg/oracles/dwg.ts', import.meta.url));

/** Opens a DXF with ezdxf, a DWG with LibreDWG. */
export async function opensDrawing(path: string): Promise<void> {
  if (path.endsWith('.dwg')) await execa(process.execPath, [READ_DWG, 'libredwg', path]);
  else await execa('/usr/bin/python3', ['-c', READ_DXF, path]);
}

/** epubcheck must read all of it; its errors may be those of the source. */
export async function opensEpub(path: string): Promise<void> {
  const { all } = await execa('java', ['-XX:TieredStopAtLevel=1', '-jar', '/usr/bin/epubcheck', path], {
    all: true,
    reject: false,
  });
  const fatal = all.split('\n').filter((line) => line.startsWith('FATAL('));
  if (fatal.length > 0) throw new Error(fatal.join('\n'));
  if (!/^Messages: 0 fatals|No errors or warnings|finished with warnings/m.test(all)) throw new Error(all.slice(-500));
}

/** Checks that XML is well-formed, with expat. */
export async function opensXml(path: string): Promise<void> {
  await execa('/usr/bin/python3', ['-c', 'import sys, xml.dom.minidom\nxml.dom.minidom.parse(sys.argv[1])', path]);
}
