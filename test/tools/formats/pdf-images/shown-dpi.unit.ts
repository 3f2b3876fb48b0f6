import { expect, test } from 'vitest';
import { parseShownDpi } from '../../../../tools/formats/pdf-images/shown-dpi.ts';

test('of an image that is shown several times, the fewest; inline ones have no object', () => {
  const list = [
    'page   num  type   width height color comp bpc  enc interp  object ID x-ppi y-ppi size ratio',
    '--------------------------------------------------------------------------------------------',
    '   1     0 image     640   682  gray    1   8  image  no         6  0   230   231 55.9K  13%',
    '   1     1 smask     640   682  gray    1   8  image  no         7  0   230   231 1317B 6.6%',
    '   2     2 image     640   682  gray    1   8  image  no         6  0   600   115 55.9K  13%',
    '   2     3 image      16    16  rgb     3   8  image  no   [inline]     72    72   20B 2.6%',
  ].join('\n');
  expect(parseShownDpi(list)).toEqual({ 6: 115, 7: 230 });
});
