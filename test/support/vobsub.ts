import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { makeZip } from './make-zip.ts';

/** The colours that ffmpeg's encoder writes. */
const PALETTE =
  '000000, 0000ff, 00ff00, ff0000, ffff00, ff00ff, 00ffff, ffffff, 808000, 8080ff, 800080, 80ff80, 008080, ff8080, 555555, aaaaaa';

/** Sectors of DVDs, bytes: pictures begin with one. */
const SECTOR = 2048;

/**
 * Returns the subtitles of a DVD's film as VobSub: the index, and a zip of it and the pictures.
 * @param film whose first subtitle track is `dvd_subtitle`; the pictures are written to `pictures`
 */
export async function makeVobSub(
  film: string,
  { pictures, language }: { readonly pictures: string; readonly language: string },
): Promise<{ readonly index: string; readonly zip: Buffer }> {
  await execa('ffmpeg', ['-v', 'error', '-i', film, '-map', '0:s:0', '-c', 'copy', '-f', 'vob', pictures]);
  const show = ['-v', 'error', '-show_entries', 'packet=pts,pos', '-of', 'csv=p=0', pictures];
  const packets = (await execa('ffprobe', show)).stdout.matchAll(/^(\d+),(\d+)/gm);
  const stamps = [...packets].map(([, pts, position]) => {
    const time = new Date(Number(pts) / 90).toISOString().slice(11, 23).replace('.', ':');
    const sector = Math.floor(Number(position) / SECTOR) * SECTOR;
    return `timestamp: ${time}, filepos: ${sector.toString(16).padStart(9, '0')}`;
  });
  const head = ['# VidSub index file, v7 (do not modify this line!)', 'size: 720x576', `palette: ${PALETTE}`];
  const index = `${[...head, `id: ${language}, index: 0`, ...stamps].join('\n')}\n`;
  const zip = makeZip([
    ['Film.idx', index],
    ['Film.sub', await readFile(pictures)],
  ]);
  return { index, zip };
}
