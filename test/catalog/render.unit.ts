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
    const missing = requireEntries(category).flatMap(({ target, options }) => {
      const own = unwrapped(new RegExp(`^${target} {2,}.*(?:\n +.*)*`, 'm').exec(text)?.[0] ?? '');
      const listed = `${own} ${shared} ${own.includes('the common options') ? common : ''}`;
      const words = new Set(listed.split(/[,\s]+/));
      return Object.keys(options)
        .filter((name) => !words.has(name))
        .map((name) => `${target} ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it.each([90, 110, 160])(
    'shows each option of each target with its values and its meaning, within %i columns',
    (width) => {
      const missing = listEntries().flatMap((entry) => {
        const path = `${entry.category}/${entry.target}`;
        const text = renderEntry(entry, whyNotOffered, width);
        const rows = rowsOf(text);
        return [
          ...(text.startsWith(path) ? [] : [`${path} at the start`]),
          ...text.split('\n').filter((line) => line.length > width),
          ...Object.entries(entry.options).flatMap(([option, definition]) => {
            const row = rows.get(option) ?? '';
            const words = new Set(row.split(/[\s,]+/));
            const values = [...(definition.enum ?? []), ...(definition['x-values'] ?? [])];
            const unseen = values.filter((value) =>
              String(value)
                .split(' ')
                .some((word) => !words.has(word)),
            );
            return [
              ...unseen.map((value) => `${path} ${option} ${value}`),
              ...(row.includes(definition.description) ? [] : [`${path} ${option}: ${definition.description}`]),
            ];
          }),
        ];
      });
      expect(missing).toEqual([]);
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

/** Returns option name to its row, and to its list below the table if the list is long; each in one line. */
function rowsOf(text: string): Map<string, string> {
  const rows = new Map<string, string>();
  for (const part of text.split(/\n(?=\S)/)) {
    const [name = ''] = part.split(/[ :]/, 1);
    rows.set(name, `${rows.get(name) ?? ''} ${unwrapped(part)}`);
  }
  return rows;
}

const unwrapped = (text: string) => text.replace(/\n +/g, ' ');
