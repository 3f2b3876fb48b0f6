import { execa } from 'execa';

/** An entry as it is to stand in the zip. `link`: its content is where a symbolic link leads. */
export interface Entry {
  readonly name: string;
  readonly content: string | Buffer;
  readonly link?: true;
  /** Times that the content stands there. */
  readonly repeat?: number;
}

/** Python's zipfile writes whatever names it is given. */
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
