import Type from 'typebox';
import { LIST_LIMITS } from '../limits.ts';
import { closed, count, date, flag, list, number, tags, text } from './parts.ts';

const { Optional } = Type;

export const FileFacts = closed(
  {
    name: text('What the task calls the input.'),
    size_bytes: count('Its length, bytes.'),
    md5: Optional(Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Unless the option checksums is false.' })),
    sha256: Optional(Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Unless the option checksums is false.' })),
  },
  'The input as a file.',
);

export const FileType = closed(
  {
    name: text('Short name of the format: pdf, jpg, docx.'),
    kind: Type.Enum(
      ['archive', 'audio', 'video', 'image', 'document', 'ebook', 'cad', 'text', 'font', 'program', 'other'],
      { description: 'What kind of file the format is for.' },
    ),
    content_type: text('Media type.'),
    extension: text('Usual extension, without the dot.'),
  },
  'What the content says the file is.',
);

export const Encryption = closed(
  {
    algorithm: Optional(text('AESv3, AESv2, RC4; of other formats what the file calls it.')),
    key_bits: Optional(count('Length of the key, bits.')),
    permissions: Optional(
      closed(
        {
          print: flag('Printing, if only in a low resolution.'),
          print_high_resolution: flag('Printing in full resolution.'),
          modify: flag('Changing contents.'),
          copy: flag('Taking out text and pictures.'),
          annotate: flag('Comments.'),
          fill_forms: flag('Filling in forms.'),
          assemble: flag('Inserting, removing and turning pages.'),
          accessibility: flag('Reading by programs for the disabled.'),
        },
        'What a reader without the owner password may do with a PDF.',
      ),
    ),
  },
  'How the file is encrypted, as far as that is readable.',
);

export const Properties = closed(
  {
    title: Optional(text('Title.')),
    subject: Optional(text('Subject.')),
    description: Optional(text('Description or comment.')),
    authors: Optional(list(text('A name.'), LIST_LIMITS.names, 'Authors, creators or artists.')),
    keywords: Optional(list(text('A keyword.'), LIST_LIMITS.names, 'Keywords.')),
    copyright: Optional(text('Copyright notice.')),
    language: Optional(text('Language of the content, as the file says.')),
    category: Optional(text('Category.')),
    company: Optional(text('Company.')),
    manager: Optional(text('Manager.')),
    creator_tool: Optional(text('The program in which the content was made.')),
    producer: Optional(text('The program that wrote the file.')),
    created: Optional(date('When the content was created.')),
    modified: Optional(date('When it was last changed.')),
    printed: Optional(date('When it was last printed.')),
    last_modified_by: Optional(text('Who changed it last.')),
    revision: Optional(text('Revision.')),
    editing_seconds: Optional(number('How long it was edited, seconds.')),
    custom: Optional(tags('Properties of the author’s own.')),
  },
  'Properties of the document, as the file says.',
);

export const Warning = closed(
  { code: text('A code of docs/errors.md.'), message: text('What could not be read, and why.') },
  'Something that could not be read.',
);
