import { copyFile } from 'node:fs/promises';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { CONVERT, IDENTIFY } from '../../support/imagemagick.ts';
import { fixture, metadataOf, scratchFolder } from './support.ts';

const scratch = await scratchFolder();

const identify = async (path: string, format: string): Promise<string> =>
  (await execa(IDENTIFY, ['-format', format, `${path}[0]`])).stdout.trim();

describe('a picture', () => {
  it.each(['image/landscape.jpg', 'image/logo.png', 'image/lights.gif', 'document/scan.png'])(
    '%s has the size that ImageMagick sees',
    async (name) => {
      const { image } = await metadataOf(fixture(name));
      const [width, height] = (await identify(fixture(name), '%w %h')).split(' ').map(Number);
      expect(image).toMatchObject({ width_pixels: width, height_pixels: height });
      const { stdout } = await execa(IDENTIFY, [fixture(name)]);
      expect(image?.frames ?? 1).toBe(stdout.split('\n').length);
    },
  );

  it('has its density in pixels an inch', async () => {
    const { image } = await metadataOf(fixture('image/landscape.jpg'));
    const resolution = await identify(fixture('image/landscape.jpg'), '%x %y %U');
    expect(resolution).toBe(`${image?.horizontal_dpi} ${image?.vertical_dpi} PixelsPerInch`);
    const png = scratch('density.png');
    await execa(CONVERT, [fixture('image/logo.png'), '-units', 'PixelsPerCentimeter', '-density', '59', png]);
    expect((await metadataOf(png)).image?.horizontal_dpi).toBeCloseTo(149.86, 1);
  });

  it('has its Exif with GPS, IPTC, XMP and properties, as Pillow and ImageMagick see them', async () => {
    const path = scratch('tagged.jpg');
    await copyFile(fixture('image/landscape.jpg'), path);
    const tags = ['-Make=Acme', '-Orientation#=6', '-GPSLatitude=48.5', '-GPSLatitudeRef=N', '-Artist=Ida Quill'];
    const more = [
      '-DateTimeOriginal=2024:03:01 10:11:12',
      '-IPTC:Keywords=harbour',
      '-IPTC:Keywords=boats',
      '-XMP-dc:Title=The harbour',
    ];
    await execa('exiftool', ['-q', '-overwrite_original', ...tags, ...more, path]);
    const { image, exif, iptc, xmp, properties } = await metadataOf(path);
    expect(exif?.Make).toBe(await identify(path, '%[EXIF:Make]'));
    expect(image?.orientation).toBe(Number(await identify(path, '%[EXIF:Orientation]')));
    const script =
      'import PIL.Image as i, sys; d, m, s = i.open(sys.argv[1]).getexif().get_ifd(0x8825)[2]; print(float(d + m / 60 + s / 3600))';
    expect(exif?.GPSLatitude).toBeCloseTo(Number((await execa('/usr/bin/python3', ['-c', script, path])).stdout), 6);
    expect(iptc?.Keywords).toEqual(['harbour', 'boats']);
    expect(xmp).toMatchObject({ 'dc:Title': 'The harbour' });
    expect(properties).toMatchObject({
      title: 'The harbour',
      authors: { count: 1, items: ['Ida Quill'] },
      created: '2024-03-01T10:11:12',
      keywords: { count: 2, items: ['harbour', 'boats'] },
    });
  });

  it('of 16 bits has its depth, channels and colour space', async () => {
    const path = scratch('profiled.tiff');
    await execa(CONVERT, [fixture('image/landscape.jpg'), '-colorspace', 'Gray', '-depth', '16', path]);
    const { image } = await metadataOf(path);
    expect(image).toMatchObject({ channels: 1, bit_depth: Number(await identify(path, '%z')), color_space: 'grey16' });
  });

  it('that is cut short has its header', async () => {
    const path = scratch('cut.jpg');
    await execa('head', ['-c', '3000', fixture('image/landscape.jpg')], { stdout: { file: path } });
    expect((await metadataOf(path)).image).toMatchObject({ width_pixels: 320, height_pixels: 200 });
  });
});
