import { copyFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { CONVERT, IDENTIFY } from '../../support/imagemagick.ts';
import { fixture, metadataOf, scratchFolder } from './support.ts';

const scratch = await scratchFolder();

const identify = async (path: string, format: string): Promise<string> =>
  (await execa(IDENTIFY, ['-format', format, `${path}[0]`])).stdout.trim();

/** Makes a grey TIFF with a preview in its first directory and the picture in one below. Sizes: pixels of the sides. */
function tiffWithPreview(preview: number, picture: number): Buffer {
  const [first, below, pixels] = [8, 200, 400];
  const file = Buffer.alloc(pixels + picture ** 2);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(first, 4);
  const write = (at: number, size: number, more: readonly [number, number][]) => {
    const layout: [number, number][] = [
      ...([
        [256, size],
        [257, size],
        [258, 8],
        [259, 1],
        [262, 1],
      ] as [number, number][]),
      ...([
        [273, pixels],
        [277, 1],
        [278, size],
        [279, size ** 2],
      ] as [number, number][]),
    ];
    const tags = [...layout, ...more].sort(([a], [b]) => a - b);
    file.writeUInt16LE(tags.length, at);
    for (const [index, [tag, value]] of tags.entries()) {
      const entry = at + 2 + 12 * index;
      file.writeUInt16LE(tag, entry);
      // One 32-bit number each.
      file.writeUInt16LE(4, entry + 2);
      file.writeUInt32LE(1, entry + 4);
      file.writeUInt32LE(value, entry + 8);
    }
  };
  const [SUBFILE, BELOW] = [254, 330];
  write(first, preview, [
    [SUBFILE, 1],
    [BELOW, below],
  ]);
  write(below, picture, [[SUBFILE, 0]]);
  return file;
}

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

  it('of a TIFF that names no unit is measured in inches', async () => {
    const path = scratch('unitless.tiff');
    await execa(CONVERT, [fixture('image/logo.png'), '-density', '300', path]);
    await execa('exiftool', ['-q', '-overwrite_original', '-ResolutionUnit=', path]);
    expect((await metadataOf(path)).image).toMatchObject({ horizontal_dpi: 300, vertical_dpi: 300 });
  });

  it('whose preview comes first has the size of the picture itself, as ExifTool says', async () => {
    const path = scratch('camera.tiff');
    await writeFile(path, tiffWithPreview(2, 4));
    const { stdout } = await execa('exiftool', ['-s3', '-n', '-ImageSize', path]);
    const { image } = await metadataOf(path);
    expect(`${image?.width_pixels} ${image?.height_pixels}`).toBe(stdout);
    expect(stdout).toBe('4 4');
  });

  it('that is cut short has its header', async () => {
    const path = scratch('cut.jpg');
    await execa('head', ['-c', '3000', fixture('image/landscape.jpg')], { stdout: { file: path } });
    expect((await metadataOf(path)).image).toMatchObject({ width_pixels: 320, height_pixels: 200 });
  });
});
