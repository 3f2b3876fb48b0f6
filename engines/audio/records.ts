import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkContext } from '../../src/work/context.ts';
import type { Box } from '../../tools/formats/iso-media/boxes.ts';
import { keepTags, type TagRecords } from '../../tools/formats/iso-media/keep-tags.ts';
import { makeItem, makeKey } from '../../tools/formats/iso-media/write-tags.ts';
import { isTechnical, missingTags } from '../../tools/programs/ffmpeg/probe/container-tags.ts';
import { probeOutput } from '../../tools/programs/ffmpeg/probe/probe.ts';
import type { SourceFacts } from '../../tools/programs/ffmpeg/probe/source.ts';
import type { Program } from '../../tools/programs/ffmpeg/programs.ts';
import type { Metadata } from './metadata.ts';
import type { Plan } from './plan.ts';

export interface RecordRequest {
  readonly source: SourceFacts;
  readonly metadata: Metadata;
  readonly plan: Plan;
  /** Path of the result, which is replaced. */
  readonly path: string;
}

/**
 * Probes a result. Adds to an M4A the tags that ffmpeg does not write there: records of the source unchanged, and others under their names.
 * Null: the result cannot be read.
 */
export async function addRecords(
  request: RecordRequest,
  ffprobe: Program,
  context: WorkContext,
): Promise<SourceFacts | null> {
  const { path, plan, metadata } = request;
  const probe = () => probeOutput(ffprobe, { path, demuxer: plan.container.demuxer }, context);
  const first = await probe();
  if (first === null || plan.container.muxer !== 'ipod') return first;
  const copied = await add(copiedRecords(request), path, context);
  const second = copied ? await probe() : first;
  const missing = second === null ? [] : missingTags(metadata.tags, second.tags, plan.container.muxer);
  const made = await add(madeRecords(metadata, missing), path, context);
  return made ? probe() : second;
}

async function add(tags: TagRecords, path: string, { workFolder }: WorkContext): Promise<boolean> {
  if (tags.keys.length + tags.userData.length + tags.items.length === 0) return false;
  const output = join(workFolder, 'tagged');
  const isAdded = await keepTags({ tags, from: path, output });
  if (isAdded) await rename(output, path);
  return isAdded;
}

/** Items for sorting, by ffmpeg's names. */
const SORTED: Readonly<Record<string, string>> = {
  soaa: 'sort_album_artist',
  soal: 'sort_album',
  soar: 'sort_artist',
  soco: 'sort_composer',
  sonm: 'sort_name',
  sosn: 'sort_show',
};

/** Items that ffmpeg writes itself, as changed by options, and items with names, some of which only apply to one file. */
// biome-ignore format: a list of short names
const WRITTEN: ReadonlySet<string> = new Set([
  '----', 'aART', 'covr', 'cpil', 'cprt', 'desc', 'disk', 'gnre', 'hdvd', 'keyw', 'ldes', 'pgap', 'stik', 'trkn', 'tven', 'tves', 'tvnn',
  'tvsh', 'tvsn', '©ART', '©alb', '©cmt', '©day', '©enc', '©gen', '©grp', '©lyr', '©nam', '©too', '©wrt',
]);

/** Place and device of the recording. */
const RECORDED: ReadonlySet<string> = new Set(['©xyz', '©mak', '©mod', 'loci']);

function copiedRecords({ source, metadata }: RecordRequest): TagRecords {
  const { items = [], userData = [], keys = [] } = source.movie ?? {};
  const isCopied = ({ type }: Box) => {
    const sorted = SORTED[type];
    return sorted === undefined ? !WRITTEN.has(type) : metadata.tags.has(sorted);
  };
  return {
    items: items.filter(isCopied),
    userData: userData.filter(({ type }) => RECORDED.has(type)),
    keys: keys.filter(
      ({ name }) => /^com\./.test(name) && !isTechnical(name) && !/artwork|title|artist|album/.test(name),
    ),
  };
}

function madeRecords({ tags }: Metadata, missing: readonly string[]): TagRecords {
  const isKey = (name: string) => /^com\./i.test(name);
  const value = (name: string) => tags.get(name) ?? '';
  return {
    keys: missing.filter(isKey).map((name) => makeKey(name, value(name))),
    userData: [],
    items: missing.filter((name) => !isKey(name)).map((name) => makeItem(name, value(name))),
  };
}
