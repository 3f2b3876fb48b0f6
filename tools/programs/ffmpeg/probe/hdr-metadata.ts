import type { LocalInput, WorkContext } from '../../../../src/work/context.ts';
import { callOf, type Program } from '../programs.ts';
import { filmInputArguments } from './input-safety.ts';

/** HDR10 metadata of a whole film (SMPTE ST 2086, CTA-861.3), and metadata of other standards for each frame. */
export interface HdrMetadata {
  readonly mastering: Mastering | null;
  /** Brightness of the brightest pixel, and average of the brightest frame, cd/m². */
  readonly content: { readonly most: number; readonly average: number } | null;
  /** Names of metadata that differ from frame to frame. */
  readonly dynamic: readonly string[];
}

/** The display that a film was mastered on: coordinates in the CIE 1931 diagram, and cd/m². */
export interface Mastering {
  readonly red: readonly [x: number, y: number];
  readonly green: readonly [x: number, y: number];
  readonly blue: readonly [x: number, y: number];
  readonly white: readonly [x: number, y: number];
  readonly darkest: number;
  readonly brightest: number;
}

/** The fields used from ffprobe's side data of a frame. */
interface SideData {
  readonly side_data_type?: string;
  readonly max_content?: number;
  readonly max_average?: number;
  readonly [name: string]: string | number | undefined;
}

/** Reads the metadata from the first frame, where codecs keep it, or from the container. Empty if there is none. */
export async function readHdrMetadata(
  ffprobe: Program,
  input: LocalInput,
  track: { readonly index: number },
  context: WorkContext,
): Promise<HdrMetadata> {
  const first = ['-select_streams', `${track.index}`, '-read_intervals', '%+#1'];
  const show = ['-show_entries', 'frame=side_data_list:stream=side_data_list:frame_side_data:stream_side_data'];
  const args = ['-v', 'error', ...first, ...show, '-print_format', 'json', ...filmInputArguments(input.path)];
  const { exitCode, stdout } = await context.run(callOf(ffprobe, args, { acceptExitCodes: 'any' }));
  return exitCode === 0 ? parseHdrMetadata(JSON.parse(stdout)) : { mastering: null, content: null, dynamic: [] };
}

/** Like `readHdrMetadata`, from ffprobe's output. */
export function parseHdrMetadata(report: {
  readonly frames?: readonly { readonly side_data_list?: readonly SideData[] }[];
  readonly streams?: readonly { readonly side_data_list?: readonly SideData[] }[];
}): HdrMetadata {
  const all = [...(report.frames ?? []), ...(report.streams ?? [])].flatMap(({ side_data_list: list }) => list ?? []);
  const of = (type: RegExp) => all.find(({ side_data_type: name = '' }) => type.test(name));
  const dynamic = [
    ...(of(/2094-40|HDR10\+/) === undefined ? [] : ['HDR10+']),
    ...(of(/Dolby Vision|DOVI/) === undefined ? [] : ['Dolby Vision']),
  ];
  return { mastering: masteringOf(of(/^Mastering display/)), content: contentOf(of(/^Content light/)), dynamic };
}

function masteringOf(data: SideData | undefined): Mastering | null {
  if (data === undefined) return null;
  const place = (name: string) => [fraction(data[`${name}_x`]), fraction(data[`${name}_y`])] as const;
  const [red, green, blue, white] = [place('red'), place('green'), place('blue'), place('white_point')];
  const found = {
    red,
    green,
    blue,
    white,
    darkest: fraction(data.min_luminance),
    brightest: fraction(data.max_luminance),
  };
  const numbers = [...red, ...green, ...blue, ...white, found.darkest, found.brightest];
  return numbers.every((value) => Number.isFinite(value)) && found.brightest > 0 ? found : null;
}

function contentOf(data: SideData | undefined): HdrMetadata['content'] {
  const { max_content: most = 0, max_average: average = 0 } = data ?? {};
  return most > 0 || average > 0 ? { most, average } : null;
}

/** Reads `13250/50000`; returns NaN for other texts. */
function fraction(text: string | number | undefined): number {
  const [over = Number.NaN, under = 1] = String(text).split('/').map(Number);
  return over / under;
}
