import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type ByteSource, latin1 } from './byte-source.ts';
import type { FormatName } from './names.ts';
import { localMembers, memberStart, unpackedStart, type ZipMember } from './zip-members.ts';

/** Packed bytes to read of a member, or of the start of an Index.zip. */
const START_BYTES = 4 * 1024;
const NESTED_BYTES = 32 * 1024;
/** Most bytes to unpack from them. */
const UNPACKED_BYTES = 256 * 1024;

/** Namespaces of the root element of index.xml: Pages and Numbers of 2005 to 2009. */
const XML_NAMESPACES: readonly (readonly [string, FormatName])[] = [
  ['"http://developer.apple.com/namespaces/sl"', 'pages'],
  ['"http://developer.apple.com/namespaces/ls"', 'numbers'],
];

/** Type of the first object of Index/Document.iwa, according to libetonyek and keynote-parser: Pages has one of its own. */
const PAGES_DOCUMENT = 10000;
const OTHER_DOCUMENT = 1;

/** Parts that only presentations have. */
const SLIDES = /(^|\/)Index\/(Slide|MasterSlide|TemplateSlide)[-.]/;

/**
 * Recognises a package of Pages, Numbers or Keynote by its content, with the members at its top or in one folder. Keynote is known by the
 * name of its index (`index.apxl`, in version 1 `presentation.apxl`). The others are known until 2009 by the root element of their index,
 * from 2013 on by the objects of `Index/Document.iwa`, which may be in an `Index.zip`. Null if it is not such a package.
 */
export async function byIWorkPackage(source: ByteSource, members: readonly ZipMember[]): Promise<FormatName | null> {
  const find = (path: string) => members.find(({ name }) => isAt(path, name));
  const xml = ['index.apxl', 'index.apxl.gz', 'presentation.apxl', 'presentation.apxl.gz', 'index.xml', 'index.xml.gz']
    .map(find)
    .find((member) => member !== undefined);
  const document = find('Index/Document.iwa') ?? find('Index.zip');
  if (document !== undefined) {
    // This member verifies the password.
    if (find('.iwpv2') !== undefined) return 'encrypted-iwork';
    return byObjects(source, document, members);
  }
  if (xml === undefined) return null;
  if (ENCRYPTED_METHODS.has(xml.method)) return 'encrypted-iwork';
  return xml.name.includes('.apxl') ? 'key' : byRootElement(source, xml);
}

/** Methods of encrypted members in packages of 2008 and 2009: plain and deflated. */
const ENCRYPTED_METHODS: ReadonlySet<number> = new Set([0x636b, 0x636c]);

/** Whether a member has that path in the package, which may be in a folder of the zip. */
function isAt(path: string, name: string): boolean {
  if (name === path) return true;
  const folder = name.endsWith(`/${path}`) ? name.slice(0, -path.length - 1) : '/';
  return !folder.includes('/') && folder !== '__MACOSX';
}

async function byRootElement(source: ByteSource, member: ZipMember): Promise<FormatName | null> {
  const start = await memberStart(source, member, START_BYTES);
  const isPacked = member.name.endsWith('.gz');
  const text = isPacked ? await unpackedStart(start.subarray(0, START_BYTES), promisify(gunzip)) : start;
  const root = /<(?:sl|ls):document\s[^>]*>/.exec(latin1(text, 0, UNPACKED_BYTES))?.[0] ?? '';
  return XML_NAMESPACES.find(([namespace]) => root.includes(namespace))?.[1] ?? null;
}

async function byObjects(
  source: ByteSource,
  document: ZipMember,
  members: readonly ZipMember[],
): Promise<FormatName | null> {
  const isNested = document.name.endsWith('.zip');
  const unpacked = await memberStart(source, document, isNested ? NESTED_BYTES : START_BYTES);
  const start = unpacked.subarray(0, UNPACKED_BYTES);
  const inner = isNested ? localMembers(start) : [];
  const nested = inner.find(({ name }) => name === 'Index/Document.iwa');
  const objects = nested === undefined ? start : await memberStart(nestedSource(start), nested, START_BYTES);
  if ([...members, ...inner].some(({ name }) => SLIDES.test(name))) return 'key';
  const type = firstObjectType(objects);
  if (type === PAGES_DOCUMENT) return 'pages';
  return type === OTHER_DOCUMENT ? 'numbers' : null;
}

const nestedSource = (head: Buffer): ByteSource => ({
  size: head.length,
  head,
  read: async (offset, length) => head.subarray(offset, offset + length),
});

/**
 * Returns the type of the first object of an IWA file: a Snappy block of ArchiveInfo messages, each after its length. Snappy stores their
 * first bytes unchanged, because there is nothing to repeat yet (https://github.com/obriensp/iWorkFileFormat). Null if the bytes are
 * something else.
 */
function firstObjectType(bytes: Buffer): number | null {
  const next = numbersOf(bytes, 4);
  next();
  const literal = bytes[next.at()] ?? 3;
  if ((literal & 3) !== 0) return null;
  next.skip(1 + Math.max(0, (literal >> 2) - 59));
  next();
  // Field 1, the identifier; field 2, MessageInfo, whose field 1 is the type.
  if (next() !== 0x08) return null;
  next();
  if (next() !== 0x12) return null;
  next();
  return next() === 0x08 ? next() : null;
}

/** Returns a reader for numbers of seven bits a byte, the lowest first, from `start` on. */
function numbersOf(bytes: Buffer, start: number) {
  let at = start;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; shift < 28 && at < bytes.length; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value;
  };
  return Object.assign(next, {
    at: () => at,
    skip: (count: number) => {
      at += count;
    },
  });
}
