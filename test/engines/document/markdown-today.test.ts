import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalog } from '../../../engines/document/catalog.ts';
import type { OptionDefinitions } from '../../../src/catalog/definition.ts';
import { convert, fixture, makeScratch, onlyOutput, pdfFact, read, type Scratch } from './support.ts';

const options: OptionDefinitions = catalog.targets.pdf.options;
const DEFAULTS = Object.fromEntries(
  Object.entries(options).flatMap(([name, each]) => (each.default === undefined ? [] : [[name, each.default]])),
);

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const TEXT = `---
title: On numbers
author: Ann Author
---

# Intro

Inline $E=mc^2$ and a note[^1].

$$
\\sum_{i=1}^{n} \\frac{x_i}{2}
$$

- [x] done

\`\`\`js
const answer = 42;
\`\`\`

\`\`\`mermaid
graph TD; Start-->Finish;
\`\`\`

## Next

| a | b |
|---|---|
| 1 | 2 |

[^1]: The note.
`;

async function markdown(name: string, text: string): Promise<string> {
  const path = scratch.path(name);
  await writeFile(path, text);
  return path;
}

/** Returns a member of a package, by Python's zipfile. */
async function member(path: string, name: string): Promise<string> {
  const code = 'import sys, zipfile; sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())';
  return (await execa('/usr/bin/python3', ['-c', code, path, name])).stdout;
}

describe('Markdown with formulas, notes, code and a diagram', () => {
  it('becomes a PDF with all of them, and vectors', async () => {
    const path = await markdown('today.md', TEXT);
    const converted = await convert(scratch, path, { target: 'pdf', options: { style: 'article' } });
    expect(converted.warnings).toEqual([]);
    const pdf = onlyOutput(converted);
    const { text, pictures } = await read(pdf, 'pdf');
    for (const word of ['On numbers', 'Ann Author', 'done', 'const answer', 'Start', 'Finish', 'The note.']) {
      expect(text).toContain(word);
    }
    expect(text).not.toMatch(/graph TD|\$E|\\sum/);
    expect(pictures).toBe(0);
    expect(await pdfFact(pdf, 'Title')).toBe('On numbers');
    expect(await pdfFact(pdf, 'Page size')).toContain('A4');
  });

  it('becomes a docx with formulas, a footnote and a picture', async () => {
    const converted = await convert(scratch, await markdown('word.md', TEXT), { target: 'docx' });
    expect(converted.warnings).toEqual([]);
    const docx = onlyOutput(converted);
    const document = await member(docx, 'word/document.xml');
    expect(document.match(/<m:oMath>/g)).toHaveLength(2);
    expect(document).toContain('w:footnoteReference');
    expect(await member(docx, 'word/footnotes.xml')).toContain('note.');
    expect((await read(docx, 'docx')).pictures).toBe(1);
    expect(await member(docx, 'docProps/core.xml')).toContain('Ann Author');
  });

  it('is where style and css have an effect, and no other input is', async () => {
    const options = { style: 'report', css: 'h1 { color: navy }' };
    const { warnings } = await convert(scratch, fixture('page.html'), { target: 'html', options });
    expect(warnings.map(({ code }) => code)).toEqual(['option_no_effect', 'option_no_effect']);
    const made = await convert(scratch, await markdown('look.md', '# A'), { target: 'html', options });
    expect(made.warnings).toEqual([]);
    expect(await readFile(onlyOutput(made), 'utf8')).toContain('h1 { color: navy }');
  });

  it('is code and TeX where LibreOffice makes the PDF, and a warning says so', async () => {
    const path = await markdown('today.md', TEXT);
    const { warnings } = await convert(scratch, path, { target: 'pdf', options: { pdf_a: '1b' } });
    expect(warnings.map(({ code, details }) => [code, Object.keys(details)])).toEqual(
      expect.arrayContaining([
        ['output_limited', ['formulas']],
        ['output_limited', ['diagrams']],
      ]),
    );
  });

  it('keeps its formulas and diagrams in PDF/A', async () => {
    const path = await markdown('today.md', TEXT);
    const { warnings } = await convert(scratch, path, { target: 'pdf', options: { pdf_a: '2a' } });
    expect(warnings).toEqual([]);
  });

  it('becomes slides, one for each heading', async () => {
    const path = await markdown('slides.md', '# One\n\ntext $x$\n\n## Two\n\n- a\n\n---\n\nThree\n');
    const { parts } = await read(onlyOutput(await convert(scratch, path, { target: 'pptx' })), 'pptx');
    expect(parts.filter((part) => /^ppt\/slides\/slide\d+\.xml$/.test(part))).toHaveLength(3);
  });

  it('keeps a diagram with an error as code, with a warning that says which and why', async () => {
    const path = await markdown('broken.md', '```mermaid\ngraph TD; A-->B;\n```\n\n```mermaid\nno diagram\n```\n');
    const converted = await convert(scratch, path, { target: 'html' });
    const html = await readFile(onlyOutput(converted), 'utf8');
    expect(html.match(/data:image\/svg\+xml/g)).toHaveLength(1);
    expect(html).toContain('no diagram');
    expect(converted.warnings.map(({ code, message }) => [code, message])).toEqual([
      [
        'output_limited',
        expect.stringMatching(/^1 of 2 Mermaid diagrams of broken\.md .*\(2: No diagram type detected/),
      ],
    ]);
  });
});

describe('a zip of Markdown and its pictures', () => {
  it('is read with them, and with nothing else', async () => {
    const picture = new Uint8Array(await readFile(fixture('gradient.png')));
    const secret = scratch.path('secret.png');
    await writeFile(secret, picture);
    const text = `# Title\n\n![in](img/in.png) ![out](../secret.png) ![abs](${secret})\n`;
    const path = scratch.path('book.zip');
    await writeFile(path, zipSync({ 'doc/README.md': strToU8(text), 'doc/img/in.png': picture }));
    expect((await read(onlyOutput(await convert(scratch, path, { target: 'docx' })), 'docx')).pictures).toBe(1);
    const page = await read(onlyOutput(await convert(scratch, path, { target: 'html' })), 'html');
    expect(page.parts.filter((tag) => tag === 'img')).toHaveLength(1);
    const { warnings } = await convert(scratch, path, { target: 'pdf' });
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The page names 2 files that did not come/),
    ]);
  });

  it('is refused if it is not clear which text it is of', async () => {
    const path = scratch.path('several.zip');
    await writeFile(path, zipSync({ 'a.md': strToU8('a'), 'b.md': strToU8('b') }));
    await expect(convert(scratch, path, { target: 'docx' })).rejects.toMatchObject({ code: 'input_wrong_type' });
  });
});

