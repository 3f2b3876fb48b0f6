import { type ByteSource, has, latin1, u16be, u16le, u32be, u32le } from './byte-source.ts';
import type { FormatName } from './names.ts';

/** Bytes at a fixed place: offset, bytes (one character each), name. Long enough that nothing else begins with them. */
type Signature = readonly [offset: number, bytes: string, name: FormatName];

/** Formats that file-type lacks, accepts from too few bytes, or calls by another name. */
const SIGNATURES: readonly Signature[] = [
  // Outlook's winmail.dat (MS-OXTNEF)
  [0, '\x78\x9f\x3e\x22', 'tnef'],
  // Archives and compressed files
  [0, "7z\xbc\xaf'\x1c", '7z'],
  [0, 'Rar!\x1a\x07\x00', 'rar'],
  [0, 'Rar!\x1a\x07\x01\x00', 'rar'],
  [0, 'RE\x7e\x5e', 'rar'],
  [7, '**ACE**', 'ace'],
  [0, '\xfd7zXZ\x00', 'xz'],
  [0, 'LZIP', 'lz'],
  [0, 'LRZI', 'lrz'],
  [0, '\x89LZO\x00\r\n\x1a\n', 'lzo'],
  [0, '\x1f\x8b\x08', 'gz'],
  [0, '\x28\xb5\x2f\xfd', 'zst'],
  [0, '\x04\x22\x4d\x18', 'lz4'],
  [0, '\x02\x21\x4c\x18', 'lz4'],
  [0, '\x1f\x9d', 'Z'],
  [0, 'MSCF\x00\x00\x00\x00', 'cab'],
  [0, 'ISc(', 'installshield'],
  [0, 'xar!', 'xar'],
  [0, 'MSWIM\x00\x00\x00', 'wim'],
  [0, 'hsqs', 'squashfs'],
  [0, 'SIT!', 'sit'],
  [0, 'StuffIt (c)1997-', 'sit'],
  [20, '\xdc\xa7\xc4\xfd', 'zoo'],
  [0, '\xed\xab\xee\xdb', 'rpm'],
  [0, '!<arch>\ndebian-binary', 'deb'],
  [0, '!<arch>\n', 'ar'],
  [0, '070701', 'cpio'],
  [0, '070702', 'cpio'],
  [0, '070707', 'cpio'],
  [0, '070727', 'cpio'],
  [0, '\xc7\x71', 'cpio'],
  [0, '\x71\xc7', 'cpio'],
  [0, 'WARC/1.', 'warc'],
  [0, 'WARC/0.', 'warc'],

  // Audio
  [0, '.snd\x00\x00', 'au'],
  [0, 'dns.', 'au'],
  [0, '#!AMR', 'amr'],
  [0, 'fLaC', 'flac'],
  [0, 'ADIF', 'aac'],
  [0, 'OFR ', 'ofr'],
  [0, 'riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb\x04\xc1\x00\x00', 'w64'],
  [0, 'MMMD', 'mmf'],
  [0, 'TTA1', 'tta'],
  [0, 'TTA2', 'tta'],
  [0, 'tBaK', 'tak'],
  [0, 'ajkg', 'shn'],
  [0, '.ra\xfd', 'ra'],
  [0, 'NIST_1A\n', 'sph'],
  [0, ' paf', 'paf'],
  [0, 'fap ', 'paf'],
  [0, 'qoaf', 'qoa'],
  [0, 'TWIN97012000', 'vqf'],
  [0, 'ea3\x03', 'oma'],
  [0, '\x64\xa3\x01\x00', 'sf'],
  [0, '\x64\xa3\x02\x00', 'sf'],
  [0, '\x64\xa3\x03\x00', 'sf'],
  [4, '\xf8\x72\x6f\xba', 'thd'],
  [4, '\xf8\x72\x6f\xbb', 'mlp'],
  [0, '\x7f\xfe\x80\x01', 'dts'],
  [0, '\xfe\x7f\x01\x80', 'dts'],
  [0, '\x1f\xff\xe8\x00', 'dts'],
  [0, '\xff\x1f\x00\xe8', 'dts'],
  [0, 'DTSHDHDR', 'dts'],
  [1080, 'M.K.', 'mod'],
  [1080, 'M!K!', 'mod'],
  [1080, '4CHN', 'mod'],
  [1080, '8CHN', 'mod'],

  // Video
  [0, 'YUV4MPEG2 ', 'y4m'],
  [0, 'DKIF\x00\x00', 'ivf'],
  [0, 'nut/multimedia container\x00', 'nut'],
  [0, '\xb7\xd8\x00\x20\x37\x49\xda\x11\xa6\x4e\x00\x07\xe9\x5e\xad\x8d', 'wtv'],
  [0, '\x1f\x07\x00\x3f', 'dv'],
  [0, '\x1f\x07\x00\xbf', 'dv'],
  [0, '\x00\x00\x01\xb3', 'm2v'],

  // Images
  [128, 'DICM', 'dcm'],
  [0, '\x76\x2f\x31\x01', 'exr'],
  [0, '#?RADIANCE\n', 'hdr'],
  [0, '#?RGBE\n', 'hdr'],
  [0, 'SIMPLE  =', 'fits'],
  [0, 'qoif', 'qoi'],
  [0, 'farbfeld', 'ff'],
  [0, 'DDS \x7c\x00\x00\x00', 'dds'],
  [0, 'SDPX', 'dpx'],
  [0, 'XPDS', 'dpx'],
  [0, '\x80\x2a\x5f\xd7', 'cin'],
  [0, '\x59\xa6\x6a\x95', 'ras'],
  [0, '\xd7\xcd\xc6\x9a', 'wmf'],
  [0, '\x01\x00\x09\x00\x00\x03', 'wmf'],
  [40, ' EMF', 'emf'],
  [0, '\x8bJNG\r\n\x1a\n', 'jng'],
  [0, '\x8aMNG\r\n\x1a\n', 'mng'],
  [0, '\x97JB2\r\n\x1a\n', 'jb2'],
  [0, 'IIRO', 'orf'],
  [0, 'IIRS', 'orf'],
  [0, 'MMOR', 'orf'],
  [0, '\x00MRM', 'mrw'],
  [0, 'FOVb', 'x3f'],
  [6, 'HEAPCCDR', 'crw'],
  [0, '\x01\xda\x00\x01', 'sgi'],
  [0, '\x01\xda\x01\x01', 'sgi'],
  [0, '\x01\xda\x00\x02', 'sgi'],
  [0, '\x01\xda\x01\x02', 'sgi'],

  // Documents and ebooks
  [0, 'AT&TFORM', 'djvu'],
  [0, '\xc5\xd0\xd3\xc6', 'eps'],
  // Word 2; Word for DOS; Write.
  [0, '\xdb\xa5\x2d\x00', 'doc'],
  [0, '\x31\xbe\x00\x00\x00\xab', 'doc'],
  [0, '\x31\xbe\x00\x00\x00\xab', 'wri'],
  [0, '\x32\xbe\x00\x00\x00\xab', 'wri'],
  // Excel 2, 3 and 4: only the stream of records.
  [0, '\x09\x00\x04\x00', 'xls'],
  [0, '\x09\x02\x06\x00', 'xls'],
  [0, '\x09\x04\x06\x00', 'xls'],
  // Lotus 1-2-3 and Quattro Pro: the first record of the file, and the version.
  [0, '\x00\x00\x02\x00\x04\x04', 'wk1'],
  [0, '\x00\x00\x02\x00\x05\x04', 'wk1'],
  [0, '\x00\x00\x02\x00\x06\x04', 'wk1'],
  [0, '\x00\x00\x1a\x00\x00\x10\x04\x00', 'wk1'],
  [0, '\x00\x00\x1a\x00\x02\x10\x04\x00', 'wk1'],
  [0, '\x00\x00\x1a\x00\x03\x10\x04\x00', 'wk1'],
  [0, '\x00\x00\x1a\x00\x05\x10\x04\x00', 'wk1'],
  [0, '\x00\x00\x02\x00\x20\x51', 'wq1'],
  [0, '\x00\x00\x02\x00\x21\x51', 'wq1'],
  [0, '\x00\x00\x02\x00\x01\x10', 'wq1'],
  [0, '\x00\x00\x02\x00\x02\x10', 'wq1'],
  [0, 'HWP Document File V', 'hwp3'],
  // The disk format code (EBU Tech 3264, 2.1).
  [3, 'STL25.01', 'ebu-stl'],
  [3, 'STL30.01', 'ebu-stl'],
  // OneNote: guidFileFormat ([MS-ONESTORE] 2.3.1), and of cloud files ([MS-ONESTORE] 2.8.1).
  [48, '\x3f\xdd\x9a\x10\x1b\x91\xf5\x49\xa5\xd0\x17\x91\xed\xc8\xae\xd8', 'one'],
  [48, '\x2f\xe9\x8d\x63\xd4\xa6\xc1\x4b\x9a\x36\xb3\xfc\x25\x11\xa5\xb7', 'one'],
  // PowerPoint 2 and 3 for Windows and Macintosh.
  [0, '\xed\xde\xad\x0b', 'powerpoint-95'],
  [0, '\x0b\xad\xde\xed', 'powerpoint-95'],
  [0, '\xffWPC', 'wpd'],
  [0, '\xffWPC', 'wpg'],
  [0, 'ITOLITLS', 'lit'],
  [0, 'ITSF\x03\x00\x00\x00', 'chm'],
  [0, 'L\x00R\x00F\x00\x00\x00', 'lrf'],
  [0, '!!8-Bit!!', 'tcr'],
  [0, '\xb0\x0c\xb0\x0c\x02\x00', 'rb'],
  [0, 'SNBP000B', 'snb'],
  [0, 'TPZ0', 'tpz'],
  [0, 'CONT\x02\x00', 'kfx'],
  [0, '\xeaDRMION\xee', 'kfx'],

  // Drawings
  [0, 'AutoCAD Binary DXF\r\n\x1a\x00', 'dxf'],
  [0, '(DWF V', 'dwf'],

  // Programs and others
  [0, '\x00\x01\x00\x00Standard Jet DB', 'mdb'],
  [0, '\x00\x01\x00\x00Standard ACE DB', 'mdb'],
  [0, 'SQLite format 3\x00', 'sqlite'],
  [0, '\x80\x01', 'pfb'],
];

