import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { writeMarkdown } from '../../../../tools/formats/text/markdown/write.ts';

const reader = new MarkdownIt();

it.each([
  '#',
  '##',
  '# one',
  '+',
  '+ one',
  '-',
  '- one',
  '*',
  '1.',
  '1. one',
  '1)',
  '12) one',
  '>',
  '---',
  '===',
  '~~~',
  '```',
])('the text %j stays a paragraph', (text) => {
  const html = `<p>before</p><p>${text.replaceAll('>', '&gt;')}</p><p>after</p>`;
  const { markdown } = writeMarkdown(html, { pictures: 'none', keepsOwnMarks: false });
  const rendered = `<p>before</p>\n<p>${text.replaceAll('>', '&gt;')}</p>\n<p>after</p>\n`;
  expect(reader.render(markdown)).toBe(rendered);
});

const cells = (...texts: readonly string[]): string => `<tr>${texts.map((text) => `<td>${text}</td>`).join('')}</tr>`;

it('a number below zero, and a column without text at the end, stay plain in a table', () => {
  const html = `<table>${cells('a', 'b', '')}${cells('-3', '+4', '')}${cells('1. x', '\\-', '')}</table>`;
  const { markdown } = writeMarkdown(html, { pictures: 'none', keepsOwnMarks: false });
  expect(markdown).toBe('| a | b |\n| --- | --- |\n| -3 | +4 |\n| 1. x | \\\\- |\n');
});

it('the sheets of a workbook are headed by their names', () => {
  const html = `<hr><div style="text-align: center"><h1>Overview</h1><a href="#table0">Prices</a><br><a href="#table1">A &amp; B</a><br></div><hr><a id="table0"><h1>Sheet 1: <em>Prices</em></h1></a><table>${cells('a', 'b')}</table><hr><a id="table1"><h1>Sheet 2: <em>A &amp; B</em></h1></a><table>${cells('c', 'd')}</table>`;
  const written = (isWorkbook: boolean) =>
    writeMarkdown(html, { pictures: 'none', keepsOwnMarks: false, isWorkbook }).markdown.match(/^#.*/gm);
  expect(written(true)).toEqual(['## Prices', '## A & B']);
  expect(written(false)).toEqual(['# Overview', '# Sheet 1: *Prices*', '# Sheet 2: *A & B*']);
});
