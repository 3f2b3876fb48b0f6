import { execa } from 'execa';
import { expect, it } from 'vitest';
import { isTransparentFormat } from '../../../../tools/programs/ffmpeg/probe/film.ts';

it('knows the pixel formats of ffmpeg that have transparency', async () => {
  const { stdout } = await execa('ffmpeg', ['-v', 'error', '-pix_fmts']);
  const rows = Array.from(stdout.matchAll(/^([I.][O.]([H.])([P.])[B.]) (\w+) +(\d) /gm));
  const [hardware, software] = [rows.filter(([, , flag]) => flag === 'H'), rows.filter(([, , flag]) => flag === '.')];
  expect([software.length > 150, hardware.length > 2]).toEqual([true, true]);
  // A fourth component is alpha, and so is the second with grey; a palette may have alpha.
  const found = software.filter(([, , , palette, , components]) => palette === 'P' || /^[24]$/.test(components ?? ''));
  const wanted = found.map(([, , , , name]) => name);
  expect(software.map(([, , , , name = '']) => name).filter(isTransparentFormat)).toEqual(wanted);
});