/** Offset of Write's number of pages (Microsoft's Write file format: pnMac). */
const WRITE_PAGES = 96;

/** Further conditions for formats with only two signature bytes. */
const CONDITIONS: Partial<Record<FormatName, (head: Buffer) => boolean>> = {
  pfb: (head) => has(head, 6, '%!'),
  Z: (head) => ((head[2] ?? 0) & 0x1f) >= 9 && ((head[2] ?? 0) & 0x1f) <= 16,
  // The size of the header, because the rest of a binary cpio member has no magic.
  cpio: (head) => has(head, 0, '0707') || head.length >= 26,
  emf: (head) => u32le(head, 0) === 1,
  // Product and file type of WordPerfect's prefix area.
  wpd: (head) => head[8] === 1 && (head[9] === 0x0a || head[9] === 0x2c),
  // Kind of the records that follow: sheet, chart, macros, workspace.
  xls: (head) => [0x10, 0x20, 0x40, 0x100].includes(u16le(head, 6)),
  // Number of pages in Write; Word for DOS leaves it empty.
  doc: (head) => has(head, 0, '\xdb\xa5') || u16le(head, WRITE_PAGES) === 0,
  wri: (head) => u16le(head, WRITE_PAGES) > 0,
  wpg: (head) => head[8] === 1 && head[9] === 0x16,
  sit: (head) => has(head, 0, 'StuffIt') || has(head, 10, 'rLau'),
};

