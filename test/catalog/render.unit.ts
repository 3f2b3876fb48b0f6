import { describe, expect, it } from 'vitest';
import { listCategories, listEntries, requireEntries, requireEntry } from '../../src/catalog/index.ts';
import { renderCategories, renderCategory, renderEntry } from '../../src/catalog/render.ts';

const whyNotOffered = (category: string) => (category === 'audio' ? null : 'no engine in this version');

describe('the catalog for people', () => {
  it('lists every category and target, and marks the ones without an engine', () => {
    const text = renderCategories(listEntries(), whyNotOffered);
    for (const { target } of listEntries()) expect(text).toMatch(new RegExp(`\\b${target}\\b`));
    const lines = text.split('\n');
    expect(lines.find((line) => line.startsWith('audio'))).not.toContain('no engine');
    expect(lines.find((line) => line.startsWith('cad'))).toContain('dwg, dxf (no engine in this version)');
  });

  it.each(listCategories())('%s: lists each target with the names of its own options', (category) => {
    const text = renderCategory(requireEntries(category), whyNotOffered);
    const shared = /All of them also have: ([\s\S]*?)\nThe common/.exec(text)?.[1] ?? '';
    const common = /The common options: ([\s\S]*)/.exec(text)?.[1] ?? '';
    for (const { target, options } of requireEntries(category)) {
      const line = new RegExp(`^${target} .*(?:\n +.*)*`, 'm').exec(text)?.[0] ?? '';
      const own = unwrapped(line);
      for (const name of Object.keys(options)) {
        const listed = `${own} ${shared} ${own.includes('the common options') ? common : ''}`;
        expect(listed.split(/[,\s]+/), `${target} ${name}`).toContain(name);
      }
    }
  });

  it.each(listEntries().map((entry) => [`${entry.category}/${entry.target}`, entry] as const))(
    '%s: shows each option with its values and its meaning, within the width',
    (name, entry) => {
      for (const width of [90, 110, 160]) {
        const text = renderEntry(entry, whyNotOffered, width);
        expect(text.startsWith(name)).toBe(true);
        expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(width);
        const words = new Set(text.split(/[\s,:]+/));
        for (const [option, definition] of Object.entries(entry.options)) {
          expect(text).toContain(`\n${option} `);
          for (const value of [...(definition.enum ?? []), ...(definition['x-values'] ?? [])]) {
            for (const word of String(value).split(' ')) expect(words, `${option} ${value}`).toContain(word);
          }
          expect(unwrapped(text)).toContain(definition.description);
        }
      }
    },
  );

  it('shows types, defaults, list members and rules', () => {
    const text = renderEntry(requireEntry('document', 'pdf'), whyNotOffered);
    expect(text).toMatch(/^document\/pdf \(no engine in this version\)$/m);
    expect(text).toMatch(/^linearize +boolean +false +true or false$/m);
    expect(text).toMatch(/^rotate\[\]\.angle +integer +0 +0, 90, 180, 270$/m);
    expect(text).toMatch(/^images_quality +integer +- +whole number, 10 to 100$/m);
    expect(text).toContain('- A custom page size needs both its width and its height.');
    expect(renderEntry(requireEntry('hash', 'tiger128-converter'), whyNotOffered)).toContain(
      'This target has no options.',
    );
  });
});

const unwrapped = (text: string) => text.replace(/\n +/g, ' ');
