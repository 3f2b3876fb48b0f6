import { link, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { stem } from '../../../src/files/filename.ts';
import { identify } from '../../../src/files/identify.ts';
import { convertParts } from '../../../src/runner/part.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { pluralize } from '../../../src/util/pluralize.ts';
import { feedPage } from '../../../tools/formats/feeds/feeds.ts';
import { invoicePage } from '../../../tools/formats/invoices/invoices.ts';
import type { Cleaned } from '../../../tools/formats/markup/job.ts';
import { markupOf } from '../../../tools/formats/markup/languages.ts';
import type { Picture } from '../../../tools/formats/markup/pictures.ts';
import { asciiDocToDocBook, cleanTreeFile } from '../../../tools/formats/markup/pool.ts';
import { citationsOf, includableOf, type Project } from '../../../tools/formats/markup/project.ts';
import { PICTURE_FOLDER } from '../../../tools/formats/text/markdown/pictures.ts';
import { styleSheet } from '../../../tools/formats/text/markdown/styles.ts';
import { MEDIA_FOLDER, readMarkup, writeMarkup } from '../../../tools/programs/pandoc/run.ts';
import type { Step } from '../routes.ts';
import { PAGE_STYLE, writerOf } from './markup-writers.ts';
import { projectOf } from './project.ts';
import type { Draft, Work } from './step.ts';

/** Reads a text in a markup language into pandoc's syntax tree. */
export async function readSource(draft: Draft, work: Work): Promise<Draft> {
  const { input, context, newFolder } = work;
  const markup = markupOf(input);
  if (markup === null) throw new Error(`${input.filename} is in no markup language that is read`);
  const project = await projectOf(draft, `text${extname(input.filename)}`, work);
  const tree = await newFolder();
  const includable = includableOf(project);
  const { filename } = input;
  if (markup.reader === 'asciidoc') {
    const text = await fromAsciiDoc(project, includable, work);
    const source = { reader: 'docbook', folder: project.folder, main: text, filename };
    return { path: await readMarkup(source, tree, context), format: 'tree', project };
  }
  if (markup.reader === 'invoice' || markup.reader === 'feed') {
    const page = markup.reader === 'feed' ? await feedAsHtml(work) : await invoiceAsHtml(work);
    const source = { reader: 'html', folder: tree, main: page, filename };
    return { path: await readMarkup(source, tree, context), format: 'tree' };
  }
  const { bibliographies, style } = citationsOf(project);
  const source = { reader: markup.reader, ...project, includable, bibliographies, style, filename };
  return { path: await readMarkup(source, tree, context), format: 'tree', project };
}

/** Returns a page of a feed. Throws ConversionError `input_damaged`. */
async function feedAsHtml({ input: { path, filename }, context, newFolder }: Work): Promise<string> {
  const page = await feedPage(path, await newFolder(), context);
  if (page.problem !== null) throw new ConversionError('input_damaged', `${filename} cannot be read: ${page.problem}.`);
  return page.path;
}

/** Returns a page of an electronic invoice. Warns of files inside it. Throws ConversionError `input_damaged`. */
async function invoiceAsHtml({ input: { path, filename }, context, newFolder }: Work): Promise<string> {
  const page = await invoicePage(path, await newFolder(), context);
  if (page.problem !== null) throw new ConversionError('input_damaged', `${filename} cannot be read: ${page.problem}.`);
  if (page.files > 0) {
    const message = `${pluralize(page.files, 'file')} inside the invoice ${filename} ${page.files === 1 ? 'is' : 'are'} not in the result.`;
    context.warn('output_limited', message, { files: page.files });
  }
  return page.path;
}

async function fromAsciiDoc(project: Project, includable: readonly string[], work: Work): Promise<string> {
  const { filename } = work.input;
  const files = new Map(includable.map((path) => [path, join(project.folder, path)]));
  const main = join(project.folder, project.main);
  const { path, missing } = await asciiDocToDocBook(main, files, await work.newFolder(), work.context);
  if (missing.length > 0) {
    const what = pluralize(missing.length, `file that ${filename} includes is`, `files that ${filename} includes are`);
    const message = `${what} not among the files of the input, and left out (${listed(missing)}).`;
    work.context.warn('output_limited', message, { includes: missing.length });
  }
  return path;
}

/** Reads a document that a step before has made, or that pandoc reads as it is. */
export async function readDraft(draft: Draft, reader: 'docx' | 'html' | 'markdown', work: Work): Promise<Draft> {
  const { input, context, newFolder, changes } = work;
  const tree = await newFolder();
  const track = { accept: 'accept', reject: 'reject', show: 'all' }[changes];
  const args = reader === 'docx' ? [`--track-changes=${track}`] : [];
  // Our own HTML marks notes as books do.
  const from = {
    docx: 'docx',
    html: 'html+epub_html_exts',
    markdown: 'commonmark_x-smart-raw_html-raw_tex-raw_attribute',
  }[reader];
  // LibreOffice has said what a docx contains besides its text, but would change its lists and tables.
  const main = reader === 'docx' && input.format?.name === 'docx' ? input.path : draft.path;
  // pandoc runs in a folder of the task, which the input itself may be outside of.
  const source = { reader: from, folder: tree, main, filename: input.filename, args };
  return { path: await readMarkup(source, tree, context), format: 'tree' };
}

/** Most pictures that are converted for one document. */
const MOST_CONVERTED = 300;

/** Writes a syntax tree as a document or as markup. */
export async function writeTree(
  { save }: Extract<Step, { step: 'writeTree' }>,
  draft: Draft,
  work: Work,
): Promise<Draft> {
  const { input, context, newFolder, markdown } = work;
  const {
    pictures: place,
    isText = false,
    divs = 'all',
    xmlNames = false,
    writer,
    args = [],
    readable = [],
  } = writerOf(save);
  const asked = place === 'beside' ? markdown.pictures : place;
  const options = {
    media: join(dirname(draft.path), MEDIA_FOLDER),
    files: [...(draft.project?.files.keys() ?? [])],
    keeps: asked !== 'none',
    asBitmaps: place === 'inside' || asked === 'inline',
    unusable: [] as string[],
    divs,
    xmlNames,
  };
  const folder = await newFolder();
  const clean = async () =>
    cleanTreeFile(draft.path, options, { folder: await newFolder(), filename: input.filename }, context);
  let tree = await clean();
  const unusable = await placePictures(tree, folder, draft, options.asBitmaps, work);
  if (unusable.length > 0) {
    options.unusable = unusable;
    tree = await clean();
    await placePictures(tree, folder, draft, options.asBitmaps, work);
  }
  warnOfLosses(tree, asked === 'none' && place === 'beside', work);
  const title = stem(input.filename);
  const style = save === 'html' ? [`--variable=styles:${await pageStyle(work)}`] : [];
  const path = await writeMarkup(
    tree.path,
    {
      writer,
      name: `text.${save}`,
      args: [
        ...(tree.hasTitle ? [] : [`--variable=pagetitle:${title}`]),
        ...(save === 'epub' && !tree.hasTitle ? [`--metadata=title:${title}`] : []),
        ...style,
        ...args,
      ],
      readable,
      // In its sandbox pandoc also has no random numbers, of which notebooks would get their identifiers.
      sandboxed: isText ? tree.pictures.map(({ name }) => name) : null,
      filename: input.filename,
    },
    folder,
    context,
  );
  if (asked === 'inline') await embedPictures(path, tree.pictures, folder);
  return { path, format: save, pictures: asked === 'files' ? tree.pictures.map(({ name }) => join(folder, name)) : [] };
}

/** Returns the style sheet of a page: that of option style and what markup has beyond Markdown; of a page that is printed also option css. */
async function pageStyle({ markdown: { look }, target, print }: Work): Promise<string> {
  const own = [await readFile(PAGE_STYLE, 'utf8'), ...(target === 'pdf' ? [look.css ?? ''] : [])];
  return styleSheet(look.style ?? 'article', print?.hasMargins === true, own.join('\n'));
}

/** Puts the pictures of a tree into the folder of the result. Returns the paths of those that cannot be used. */
async function placePictures(
  { path: tree, pictures }: { readonly path: string; readonly pictures: readonly Picture[] },
  folder: string,
  draft: Draft,
  asBitmaps: boolean,
  work: Work,
): Promise<string[]> {
  const roots = {
    media: join(dirname(draft.path), MEDIA_FOLDER),
    project: draft.project?.folder ?? '',
    text: dirname(tree),
  };
  const unusable: string[] = [];
  await mkdir(join(folder, PICTURE_FOLDER), { recursive: true });
  let converted = 0;
  for (const { origin, name } of pictures) {
    const from = join(roots[origin.from], origin.path);
    const to = join(folder, name);
    const isSame = !asBitmaps || extname(from).toLowerCase() === extname(name);
    const usable = isSame ? from : ++converted <= MOST_CONVERTED ? await toPng(from, work) : null;
    if (usable === null) unusable.push(origin.path);
    else await link(usable, to).catch(ignoreExisting);
  }
  return unusable;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Returns a PNG of a picture, or of the first page of a PDF; null if there is none. */
async function toPng(path: string, { input, context }: Work): Promise<string | null> {
  const format = await identify(path);
  if (format === null) return null;
  const picture = { ...input, path, filename: basename(path), format, decryptPassword: null };
  try {
    const quiet = { ...context, warn: () => {}, progress: () => {} };
    const [first] = await convertParts('image', { target: 'png', options: {}, inputs: [picture] }, quiet);
    return first?.path ?? null;
  } catch (error) {
    if (error instanceof ConversionError && error.code.startsWith('input_')) return null;
    throw error;
  }
}

/** Replaces the addresses of pictures in a Markdown text with their bytes. */
async function embedPictures(path: string, pictures: readonly Picture[], folder: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const data = new Map<string, string>();
  for (const { name } of pictures) {
    const bytes = await readFile(join(folder, name));
    const type = extname(name) === '.jpg' ? 'jpeg' : extname(name).slice(1);
    data.set(name, `data:image/${type};base64,${bytes.toString('base64')}`);
  }
  const pattern = new RegExp(`(?<=[("])${PICTURE_FOLDER}/picture-\\d+\\.[a-z]+(?=[)" ])`, 'g');
  await writeFile(
    path,
    text.replace(pattern, (name) => data.get(name) ?? name),
  );
}

const EXAMPLES = 5;

const listed = (names: readonly string[]): string =>
  names.slice(0, EXAMPLES).join(', ') + (names.length > EXAMPLES ? ', …' : '');

function warnOfLosses(
  { missing, remote, leftOut, taken }: Cleaned,
  hasOption: boolean,
  { input, context, target }: Work,
): void {
  const { filename } = input;
  const warn = (message: string, details: Record<string, number>) => context.warn('output_limited', message, details);
  if (missing.length > 0) {
    const what = pluralize(missing.length, 'picture', 'pictures');
    const message = `${what} of ${filename} could not be used, as no such file is among those of the input (${listed(missing)}).`;
    warn(message, { pictures: missing.length });
  }
  if (remote > 0) {
    const what = pluralize(remote, 'picture', 'pictures');
    warn(`${what} of ${filename} in the web, not fetched and left out.`, { pictures: remote });
  }
  if (leftOut > 0) {
    const why = hasOption ? 'option pictures keeps them' : `${target} has no place for them`;
    warn(`${pluralize(leftOut, 'picture', 'pictures')} of ${filename} left out: ${why}.`, { pictures: leftOut });
  }
  if (taken.links > 0) {
    const what = pluralize(taken.links, 'link', 'links');
    const message = `${what} of ${filename} would lead nowhere from the result, which has only the text of such links.`;
    warn(message, { links: taken.links });
  }
  if (taken.raw > 0) {
    const what = pluralize(taken.raw, 'part', 'parts');
    warn(`${what} of ${filename} in another language, such as HTML, left out.`, { parts: taken.raw });
  }
}
