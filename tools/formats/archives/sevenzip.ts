/**
 * Arguments for 7-Zip, and the meaning of its output. Passwords are never arguments: with `-p` alone it asks for the password and reads it
 * from standard input.
 */

/** `-spd`: no wildcards in file names. `--`: nothing after it is an option. */
const LITERAL = ['-spd', '--'] as const;

/** Lists every property of every entry, on standard output. `type`: 7-Zip's name of the format; null: 7-Zip detects it. */
export function listArguments(archive: string, type: string | null): string[] {
  return ['l', '-slt', ...typeArgument(type), ...LITERAL, archive];
}

/** Only progress on standard output, and errors on standard error. */
const QUIET = ['-y', '-bso0', '-bsp1', '-bse2'] as const;

/**
 * Unpacks everything into `folder` except symbolic links (`-snl-`).
 * @param without a file that lists names to leave out, in UTF-8; null for none
 */
export function extractArguments(
  archive: string,
  type: string | null,
  folder: string,
  without: string | null = null,
): string[] {
  const more = [
    ...typeArgument(type),
    ...exclusions(type),
    ...(without === null ? [] : ['-scsUTF-8', `-x@${without}`]),
  ];
  return ['x', ...QUIET, '-aoa', '-snl-', ...more, `-o${folder}`, ...LITERAL, archive];
}

/** Writes the contents of the entries listed in the file `names`, in UTF-8, to standard output: for links, their targets. */
export function printArguments(archive: string, type: string | null, names: string): string[] {
  return ['x', '-so', '-bse2', ...typeArgument(type), '-scsUTF-8', `-i@${names}`, ...LITERAL, archive];
}

/** Writes the content of the only entry to standard output. */
export function streamArguments(archive: string, type: string): string[] {
  return ['x', '-so', '-bse2', ...typeArgument(type), ...LITERAL, archive];
}

/** Decompresses one stream into `folder`, under any name. */
export function decodeArguments(compressed: string, folder: string): string[] {
  return ['e', ...QUIET, '-aoa', `-o${folder}`, ...LITERAL, compressed];
}

/** 7-Zip shows the table of contents of a xar as an entry. */
const XAR_CONTENTS = '[TOC].xml';

/** Returns true for an entry that 7-Zip adds to those of the archive. */
export function isVirtual(type: string | null, path: string): boolean {
  return type === 'Xar' && path === XAR_CONTENTS;
}

function exclusions(type: string | null): string[] {
  return type === 'Xar' ? [`-x!${XAR_CONTENTS}`] : [];
}

function typeArgument(type: string | null): string[] {
  return type === null ? [] : [`-t${type}`];
}

export interface PackSettings {
  readonly format: 'zip' | '7z';
  readonly level: 'low' | 'medium' | 'high';
  /** Whether it is encrypted; the password follows on standard input. */
  readonly encrypted: boolean;
  /** Whether the password hides names too; only for a 7z. */
  readonly encryptNames: boolean;
  /** Bytes of a volume; null for a single file. */
  readonly volumeBytes: number | null;
  /** Whether the files' times are meaningful; otherwise none is stored (zip: 1980-01-01). */
  readonly dated: boolean;
  /** Whether links are stored as links rather than as their targets' content. */
  readonly links: boolean;
}

/**
 * Packs the folder that 7-Zip is started in. The same files give the same bytes: 7-Zip sorts the entries, and only the time of the last
 * change is stored, in UTC (`-mtp=1`: Unix times besides the local DOS time, which unzip and Python support too).
 *
 * Levels, measured on 200 MB of programs, texts and pictures (processor seconds, output MB):
 * zip 1 to 4: 2.5, 84.5; zip 5: 11.1, 81.8. Zip should be quick for everyone, so the level is four times faster.
 * 7z 1: 5.7, 73.7; 7z 3: 16.5, 71.1; 7z 5: 39, 65.0. 7z should be small, so it keeps its default, which takes 390 MB. Its bytes depend
 * on the number of threads, which is always two. Zip's do not.
 */
export function packArguments(archive: string, settings: PackSettings): string[] {
  const { format, level, encrypted, encryptNames, volumeBytes, dated, links } = settings;
  const method = [`-t${format}`, `-mx=${LEVELS[format][level]}`, ...METHODS[format]];
  const encryption = format === 'zip' ? ['-p', '-mem=AES256'] : ['-p', `-mhe=${encryptNames ? 'on' : 'off'}`];
  const volumes = volumeBytes === null ? [] : [`-v${volumeBytes}b`];
  const more = [...(encrypted ? encryption : []), ...volumes, ...dates(dated), ...linksArgument(links)];
  return ['a', ...QUIET, ...method, ...more, ...LITERAL, archive, '.'];
}

/**
 * Renames entries in an archive, which rewrites only their headers. A password that hides names is asked for twice.
 * @param list a file that lists pairs of names, old and new, each in quotes, in UTF-8
 */
export function renameArguments(
  archive: string,
  list: string,
  type: 'zip' | '7z' | 'tar',
  hidesNames: boolean,
): string[] {
  const more = hidesNames ? ['-p', '-mhe=on'] : [];
  // After `--`, the list would be the name of a file.
  return ['rn', ...QUIET, `-t${type}`, ...dates(false), ...more, '-scsUTF-8', '-spd', archive, `@${list}`];
}

const LEVELS = { zip: { low: 3, medium: 3, high: 7 }, '7z': { low: 1, medium: 5, high: 7 } } as const;
const METHODS = { zip: ['-mcu=on', '-mtp=1'], '7z': ['-mmt=2', '-mtc=off', '-mta=off'] } as const;

/** Writes a tar of the folder that 7-Zip is started in to standard output, and progress to standard error. Owner 0, no names. */
export function tarArguments({ dated, links }: Pick<PackSettings, 'dated' | 'links'>): string[] {
  return [
    'a',
    '-bso0',
    '-bsp2',
    '-ttar',
    '-mm=gnu',
    '-so',
    ...dates(dated),
    ...linksArgument(links),
    ...LITERAL,
    'tar',
    '.',
  ];
}

function dates(dated: boolean): string[] {
  return dated ? [] : ['-mtm=off'];
}

const linksArgument = (links: boolean): string[] => (links ? ['-snl'] : []);

/** DOS times in an archive have no zone; this makes them the same on every machine. */
export const ENVIRONMENT = { TZ: 'UTC' } as const;

/** Returns the percentage in a line of progress such as ` 43% 12 + report.txt`; null for other lines. */
export function percentOf(line: string): number | null {
  const match = /^ *(\d{1,3})%/.exec(line);
  return match === null ? null : Math.min(100, Number(match[1]));
}

/** Returns a listener for progress lines that reports their percentages. */
export function percentages(progress: (percent: number) => void): (line: string) => void {
  return (line) => {
    const percent = percentOf(line);
    if (percent !== null) progress(percent);
  };
}
