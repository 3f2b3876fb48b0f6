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
