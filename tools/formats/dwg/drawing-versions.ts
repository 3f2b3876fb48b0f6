/** Versions of the drawing format, oldest first, as at the start of DWG files and in `$ACADVER` of DXF files. */
export const DRAWING_VERSIONS = [
  'AC1009',
  'AC1012',
  'AC1014',
  'AC1015',
  'AC1018',
  'AC1021',
  'AC1024',
  'AC1027',
  'AC1032',
] as const;

export type DrawingVersion = (typeof DRAWING_VERSIONS)[number];

/** The release of AutoCAD that introduced the version, as users know it. */
export const RELEASES: Readonly<Record<DrawingVersion, string>> = {
  AC1009: 'R12',
  AC1012: 'R13',
  AC1014: 'R14',
  AC1015: '2000',
  AC1018: '2004',
  AC1021: '2007',
  AC1024: '2010',
  AC1027: '2013',
  AC1032: '2018',
};

export function isDrawingVersion(value: unknown): value is DrawingVersion {
  return (DRAWING_VERSIONS as readonly unknown[]).includes(value);
}

/** Returns `AC1027 (2013)`, for messages. */
export function versionLabel(version: DrawingVersion): string {
  return `${version} (${RELEASES[version]})`;
}
