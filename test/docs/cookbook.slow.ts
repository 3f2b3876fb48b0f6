import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { CONVERTD, ROOT, temporaryFolder } from '../cli/support.ts';
import { newInstallation, startInputs, startServe } from '../service/serve-support.ts';
import { EXAMPLE, makeFiles, newFiles, send } from './examples.ts';

interface Recipe {
  readonly section: string;
  readonly title: string;
  readonly command: string;
  /** Missing if the task is one of the command line only. */
  readonly request: string | undefined;
}

const SECTIONS = readFileSync(join(ROOT, 'docs/cookbook.md'), 'utf8').split(/^## /m).slice(1);
const RECIPES: readonly Recipe[] = SECTIONS.flatMap((section) =>
  section
    .split(/^### /m)
    .slice(1)
    .map((part) => ({
      section: section.split('\n', 1)[0] ?? '',
      title: part.split('\n', 1)[0] ?? '',
      command: /^ {4}(convertd .+)$/m.exec(part)?.[1] ?? '',
      request: /^ {4}(curl .+)$/m.exec(part)?.[1],
    })),
);

/** What another program prints of the output "$1", for each recipe. */
const LOOKS: Readonly<Record<string, readonly [command: string, printed: RegExp]>> = {
  'Word to PDF': ['pdftotext "$1" -', /Quarterly report/],
  'Slides to PDF': ['pdfinfo "$1"', /Pages: +2/],
  'A spreadsheet to PDF, on landscape pages': ['pdfinfo "$1"', /Page size: +(84|79)\d/],
  'A spreadsheet to CSV': ['unzip -l "$1"', /\.csv\n.*\.csv\n/],
  'CSV to Excel': ['unzip -l "$1"', /xl\/workbook\.xml/],
  'PDF to Word': ['unzip -p "$1" word/document.xml', /Quarterly report/],
  'Text of a PDF': ['cat "$1"', /Quarterly report/],
  'PDF to Markdown, for a language model': ['cat "$1"', /^# Quarterly report/m],
  'Markdown to Word': ['unzip -p "$1" word/document.xml', /Heading1/],
  'HTML to PDF, printed by Chromium': ['pdfinfo "$1"', /Producer: +Skia/],
  'A web page to PDF': ['pdftotext "$1" -', /Good morning/],
  'Join PDFs': ['pdfinfo "$1"', /Pages: +2/],
  'Split a PDF': ['unzip -l "$1"', / 2 files/],
  'Take some pages out of a PDF': ['pdfinfo "$1"', /Pages: +2/],
  'Remove the blank pages of a scan': ['pdfinfo "$1"', /Pages: +2/],
  'Turn the pages of a PDF': ['pdfinfo "$1"', /Page rot: +90/],
  'Make a PDF smaller': ['stat -c %s "$1"', /^3[0-7]\d{3}$/],
  'Make a scan searchable': ['pdftotext "$1" -', /\w{4}/],
  'Text of a scan': ['cat "$1"', /\w{4}/],
  'Pages as pictures': ['unzip -l "$1"', /\.png\n.* 4 files/s],
  'A preview of the first page': ['identify "$1"', / PNG 300x/],
  'Photos to one PDF': ['pdfimages -list "$1"', / image .* image /s],
  'A watermark': ['pdftotext -raw "$1" - | tr -d "[:space:]"', /DRAFT/],
  'Page numbers': ['pdftotext "$1" -', /3 of 4/],
  'A password for a PDF': ['qpdf --show-encryption --password=пароль "$1"', /R = 6/],
  'Remove the password of a PDF': ['pdfinfo "$1"', /Encrypted: +no/],
  'Redact names and addresses': ['pdftotext "$1" - | tr "[:space:]" " "', /^(?!.*Quarterly).*\w{4}/],
  'Sign a PDF': ['pdfsig -nocert "$1"', /Signature is Valid/],
  'PDF/A for an archive': ['grep -a pdfaid:conformance "$1"', />B</],
  'Fill in a form': ['pdftotext "$1" -', /Ada Lovelace/],
  'Pictures out of a document': ['identify "$1"', / PNG /],
  'A photo from a phone to JPEG': ['identify "$1"', / JPEG /],
  'A picture for the web': ['identify "$1"', / WEBP 160x/],
  'Make a photo smaller': ['stat -c %s "$1"', /^[23]\d{3}$/],
  'A photo below a size in bytes': ['stat -c %s "$1"', /^[23]\d{3}$/],
  'Scale a picture': ['identify "$1"', / JPEG 120x/],
  'Cut a picture': ['identify "$1"', / JPEG 100x80 /],
  'Turn a picture': ['identify "$1"', / JPEG 200x320 /],
  'Remove place, time and camera from a photo': [
    'exiftool -s -GPSLatitude -Model -DateTimeOriginal "$1" | wc -l',
    /^0$/,
  ],
  'SVG to PNG': ['identify "$1"', / PNG 512x/],
  'A favicon': ['identify "$1"', / ICO 16x12 /],
  'A recording to MP3': ['ffprobe "$1" 2>&1', /Duration: 00:01:40.*bitrate: 128 kb/],
  'Cut half a minute out of it': ['ffprobe "$1" 2>&1', /Duration: 00:00:30/],
  'The same loudness for all recordings': [
    'ffmpeg -i "$1" -af ebur128 -f null - 2>&1',
    /I: +-2[34]\.\d LUFS\s+Thr.*$/s,
  ],
  'Title and artist': ['ffprobe "$1" 2>&1', /title +: Talk.*artist +: Ada|artist +: Ada.*title +: Talk/s],
  'The sound of a film': ['ffprobe "$1" 2>&1', /Duration: 00:00:12.*Audio: mp3/s],
  'Read a text aloud': ['ffprobe "$1" 2>&1', /Audio: mp3/],
  'A film for every player': ['ffprobe "$1" 2>&1', /Video: h264.*Audio: aac/s],
  'A film that fits into an e-mail': ['stat -c %s "$1"', /^\d{5,7}$/],
  'An animated GIF': ['identify "$1"', / GIF 240x135 .*\[95\] GIF /s],
  'Cut a film': ['ffprobe "$1" 2>&1', /Duration: 00:00:04/],
  'A film without sound': ['ffprobe "$1" 2>&1', /^(?!.*Audio:).*Video: h264/s],
  'Add subtitles': ['ffprobe "$1" 2>&1', /Subtitle: subrip/],
  'A film of photos': ['ffprobe "$1" 2>&1', /Duration: 00:00:04/],
  'A picture of each second': ['unzip -l "$1"', / 12 files/],
  'EPUB to Kindle': ['head -c 68 "$1" | tail -c 8', /^BOOKMOBI$/],
  'Kindle to EPUB': ['unzip -p "$1" mimetype', /^application\/epub\+zip$/],
  'Word to EPUB': ['unzip -p "$1" \'*.opf\'', /A Voyage.*Ada/s],
  'DWG to PDF': ['pdfinfo "$1"', /Pages: +1/],
  'DWG to DXF': ['head -c 4000 "$1"', /SECTION\s+2\s+HEADER/],
  'Pack files': ['unzip -l "$1"', /letter\.txt.*report\.docx/s],
  'Pack files with a password': ['7zz l -slt -pпароль "$1"', /Encrypted = \+/],
  'RAR to ZIP': ['unzip -l "$1"', / files?$/m],
  'Unpack an archive': ['file --mime-type -b "$1"', /^(text\/|application\/zip)/],
  'A checksum': ['sha256sum "$FIXTURES/ebook/voyage.txt" | cut -c-64 | grep -f - "$1"', /^[0-9a-f]{64}/],
  'What a file says about itself': ['cat "$1"', /"width_pixels": 320/],
  'A folder of pictures, with its subfolders': ['identify "$1"', / WEBP /],
  'In a pipe': ['ffprobe "$1" 2>&1', /Audio: mp3/],
};

const ENV = { PATH: `${dirname(CONVERTD)}:${process.env.PATH}`, FIXTURES: join(ROOT, 'fixtures') };

const PAGE = '<!DOCTYPE html><title>Page</title><h1>Good morning</h1>';

/** Returns what another program prints of the first new file. */
async function lookAt(title: string, folder: string, outputs: readonly string[]): Promise<string> {
  const [command = 'false'] = LOOKS[title] ?? [];
  const args = ['-c', command, '-', join(folder, outputs[0] ?? '')];
  return (await execa('bash', args, { env: ENV, all: true, reject: false })).all;
}

describe('each recipe of the cookbook', () => {
  const recipes = RECIPES.filter(({ command }) => !command.startsWith('convertd watch '));

  test('is looked at by another program', () => {
    expect(recipes.length).toBeGreaterThan(40);
    expect(recipes.map(({ title }) => title)).toEqual(Object.keys(LOOKS));
  });

  test.each(recipes)('works as a command: $title', async ({ title, command }) => {
    const { address, text } = await startInputs();
    const line = command.replace(EXAMPLE, text('page.html', PAGE));
    const folder = await temporaryFolder();
    await makeFiles(folder, [line]);
    const env = { ...ENV, ALLOWED_ADDRESSES: address };
    const outputs = await newFiles(folder, () => execa('bash', ['-o', 'pipefail', '-c', line], { cwd: folder, env }));
    expect(await lookAt(title, folder, outputs)).toMatch(LOOKS[title]?.[1] ?? /never/);
  });

  test.each([...new Set(recipes.map(({ section }) => section))])('works as a request: %s', async (name) => {
    const { address, text } = await startInputs();
    const serve = await startServe(await newInstallation(), { ALLOWED_ADDRESSES: address });
    const env = { ...ENV, BASE: serve.url, KEY: serve.key };
    for (const { section, title, request } of recipes) {
      if (section !== name || request === undefined) continue;
      const folder = await temporaryFolder();
      await makeFiles(folder, [request]);
      const { outputs } = await send(folder, request.replace(EXAMPLE, text('page.html', PAGE)), env);
      expect(await lookAt(title, folder, outputs), request).toMatch(LOOKS[title]?.[1] ?? /never/);
    }
  });
});
