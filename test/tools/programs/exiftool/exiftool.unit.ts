import { expect, it } from 'vitest';
import { parseTags } from '../../../../tools/programs/exiftool/exiftool.ts';

it('reads tags with their groups, binary ones aside', () => {
  const tags = {
    SourceFile: 'a.jpg',
    'EXIF:IFD0:Make': 'Acme',
    'EXIF:IFD1:ThumbnailImage': '(Binary data 1234 bytes, use -b option to extract)',
    'XMP:XMP-dc:Subject': ['a', 'b'],
    'Composite:ImageSize': '4 3',
    'Composite:Megapixels': 0.1,
  };
  expect(parseTags(JSON.stringify([tags]))).toEqual([
    { group: 'EXIF:IFD0', name: 'Make', value: 'Acme' },
    { group: 'XMP:XMP-dc', name: 'Subject', value: ['a', 'b'] },
    { group: 'Composite', name: 'ImageSize', value: '4 3' },
    { group: 'Composite', name: 'Megapixels', value: 0.1 },
  ]);
  expect(parseTags('')).toEqual([]);
});