/** Recognises bytes at a fixed place. */
export function bySignature({ head }: ByteSource): FormatName | null {
  for (const [offset, bytes, name] of SIGNATURES) {
    if (has(head, offset, bytes) && (CONDITIONS[name]?.(head) ?? true)) return name;
  }
  return null;
}

/** Recognises a short or masked signature together with plausible fields. */
export async function byHeaderFields(source: ByteSource): Promise<FormatName | null> {
  const { head, size } = source;
  if (/^BZh[1-9]/.test(latin1(head, 0, 4)) && (has(head, 4, '1AY&SY') || has(head, 4, '\x17rE8P\x90'))) return 'bz2';
  if (/^-(lh[0-9a-dx]|lz[s2-8]|pm[0-2])-$/.test(latin1(head, 2, 7))) return 'lzh';
  if (/^AC(1\.[2-5]|2\.\d|10\d\d)[^\n]?/.test(latin1(head, 0, 7)) && head.includes(0)) return 'dwg';
  if (isSkippableFrame(head)) return bySignature({ ...source, head: await source.read(8 + u32le(head, 4), 4) });
  if (has(head, 0, '\x60\xea') && u16le(head, 2) > 10 && u16le(head, 2) <= 2600) return 'arj';
  if (isAdx(head)) return 'adx';
  if (isDbf(source)) return 'dbf';
  if (isLzma(head)) return 'lzma';
  if (isCgm(head)) return 'cgm';
  if (isPcx(head)) return 'pcx';
  if (isDib(source)) return 'dib';
  if (has(head, 32769, 'CD001') || has(head, 32769, 'BEA01') || has(head, 37633, 'CD001')) return 'iso';
  const footer = size >= 512 ? await source.read(size - 512, 512) : null;
  if (footer !== null && has(footer, 0, 'koly\x00\x00\x00\x04')) return 'dmg';
  if (footer !== null && has(footer, 494, 'TRUEVISION-XFILE.\x00')) return 'tga';
  return null;
}

