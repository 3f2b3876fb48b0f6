import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { CONVERT, IDENTIFY } from '../../../test/support/imagemagick.ts';
import {
  attachmentsOf,
  brokenRules,
  fileSize,
  hasAnnotations,
  hasOutline,
  imageCount,
  isAllowed,
  isEncrypted,
  pageCount,
  pageSize,
  pageText,
  pdfinfo,
} from '../pdf-facts.ts';
import { folderOf } from '../store.ts';
import { assert, StepError, type World } from '../world.ts';
import { isNegated, type StepDefinition } from './step.ts';

/** Names that veraPDF has for the standards. */
const FLAVOURS: Readonly<Record<string, string>> = {
  'PDF/A-1b': '1b',
  'PDF/A-2b': '2b',
  'PDF/A-3b': '3b',
  'PDF/UA-1': 'ua1',
  'PDF/UA-2': 'ua2',
};

/** Steps about the files of the last result. */
export const RESULT_STEPS: readonly StepDefinition[] = [
  {
    sentence: /^there should be (\d+) PDF\(s\) in the (?:response|webhook request)$/,
    run: async (world, [expected]) => {
      const { length } = await pdfsOf(world);
      assert(length === Number(expected), () => `there are ${length} PDFs, not ${expected}`);
    },
  },
  {
    sentence: /^all concurrent responses should have (\d+) PDF\(s\)$/,
    run: async ({ answers, work }, [expected]) => {
      for (const { headers } of answers) {
        const { length } = (await filesOf(folderOf(work, headers.get('gotenberg-trace')))).filter(isPdf);
        assert(length === Number(expected), () => `an answer has ${length} PDFs, not ${expected}`);
      }
    },
  },
  {
    sentence: /^there should be the following file\(s\) in the (?:response|webhook request):$/,
    run: async (world, _words, { table }) => {
      const names = (await resultsOf(world)).map((path) => basename(path));
      for (const [expected = ''] of table) {
        assert(names.some(matcher(expected)), () => `${expected} is not there, only ${names.join(', ') || 'nothing'}`);
      }
    },
  },
  {
    sentence:
      /^the (?:response|webhook request) PDF\(s\) should be valid "([^"]*)" with a tolerance of (\d+) failed rule\(s\)$/,
    run: async (world, [standard = '', tolerance]) => {
      const flavour = FLAVOURS[standard];
      if (flavour === undefined) throw new StepError(`no standard is called ${standard}`);
      await eachPdf(world, async (path) => {
        const broken = await brokenRules(path, flavour);
        return broken > Number(tolerance) ? `breaks ${broken} rules of ${standard}, more than ${tolerance}` : null;
      });
    },
  },
  {
    sentence: /^the (?:response|webhook request) PDF\(s\) (should|should NOT) be flatten$/,
    run: async (world, [should]) =>
      eachPdf(world, async (path) => {
        const has = await hasAnnotations(path);
        return has === isNegated(should) ? null : `has ${has ? 'annotations' : 'no annotation'}`;
      }),
  },
  {
    sentence: /^the (?:response|webhook request) PDF\(s\) (should|should NOT) be encrypted$/,
    run: async (world, [should]) =>
      eachPdf(world, async (path) => {
        const is = await isEncrypted(path);
        return is === isNegated(should) ? `is ${is ? '' : 'not '}encrypted` : null;
      }),
  },
  {
    sentence: /^the (?:response|webhook request) PDF\(s\) (should|should NOT) allow "([^"]*)"$/,
    run: async (world, [should, action = '']) =>
      eachPdf(world, async (path) => {
        const allowed = await isAllowed(path, action);
        return allowed === !isNegated(should) ? null : `${action} is ${allowed ? 'allowed' : 'not allowed'}`;
      }),
  },
  {
    sentence: /^the (?:response|webhook request) PDF\(s\) (should|should NOT) have the "([^"]*)" file embedded$/,
    run: async (world, [should, expected]) =>
      eachPdf(world, async (path) => {
        const names = (await attachmentsOf(path)).map(({ name }) => name);
        const has = names.some((name) => name === expected);
        return has === isNegated(should) ? `has these files: ${names.join(', ') || 'none'}` : null;
      }),
  },
  {
    sentence:
      /^the (?:response|webhook request) PDF\(s\) should have the "([^"]*)" file embedded with relationship "([^"]*)"$/,
    run: async (world, [expected, relationship]) =>
      eachPdf(world, async (path) => {
        const found = (await attachmentsOf(path)).find(({ name }) => name === expected);
        if (found === undefined) return `does not have ${expected}`;
        if (found.relationship === `/${relationship}`) return null;
        return `has ${expected} with the relationship ${found.relationship}`;
      }),
  },
  {
    sentence:
      /^the (?:response|webhook request) PDF\(s\) should declare Factur-X XMP with conformance level "([^"]*)"$/,
    run: async (world, [level]) =>
      eachPdf(world, async (path) => {
        const xmp = await pdfinfo(path, '-meta');
        const expected = [
          'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
          'pdfaExtension:schemas',
          `<fx:ConformanceLevel>${level}</fx:ConformanceLevel>`,
        ];
        const missing = expected.find((text) => !xmp.includes(text));
        return missing === undefined ? null : `its XMP lacks ${missing}`;
      }),
  },
  {
    sentence: /^the "([^"]*)" PDF should have (\d+) page\(s\)$/,
    run: async (world, [name = '', expected]) => {
      const count = await pageCount(await resultOf(world, name));
      assert(count === Number(expected), () => `${name} has ${count} pages, not ${expected}`);
    },
  },
  {
    sentence: /^the "([^"]*)" PDF should have (\d+) image\(s\)$/,
    run: async (world, [name = '', expected]) => {
      const count = await imageCount(await resultOf(world, name));
      assert(count === Number(expected), () => `${name} has ${count} images, not ${expected}`);
    },
  },
  {
    sentence: /^the "([^"]*)" PDF (should|should NOT) be set to landscape orientation$/,
    run: async (world, [name = '', should]) => {
      const [width, height] = await pageSize(await resultOf(world, name));
      const isRight = isNegated(should) ? height >= width : width >= height;
      assert(isRight, () => `${name} is ${width} x ${height} points`);
    },
  },
  {
    sentence: /^the "([^"]*)" PDF (should|should NOT) have a document outline$/,
    run: async (world, [name = '', should]) => {
      const has = await hasOutline(await resultOf(world, name));
      assert(has !== isNegated(should), () => `${name} has ${has ? 'an' : 'no'} outline`);
    },
  },
  {
    sentence: /^the "([^"]*)" PDF (should|should NOT) have the following content at page (\d+):$/,
    run: async (world, [name = '', should, page], { docString }) => {
      const text = await pageText(await resultOf(world, name), Number(page));
      assert(text.includes(docString) !== isNegated(should), () => `page ${page} reads ${JSON.stringify(text)}`);
    },
  },
  {
    sentence: /^the "([^"]*)" PDF (should|should NOT) have content matching "([^"]*)" at page (\d+)$/,
    run: async (world, [name = '', should, pattern = '', page]) => {
      const text = await pageText(await resultOf(world, name), Number(page));
      const matches = new RegExp(pattern).test(text);
      assert(matches !== isNegated(should), () => `page ${page} reads ${JSON.stringify(text)}`);
    },
  },
  {
    sentence: /^the "([^"]*)" image should be (\d+)x(\d+) pixels$/,
    run: async (world, [name = '', width, height]) => {
      const { stdout } = await execa(IDENTIFY, ['-format', '%wx%h', await resultOf(world, name)]);
      assert(stdout === `${width}x${height}`, () => `${name} has ${stdout} pixels, not ${width}x${height}`);
    },
  },
  {
    sentence: /^the "([^"]*)" image pixel at (\d+),(\d+) should be "([^"]*)"$/,
    run: async (world, [name = '', x, y, expected]) => {
      const pixel = ['-crop', `1x1+${x}+${y}`, '+repage', '-alpha', 'off', '-depth', '8', 'rgb:-'];
      const { stdout } = await execa(CONVERT, [await resultOf(world, name), ...pixel], { encoding: 'buffer' });
      const colour = `#${Buffer.from(stdout).toString('hex')}`;
      assert(colour === expected?.toLowerCase(), () => `the pixel at ${x},${y} is ${colour}, not ${expected}`);
    },
  },
  {
    sentence: /^the "([^"]*)" file size should be (less|greater) than (\d+) KB$/,
    run: async (world, [name = '', comparison, kibibytes]) => {
      const size = await fileSize(await resultOf(world, name));
      const limit = Number(kibibytes) * 1024;
      assert(comparison === 'less' ? size < limit : size > limit, () => `${name} has ${size} bytes`);
    },
  },
];

