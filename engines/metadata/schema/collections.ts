import Type from 'typebox';
import { LIST_LIMITS } from '../limits.ts';
import { closed, count, date, flag, list, number, text } from './parts.ts';

const { Optional } = Type;

const Identifier = closed(
  { scheme: Optional(text('ISBN, UUID, ASIN.')), value: text('The identifier.') },
  'An identifier.',
);

export const BookFacts = closed(
  {
    format_version: Optional(text('Version of EPUB.')),
    identifiers: Optional(list(Identifier, LIST_LIMITS.names, 'Identifiers.')),
    publisher: Optional(text('Publisher.')),
    published: Optional(date('When it was published.')),
    series: Optional(text('Series.')),
    series_index: Optional(number('Place in the series.')),
    chapters: Optional(list(text('Title.'), LIST_LIMITS.chapters, 'Entries of its table of contents, in their order.')),
    has_cover: Optional(flag('Whether it names a cover.')),
    drm: Optional(flag('Whether contents are locked by DRM.')),
  },
  'A book.',
);

export const DrawingFacts = closed(
  {
    version: text('Version of the format: AC1032.'),
    release: text('Release of AutoCAD that brought it: 2018.'),
    units: Optional(text('Unit of a length, or unitless.')),
    entities: Optional(count('Entities of all blocks and layouts.')),
    entities_by_type: Optional(Type.Record(Type.String(), Type.Integer(), { description: 'How many of each type.' })),
    unread_objects: Optional(count('Objects that could not be read.')),
    layers: Optional(list(text('Name.'), LIST_LIMITS.layers, 'Layers.')),
    layouts: Optional(list(text('Name.'), LIST_LIMITS.layouts, 'Layouts, the model among them.')),
    blocks: Optional(count('Blocks, those of layouts aside.')),
    extents: Optional(
      closed(
        { width: number('In units of the drawing.'), height: number('In units of the drawing.') },
        'Size of the model, as the file says.',
      ),
    ),
  },
  'A drawing.',
);

const Member = closed(
  {
    path: text('Name with its folders.'),
    kind: Type.Enum(['file', 'folder', 'link', 'special'], { description: 'What it is.' }),
    size_bytes: Optional(count('Length when unpacked, where the archive says.')),
    packed_bytes: Optional(count('Length in the archive, where it says.')),
    encrypted: Optional(flag('Whether its content is encrypted.')),
  },
  'A member.',
);

export const ArchiveFacts = closed(
  {
    format: Optional(text('What 7-Zip calls the format; of tar.gz and its like the inner one.')),
    files: Optional(count('Files.')),
    folders: Optional(count('Folders that the archive lists.')),
    unpacked_bytes: Optional(count('All members together, as the archive says.')),
    name_encoding: Optional(text('How names were read, where the archive does not say.')),
    members: Optional(list(Member, LIST_LIMITS.members, 'Members, in their order.')),
  },
  'An archive.',
);

export const FontFacts = closed(
  {
    family: Optional(text('Family.')),
    style: Optional(text('Style: Bold Italic.')),
    full_name: Optional(text('Full name.')),
    postscript_name: Optional(text('Name in PostScript and PDF.')),
    version: Optional(text('Version.')),
    fonts: Optional(count('Fonts in a collection.')),
    copyright: Optional(text('Copyright notice.')),
    license: Optional(text('Licence.')),
    designer: Optional(text('Designer.')),
    manufacturer: Optional(text('Manufacturer.')),
  },
  'A font file.',
);
