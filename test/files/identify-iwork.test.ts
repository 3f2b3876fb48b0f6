import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { identify } from '../../src/files/identify.ts';
import { iwaDocument, keynoteXml, numbersXml, pagesXml } from '../support/iwork-package.ts';
import { makeZip, type ZipContent } from '../support/make-zip.ts';
import { tempFolder } from './helpers/temp-folder.ts';

const PAGES = iwaDocument(10000);
const OTHER = iwaDocument(1);
const DEFLATED = 8;

it.each<[string, string, ZipContent[]]>([
  ['pages', 'Pages 2009', [['index.xml', pagesXml('a')]]],
  ['numbers', 'Numbers 2009', [['index.xml', numbersXml('a')]]],
  ['numbers', 'Numbers 2009, its index compressed', [['index.xml.gz', gzipSync(numbersXml('a'))]]],
  ['pages', 'Pages 2009, packed', [['index.xml', deflateRawSync(pagesXml('a')), DEFLATED]]],
  ['pages', 'Pages 2009, a folder', [['a.pages/index.xml', pagesXml('a')]]],
  ['key', 'Keynote 2009', [['index.apxl', keynoteXml('a')]]],
  ['key', 'Keynote 1', [['talk.key/presentation.apxl.gz', gzipSync('<presentation/>')]]],
  [
    'pages',
    'Pages 2013',
    [
      ['Index/ViewState.iwa', ''],
      ['Index/Document.iwa', PAGES],
    ],
  ],
  [
    'numbers',
    'Numbers 2013',
    [
      ['Index/ViewState.iwa', ''],
      ['Index/Document.iwa', OTHER],
    ],
  ],
  [
    'key',
    'Keynote 2013',
    [
      ['Index/ViewState.iwa', ''],
      ['Index/Document.iwa', OTHER],
      ['Index/MasterSlide-2.iwa', ''],
    ],
  ],
  ['pages', 'Pages 2013 in a folder', [['a.pages/Index.zip', makeZip([['Index/Document.iwa', PAGES]])]]],
  [
    'key',
    'Keynote 2013 in a folder',
    [
      [
        'a.key/Index.zip',
        deflateRawSync(
          makeZip([
            ['Index/Document.iwa', OTHER],
            ['Index/Slide-1.iwa', ''],
          ]),
        ),
        DEFLATED,
      ],
    ],
  ],
  [
    'encrypted-iwork',
    'Pages 2013 with a password',
    [
      ['.iwpv2', 'x'],
      ['Index/Document.iwa', 'secret'],
    ],
  ],
  ['encrypted-iwork', 'Numbers 2009 with a password', [['index.xml', 'secret', 0x636c]]],
  ['zip', 'another index.xml', [['index.xml', '<index/>']]],
  ['zip', 'an index.xml that is no text', [['index.xml', 'garbage', DEFLATED]]],
  ['zip', 'an index of iWork further down', [['a/b/index.apxl', keynoteXml('a')]]],
  ['zip', "what macOS adds about a folder's files", [['__MACOSX/index.apxl', 'x']]],
  ['zip', 'a Document.iwa of something else', [['Index/Document.iwa', 'garbage']]],
])('%s: %s', async (name, _, members) => {
  const path = join(await tempFolder(), 'unnamed');
  await writeFile(path, makeZip(members));
  expect((await identify(path))?.name).toBe(name);
});
