import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { DEBIAN_7ZIP } from '../../../support/seven-zip.ts';
import { dataUrl, newFolder, onlyFile, pdfInfo, pdfText, run, useFolders } from './support.ts';

useFolders();

const toPdf = (source: string, options: object, filename = 'page.html') => ({
  conversion: { category: 'document', target: 'pdf', options },
  input: [{ source, filename }],
});

const SCRIPTED = '<!doctype html><p id=out>before</p><script>out.textContent = "by script " + 6 * 7</script>';

describe('HTML by Chromium', () => {
  it('runs the scripts of the page, which LibreOffice does not', async () => {
    const made = onlyFile(await run(toPdf(dataUrl(SCRIPTED), { engine: 'chromium' })));
    expect(await pdfText(made)).toContain('by script 42');
    const other = onlyFile(await run(toPdf(dataUrl(SCRIPTED), {})));
    expect(await pdfText(other)).toContain('before');
    expect((await pdfInfo(made)).Producer).toMatch(/^Skia/);
  });

  it('lays out for the paper, the margins and the orientation that are asked for', async () => {
    const options = { engine: 'chromium', page_size: 'a5', orientation: 'landscape', margin_left: 60 };
    const made = onlyFile(await run(toPdf(dataUrl('<p>here'), options)));
    expect((await pdfInfo(made))['Page size']).toMatch(/^595\.\d+ x 4(19|20)/);
    const { stdout } = await execa('pdftotext', ['-bbox', made, '-']);
    expect(Number(/<word xMin="([\d.]+)"/.exec(stdout)?.[1])).toBeGreaterThan((60 / 25.4) * 72);
  });

  it('reads UTF-8 that does not say so', async () => {
    expect(await pdfText(onlyFile(await run(toPdf(dataUrl('<p>Größe 你好'), { engine: 'chromium' }))))).toContain(
      'Größe 你好',
    );
  });

  it('shows Markdown', async () => {
    const markdown = '# Title\n\n| a | b |\n|---|---|\n| one | two |\n';
    const made = onlyFile(await run(toPdf(dataUrl(markdown, 'text/markdown'), { engine: 'chromium' }, 'notes.md')));
    expect(await pdfText(made)).toMatch(/Title\s+a\s+b\s+one\s+two/);
    expect((await pdfInfo(made)).Title).toBe('notes');
  });

  it('shows a page with the files of its zip, by relative addresses and by those from the root', async () => {
    const folder = await newFolder();
    await writeFile(
      join(folder, 'index.html'),
      '<!doctype html><link rel=stylesheet href="css/a.css"><p class=x></p><iframe src="/more/frame.html"></iframe><p id=f></p>' +
        '<script type=module>document.querySelector("#f").textContent = (await (await fetch("data.json")).json()).text</script>',
    );
    await execa('mkdir', ['css', 'more'], { cwd: folder });
    await writeFile(join(folder, 'css/a.css'), '@import "b.css"; .x::before { content: "from css" }');
    await writeFile(join(folder, 'css/b.css'), '.x::after { content: " and import" }');
    await writeFile(join(folder, 'more/frame.html'), '<p>in a frame');
    await writeFile(join(folder, 'data.json'), '{"text": "fetched"}');
    await execa(DEBIAN_7ZIP, ['a', '-r', 'site.zip', '.'], { cwd: folder });
    const text = await pdfText(
      onlyFile(
        await run(toPdf(`file://${folder}/site.zip`, { engine: 'chromium', wait_until: 'network_idle' }, 'site.zip')),
      ),
    );
    for (const part of ['from css and import', 'in a frame', 'fetched']) expect(text).toContain(part);
  });

  it('warns of files that the page names and that did not come with it', async () => {
    const page =
      '<img src=a.png><img src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">';
    const { report } = await run(toPdf(dataUrl(page), { engine: 'chromium' }));
    expect(report).toMatchObject({ status: 'completed', warnings: [{ code: 'output_limited' }] });
    expect(report.warnings[0]?.details).toEqual({ files: ['a.png'], count: 1 });
  });

  it('refuses what is no page, and says which option to leave out', async () => {
    const { report } = await run(toPdf(dataUrl('a,b\n1,2\n', 'text/csv'), { engine: 'chromium' }, 'table.csv'));
    expect(report.errors).toMatchObject([{ code: 'option_unsupported', details: { option: 'engine' } }]);
  });

  it('warns that its options do nothing without it', async () => {
    const { report } = await run(toPdf(dataUrl('<p>x'), { margin_top: 30 }));
    expect(report.warnings).toMatchObject([{ code: 'option_no_effect', details: { option: 'margin_top' } }]);
  });
});