describe('hostile Markdown', () => {
  it('runs no script and loads nothing, neither in a page nor in a diagram', async () => {
    const hostile = [
      '<script>document.body.innerHTML = "PWNED"</script>',
      '<img src=x onerror="document.body.innerHTML = \'PWNED\'">',
      '<iframe src="file:///etc/passwd"></iframe>',
      '```mermaid\ngraph TD; A["<img src=x onerror=document.title=1>"]-->B; click A "javascript:alert(1)"\n```',
      '```mermaid\n%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%\ngraph TD; C["<script>alert(1)</script>"]-->D\n```',
    ].join('\n\n');
    const path = await markdown('hostile.md', `${hostile}\n\nsafe\n`);
    const pdf = await read(onlyOutput(await convert(scratch, path, { target: 'pdf' })), 'pdf');
    expect(pdf.text).toContain('safe');
    expect(pdf.text).not.toMatch(/PWNED|root:/);
    const html = await readFile(onlyOutput(await convert(scratch, path, { target: 'html' })), 'utf8');
    for (const [, drawing = ''] of html.matchAll(/data:image\/svg\+xml;base64,([^"]*)/g)) {
      expect(Buffer.from(drawing, 'base64').toString()).not.toMatch(/<script|<foreignObject|onerror=|javascript:/i);
    }
    expect(html.replace(/<style>.*?<\/style>/s, '')).not.toMatch(/<script|onerror|<iframe/);
    // The control: the same page with scripts, when a browser is asked for.
    const control = await convert(scratch, path, { target: 'pdf', options: { ...DEFAULTS, engine: 'chromium' } });
    expect((await read(onlyOutput(control), 'pdf')).text).toContain('PWNED');
  });
});
