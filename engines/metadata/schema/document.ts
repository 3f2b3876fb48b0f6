import Type, { type Static } from 'typebox';
import { LIST_LIMITS } from '../limits.ts';
import { ArchiveFacts, BookFacts, DrawingFacts, FontFacts } from './collections.ts';
import { ContentSection } from './contents.ts';
import { OfficeFacts, PdfFacts, TextFacts } from './documents.ts';
import { Encryption, FileFacts, FileType, Properties, Warning } from './general.ts';
import { ImageFacts } from './image.ts';
import { MailFacts } from './mail.ts';
import { MediaFacts } from './media.ts';
import { flag, list, tags } from './parts.ts';

const { Optional } = Type;

/** Result of `metadata/json`. `schema.json` in the engine's folder is generated from it. */
export const MetadataDocument = Type.Object(
  {
    schema_version: Type.Literal(1, {
      description: 'Grows when a member changes its meaning or goes; not with new ones.',
    }),
    file: FileFacts,
    type: Type.Union([FileType, Type.Null()], { description: 'null: nothing recognises the content.' }),
    encrypted: Optional(
      flag('Whether the file, or a part of its contents, is encrypted; only where that was found out.'),
    ),
    encryption: Optional(Encryption),
    properties: Optional(Properties),
    image: Optional(ImageFacts),
    media: Optional(MediaFacts),
    pdf: Optional(PdfFacts),
    office: Optional(OfficeFacts),
    book: Optional(BookFacts),
    drawing: Optional(DrawingFacts),
    archive: Optional(ArchiveFacts),
    mail: Optional(MailFacts),
    mailbox: Optional(list(MailFacts, LIST_LIMITS.mails, 'Mails of a mailbox, in their order.')),
    font: Optional(FontFacts),
    contents: Optional(ContentSection),
    text: Optional(TextFacts),
    exif: Optional(tags('Exif, GPS among it, by the names of ExifTool; numbers as they are stored.')),
    iptc: Optional(tags('IPTC (IIM), by the names of ExifTool.')),
    xmp: Optional(tags('XMP, by prefix and the names of ExifTool: dc:Title.')),
    warnings: Type.Array(Warning, { description: 'What could not be read. The same as the warnings of the task.' }),
  },
  {
    $id: 'urn:convertd:metadata:1',
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Metadata of a file',
    description:
      'Everything is left out that the file does not have. Lists are cut at a limit and have the count of all.',
    additionalProperties: false,
  },
);

export type MetadataDocument = Static<typeof MetadataDocument>;

/** Result of one reader: sections of the document. */
export type Facts = Partial<Omit<MetadataDocument, 'schema_version' | 'file' | 'type' | 'warnings'>>;
