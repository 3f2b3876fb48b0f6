import type { OptionDefinitions } from '../definition.ts';

/** For engines that open archives. The names of encodings are the interface's names for books. */
export const FILENAME_ENCODING = {
  filename_encoding: {
    type: 'string',
    enum: [
      'utf8',
      'cp437',
      'cp850',
      'cp852',
      'cp866',
      'cp1250',
      'cp1251',
      'cp1252',
      'cp1253',
      'cp1254',
      'cp1257',
      'koi8_r',
      'sjis',
      'euc_jp',
      'gbk',
      'big5',
      'euc_kr',
    ],
    description:
      'Encoding of names in the input archive if the archive does not state it. Left out: the most likely one, with a warning if it is not UTF-8.',
    example: 'cp866',
  },
} as const satisfies OptionDefinitions;
