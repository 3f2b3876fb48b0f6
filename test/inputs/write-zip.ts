import { execa } from 'execa';

/** An entry of the zip. `link`: its content is the target of a symbolic link. */
export interface Entry {
  readonly name: string;
  readonly content: string | Buffer;
  readonly link?: true;
  /** How many times the content is repeated. */
  readonly repeat?: number;
}

/** Python's zipfile writes any names. */
const SCRIPT = `
import base64, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
    for entry in json.load(sys.stdin):
        info = zipfile.ZipInfo(entry['name'], (2024, 3, 1, 12, 0, 0))
        info.external_attr = (0o120777 if entry.get('link') else 0o100644) << 16
        # bsdtar does not read every target of a link that is compressed.
        info.compress_type = zipfile.ZIP_STORED if entry.get('link') else zipfile.ZIP_DEFLATED
        with archive.open(info, 'w') as out:
            for _ in range(entry.get('repeat', 1)):
                out.write(base64.b64decode(entry['content']))
`;

/** Writes a zip to the path, and returns it. */
export async function writeZip(path: string, entries: readonly Entry[]): Promise<string> {
  const encoded = entries.map((entry) => ({ ...entry, content: Buffer.from(entry.content).toString('base64') }));
  await execa('/usr/bin/python3', ['-W', 'ignore', '-c', SCRIPT, path], { input: JSON.stringify(encoded) });
  return path;
}
