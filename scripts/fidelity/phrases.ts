import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import type { Measure } from './measure.ts';

/** File of MarkItDown's tests that lists what the Markdown of each input must have and must not have. */
const VECTORS = '_test_vectors.py';

interface Vector {
  readonly filename: string;
  readonly must_include: readonly string[];
  readonly must_not_include: readonly string[];
}

/** Prints the vectors as JSON. The file is read, and nothing of it runs. */
const PRINT = `
import ast, json, sys
tree = ast.parse(open(sys.argv[1], encoding="utf-8").read())
lists = [node.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "GENERAL_TEST_VECTORS"]
print(json.dumps([{each.arg: ast.literal_eval(each.value) for each in call.keywords} for found in lists for call in found.elts]))
`;

/** Files whose Markdown must have certain texts, as MarkItDown's tests list them. Spaces count as one, because tables are aligned by some; so do the marks of lists, and a space before the language of code. */
export const withPhrases: Measure = async (files, convert) => {
  const list = [...files].find((path) => path.endsWith(VECTORS));
  if (list === undefined) return [];
  const { stdout } = await execa('/usr/bin/python3', ['-c', PRINT, list]);
  const vectors = JSON.parse(stdout) as readonly Vector[];
  return vectors.flatMap(({ filename, must_include: needed, must_not_include: refused }) => {
    const input = join(dirname(list), 'test_files', filename);
    if (!files.has(input)) return [];
    const score = async () => {
      const [made = ''] = await convert(input, 'md', {});
      const text = oneLine(await readFile(made, 'utf8'));
      const wrong = [
        ...needed.filter((phrase) => !text.includes(oneLine(phrase))),
        ...refused.filter((phrase) => text.includes(oneLine(phrase))),
      ];
      return { scores: { phrases: 1 - wrong.length / (needed.length + refused.length) }, wrong };
    };
    return [{ input, group: 'phrases in Markdown', score }];
  });
};

const oneLine = (text: string): string =>
  text
    .replaceAll(/^\s*[*+] /gm, '- ')
    .replaceAll(/^(`{3,}) (?=\w)/gm, '$1')
    .replaceAll(/\s+/g, ' ');
