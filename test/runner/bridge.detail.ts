import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { convertd, lastLine, ROOT, temporaryFolder } from '../cli/support.ts';

const pages = async (path: string) => (await execa('pdfinfo', [path])).stdout.match(/^Pages:\s+(\d+)$/m)?.[1];

async function redPicture(name: string): Promise<string> {
  const folder = await temporaryFolder();
  const red = sharp({ create: { width: 320, height: 200, channels: 3, background: '#c02020' } });
  await writeFile(join(folder, name), await red.avif().toBuffer());
  return folder;
}

describe('inputs that become the target by one conversion between', () => {
  test('a picture that LibreOffice does not read becomes a page, in its colour', async () => {
    const cwd = await redPicture('red.avif');
    const { exitCode, stdout } = await convertd(['convert', 'red.avif', 'pdf', '--json'], { cwd });
    expect([exitCode, lastLine(stdout).output.map(({ filename }) => filename)]).toEqual([0, ['red.pdf']]);
    expect(await pages(join(cwd, 'red.pdf'))).toBe('1');
    await execa('pdftoppm', ['-r', '40', '-png', '-singlefile', 'red.pdf', 'page'], { cwd });
    const { channels } = await sharp(join(cwd, 'page.png')).stats();
    // White paper with a red picture has less green than red.
    expect((channels[0]?.mean ?? 0) - (channels[1]?.mean ?? 0)).toBeGreaterThan(10);
  });

  test('a file that is only attached stays as it is, and so it is planned', async () => {
    const cwd = await redPicture('red.avif');
    await copyFile(join(ROOT, 'fixtures/document/report.pdf'), join(cwd, 'report.pdf'));
    await writeFile(join(cwd, 'key.p12'), 'read by nobody');
    const embed = '[{"filename":"red.avif"},{"filename":"key.p12"}]';
    const words = ['report.pdf', 'red.avif', 'key.p12', 'pdf', '-o', `embed=${embed}`];
    const { exitCode } = await convertd(['convert', ...words, '--output', 'out'], { cwd });
    expect(exitCode).toBe(0);
    await execa('pdfdetach', ['-saveall', 'report.pdf'], { cwd: join(cwd, 'out') });
    for (const name of ['red.avif', 'key.p12']) {
      expect((await readFile(join(cwd, 'out', name))).equals(await readFile(join(cwd, name)))).toBe(true);
    }
    const { stdout } = await convertd(['plan', ...words, '--json'], { cwd });
    expect(JSON.parse(stdout).route).toMatchObject([{ category: 'document', target: 'pdf' }]);
  });

  test('a text that is called a picture is refused, as its engine would', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'photo.jpg'), 'The page you asked for is not here.');
    const { exitCode, stdout } = await convertd(['convert', 'photo.jpg', 'png', '--json'], { cwd });
    expect([exitCode, lastLine(stdout).errors]).toMatchObject([1, [{ code: 'input_wrong_type' }]]);
  });

  test('a document becomes pictures of its pages', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'note.txt'), 'A note.');
    const { exitCode, stderr } = await convertd(['convert', 'note.txt', 'png'], { cwd });
    expect([exitCode, stderr]).toEqual([0, '']);
    const { format, width = 0, height = 0 } = await sharp(join(cwd, 'note.png')).metadata();
    expect([format, height > width]).toEqual(['png', true]);
  });

  test('what cannot be is refused with what the input can become', async () => {
    const cwd = await temporaryFolder();
    const pdf = join(ROOT, 'fixtures/document/report.pdf');
    const { exitCode, stdout } = await convertd(['convert', pdf, 'dxf', '--json'], { cwd });
    const { errors } = lastLine(stdout);
    expect([exitCode, errors.map(({ code }) => code)]).toEqual([1, ['input_wrong_type']]);
    expect(errors[0]?.message).toContain('It can become document/docx,');
    expect(errors[0]?.details.possible).toContain('image/jpg');
  });
});
