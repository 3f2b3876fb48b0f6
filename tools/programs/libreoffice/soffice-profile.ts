import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

/** URL that runs soffice.bas of a profile made here. */
export const MACRO = 'macro:///Standard.Convert.Main';

/**
 * Makes a profile in a new folder: settings for hostile files, and soffice.bas as a macro of the application, which runs although these
 * settings forbid macros of documents.
 */
export async function makeProfile(folder: string): Promise<void> {
  const basic = join(folder, 'user', 'basic');
  const standard = join(basic, 'Standard');
  await mkdir(standard, { recursive: true });
  const [settings, source] = await Promise.all([
    readFile(join(HERE, 'registrymodifications.xcu'), 'utf8'),
    readFile(join(HERE, 'soffice.bas'), 'utf8'),
  ]);
  await Promise.all([
    writeFile(join(folder, 'user', 'registrymodifications.xcu'), settings),
    writeFile(join(basic, 'script.xlc'), libraries('script')),
    writeFile(join(basic, 'dialog.xlc'), libraries('dialog')),
    writeFile(join(standard, 'script.xlb'), library('<library:element library:name="Convert"/>')),
    writeFile(join(standard, 'dialog.xlb'), library('')),
    writeFile(join(standard, 'Convert.xba'), basicModule(source)),
  ]);
}

function libraries(kind: 'script' | 'dialog'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd">
<library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink">
 <library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/${kind}.xlb/" xlink:type="simple" library:link="false"/>
</library:libraries>
`;
}

function library(elements: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false">${elements}</library:library>
`;
}

function basicModule(source: string): string {
  const text = source.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Convert" script:language="StarBasic">${text}</script:module>
`;
}