async function eachPdf(world: World, fault: (path: string) => Promise<string | null>): Promise<void> {
  for (const path of await pdfsOf(world)) {
    const found = await fault(path);
    assert(found === null, () => `${basename(path)}: ${found}`);
  }
}

const pdfsOf = async (world: World): Promise<string[]> => (await resultsOf(world)).filter(isPdf);

async function resultsOf({ results }: World): Promise<string[]> {
  if (results === null || !existsSync(results)) throw new StepError('no result was received');
  return filesOf(results);
}

async function filesOf(folder: string): Promise<string[]> {
  if (!existsSync(folder)) throw new StepError('no result was received');
  return (await readdir(folder)).sort().map((name) => join(folder, name));
}

async function resultOf(world: World, name: string): Promise<string> {
  const found = (await resultsOf(world)).find((path) => matcher(name)(basename(path)));
  if (found === undefined) throw new StepError(`${name} is not among the results`);
  return found;
}

/** Returns what recognises a name; `*_` at its beginning is any text. */
const matcher =
  (expected: string) =>
  (name: string): boolean =>
    expected.startsWith('*_') ? name.includes(expected.slice(2)) : name.toLowerCase() === expected.toLowerCase();

const isPdf = (path: string): boolean => path.toLowerCase().endsWith('.pdf');