/** The last resort before text: recognises headers without any signature. */
export function byPlausibility({ head, size }: ByteSource): FormatName | null {
  if (isWbmp(head, size)) return 'wbmp';
  return isTga(head) ? 'tga' : null;
}

/** A Wireless Bitmap of level 0: two bytes of zero, a width and a height, and exactly the bits of such a picture. */
function isWbmp(head: Buffer, size: number): boolean {
  if (head[0] !== 0 || head[1] !== 0) return false;
  let at = 2;
  const sides = [0, 0].map((start) => {
    let value = start;
    // Seven bits a byte; the highest bit says that another one follows.
    for (let more = true; more && at < 12; at += 1) {
      const byte = head[at] ?? 0;
      value = value * 128 + (byte & 0x7f);
      more = byte >= 0x80;
    }
    return value;
  });
  const [width = 0, height = 0] = sides;
  return width > 0 && height > 0 && size === at + Math.ceil(width / 8) * height;
}

/** Binary CGM: BEGIN METAFILE with a name, then METAFILE VERSION (ISO/IEC 8632-3). Parameters fill whole words. */
function isCgm(head: Buffer): boolean {
  if (head[0] !== 0 || ((head[1] ?? 0) & 0xe0) !== 0x20) return false;
  const short = (head[1] ?? 0) & 0x1f;
  const [at, length] = short === 31 ? [4, u16be(head, 2)] : [2, short];
  return has(head, at + length + (length % 2), '\x10\x22\x00');
}

/** A frame with other data in both zstd and LZ4; what follows decides between them. */
function isSkippableFrame(head: Buffer): boolean {
  return ((head[0] ?? 0) & 0xf0) === 0x50 && has(head, 1, '\x2a\x4d\x18');
}

/** Versions of dBASE and FoxPro, with and without memos. */
const DBF_VERSIONS: ReadonlySet<number> = new Set([0x02, 0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x83, 0x8b, 0xf5]);

/** A dBASE table: the header is as long as it says, made of fields of 32 bytes, and the records after it fill the file. */
function isDbf({ head, size }: ByteSource): boolean {
  const [header, record] = [u16le(head, 8), u16le(head, 10)];
  const [month, day] = [head[2] ?? 0, head[3] ?? 0];
  if (!DBF_VERSIONS.has(head[0] ?? 0) || header < 65 || record < 2 || month > 12 || day > 31) return false;
  const records = u32le(head, 4) * record;
  return records > 0 && size >= header + records && size <= header + records + 1;
}

