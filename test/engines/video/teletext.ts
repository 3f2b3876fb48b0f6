/** Lines of teletext, shown from a time on; without lines, the screen is cleared. Seconds. */
export interface TeletextPage {
  readonly at: number;
  readonly lines: readonly string[];
}

const TELETEXT_PID = 0x101;
const PMT_PID = 0x100;
const UNIT_LENGTH = 44;

/** Hamming 8/4 codes of four bits (ETSI EN 300 706, 8.2), as they lie in memory. */
const HAMMING = [0x15, 0x02, 0x49, 0x5e, 0x64, 0x73, 0x38, 0x2f, 0xd0, 0xc7, 0x8c, 0x9b, 0xa1, 0xb6, 0xfd, 0xea];
const hamming = (bits: number): number => HAMMING[bits] ?? 0;

/** A transport stream with nothing but subtitles on teletext page 888. */
export function teletextStream(pages: readonly TeletextPage[]): Buffer {
  const section = (content: readonly number[]) => Buffer.from([0, ...withChecksum(content)]);
  const pat = section([
    0x00,
    0xb0,
    0x0d,
    0x00,
    0x01,
    0xc1,
    0x00,
    0x00,
    0x00,
    0x01,
    0xe0 | (PMT_PID >> 8),
    PMT_PID & 255,
  ]);
  // One stream of private data, with the teletext descriptor: English subtitles on page 888.
  const descriptor = [0x56, 0x05, ...Buffer.from('eng'), 0x10, 0x88];
  const stream = [0x06, 0xe0 | (TELETEXT_PID >> 8), TELETEXT_PID & 255, 0xf0, descriptor.length, ...descriptor];
  const program = [0x00, 0x01, 0xc1, 0x00, 0x00, 0xff, 0xff, 0xf0, 0x00, ...stream];
  const pmt = section([0x02, 0xb0, program.length + 4, ...program]);
  const packets = [...packetize(0, pat, 0), ...packetize(PMT_PID, pmt, 0)];
  let counter = 0;
  for (const { at, lines } of pages) {
    const rows = lines.map((line, index) => packet(20 + 2 * index, text(`\v\v${line}\n\n`)));
    for (const each of packetize(TELETEXT_PID, pes([header(0x88), ...rows, header(0xff)], at), counter)) {
      packets.push(each);
      counter += 1;
    }
  }
  return Buffer.concat(packets);
}

/** Row 0 of a page of magazine 8, which clears the page that was there and says that it has subtitles. */
function header(page: number): Buffer {
  const [erases, isSubtitle, hidesHeader, isSerial] = [8, 8, 1, 1];
  const fields = [page & 15, page >> 4, 0, erases, 0, isSubtitle, hidesHeader, isSerial];
  return packet(0, Buffer.concat([Buffer.from(fields.map(hamming)), text('', 32)]));
}

/** Odd parity (ETSI EN 300 706, 8.1). */
const text = (line: string, length = 40): Buffer =>
  Buffer.from(
    [...line.padEnd(length)].map((each) => {
      const code = each.charCodeAt(0);
      const ones = code.toString(2).replaceAll('0', '').length;
      return ones % 2 === 0 ? code | 0x80 : code;
    }),
  );

/** A data unit of EBU teletext with subtitles (ETSI EN 300 472, 4.4): its bits are sent in the other order. */
function packet(row: number, content: Buffer): Buffer {
  const address = [hamming((row & 1) << 3), hamming(row >> 1)];
  const reversed = [...address, ...content].map((byte) =>
    Number.parseInt([...byte.toString(2).padStart(8, '0')].reverse().join(''), 2),
  );
  return Buffer.from([0x03, UNIT_LENGTH, 0xe7 + (row & 7), 0xe4, ...reversed]);
}

function pes(units: readonly Buffer[], at: number): Buffer {
  const time = BigInt(Math.round(at * 90_000));
  const bits = (shift: bigint, mask: bigint) => Number((time >> shift) & mask);
  const stamp = [
    0x21 | (bits(30n, 7n) << 1),
    bits(22n, 255n),
    (bits(15n, 127n) << 1) | 1,
    bits(7n, 255n),
    (bits(0n, 127n) << 1) | 1,
  ];
  const optional = Buffer.concat([Buffer.from([0x84, 0x80, 36, ...stamp]), Buffer.alloc(31, 0xff)]);
  // With its header, a packet fills whole packets of the stream (4.2).
  const stuffing = (7 - (units.length % 4)) % 4;
  const empty = Buffer.from([0xff, UNIT_LENGTH, ...Array<number>(UNIT_LENGTH).fill(0xff)]);
  const filled = [...units, ...Array<Buffer>(stuffing).fill(empty)];
  const content = Buffer.concat([optional, Buffer.from([0x10]), ...filled]);
  return Buffer.concat([Buffer.from([0, 0, 1, 0xbd, content.length >> 8, content.length & 255]), content]);
}

function* packetize(pid: number, content: Buffer, counter: number): Iterable<Buffer> {
  for (let at = 0, count = counter; at < content.length; count += 1) {
    const part = content.subarray(at, at + 184);
    const isFirst = at === 0 ? 0x40 : 0;
    const stuffing = 184 - part.length;
    const field =
      stuffing === 0 ? [] : [stuffing - 1, ...(stuffing > 1 ? [0, ...Array<number>(stuffing - 2).fill(255)] : [])];
    const control = (stuffing === 0 ? 0x10 : 0x30) | (count & 15);
    yield Buffer.concat([Buffer.from([0x47, isFirst | (pid >> 8), pid & 255, control, ...field]), part]);
    at += part.length;
  }
}

/** A section with its CRC-32 of MPEG-2. */
function withChecksum(content: readonly number[]): number[] {
  let rest = 0xffffffff;
  for (const byte of content) {
    rest ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest & 0x80000000) === 0 ? rest << 1 : (rest << 1) ^ 0x04c11db7;
  }
  const sum = rest >>> 0;
  return [...content, sum >>> 24, (sum >> 16) & 255, (sum >> 8) & 255, sum & 255];
}