/** CRI ADX: the offset at byte 2 leads past a copyright mark. */
function isAdx(head: Buffer): boolean {
  return has(head, 0, '\x80\x00') && has(head, u16be(head, 2) - 2, '(c)CRI');
}

/** LZMA alone has no magic: properties, dictionary size, size (or unknown), and a first byte that is always 0. */
function isLzma(head: Buffer): boolean {
  if (head.length < 18 || (head[0] ?? 255) >= 225 || head[13] !== 0) return false;
  const dictionary = u32le(head, 1);
  const isPower = (value: number): boolean => Number.isInteger(Math.log2(value));
  if (dictionary < 4096 || !(isPower(dictionary) || isPower(dictionary / 3) || dictionary === 0xffffffff)) return false;
  const [low, high] = [u32le(head, 5), u32le(head, 9)];
  if (low === 0xffffffff && high === 0xffffffff) return true;
  // A known size is less certain, so it requires the properties that all encoders use by default.
  return head[0] === 0x5d && high < 256 && low + high > 0;
}

function isPcx(head: Buffer): boolean {
  const [magic, version, encoding, bits] = head;
  if (magic !== 0x0a || encoding !== 1 || ![0, 2, 3, 4, 5].includes(version ?? -1) || head.length < 128) return false;
  const sane = u16le(head, 8) >= u16le(head, 4) && u16le(head, 10) >= u16le(head, 6);
  return sane && [1, 2, 4, 8].includes(bits ?? -1) && head[64] === 0;
}

const DIB_HEADERS: ReadonlySet<number> = new Set([40, 52, 56, 64, 108, 124]);
const DIB_BITS: ReadonlySet<number> = new Set([1, 4, 8, 16, 24, 32]);

/** A Windows bitmap without a file header: its own header, then palette and pixels (Microsoft, "BITMAPINFOHEADER"). */
function isDib({ head, size }: ByteSource): boolean {
  const header = u32le(head, 0);
  if (!DIB_HEADERS.has(header) || size <= header) return false;
  const [width, height, bits] = [u32le(head, 4), Math.abs(u32le(head, 8) | 0), u16le(head, 14)];
  if (width < 1 || width > MAX_DIB_SIDE || height < 1 || height > MAX_DIB_SIDE) return false;
  if (u16le(head, 12) !== 1 || !DIB_BITS.has(bits) || u32le(head, 16) > MAX_DIB_PACKING) return false;
  // Compressed pixels are smaller.
  return [RLE_8, RLE_4].includes(u32le(head, 16)) || size >= header + (width * height * bits) / 8;
}

const MAX_DIB_SIDE = 32_767;
/** BI_RGB, BI_RLE8, BI_RLE4, BI_BITFIELDS. */
const MAX_DIB_PACKING = 3;
const [RLE_8, RLE_4] = [1, 2];

/** TGA 1.0 has neither signature nor footer: every field must have a value that writers use. */
function isTga(head: Buffer): boolean {
  const [, mapType = 255, type = 255] = head;
  const [width, height] = [u16le(head, 12), u16le(head, 14)];
  const depth = head[16] ?? 0;
  if (head.length < 32 || mapType > 1 || width < 1 || height < 1 || width > 16384 || height > 16384) return false;
  if (mapType === 1 ? ![15, 16, 24, 32].includes(head[7] ?? 0) : u32be(head, 3) !== 0 || head[7] !== 0) return false;
  if ([1, 9].includes(type)) return mapType === 1 && depth === 8;
  if ([3, 11].includes(type)) {
    const descriptor = head[17] ?? 255;
    const isGreyAlpha = depth === 16 && (descriptor & 0x0f) === 8;
    return (depth === 8 || isGreyAlpha) && (descriptor & 0xc0) === 0;
  }
  return [2, 10].includes(type) && [15, 16, 24, 32].includes(depth) && ((head[17] ?? 255) & 0xc0) === 0;
}
