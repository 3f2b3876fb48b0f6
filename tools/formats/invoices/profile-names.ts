/** Profiles of electronic invoices, by the names that the metadata of a PDF gives them (Factur-X 1.0, 6.2.2). */
export const PROFILE_NAMES = {
  minimum: 'MINIMUM',
  basic_wl: 'BASIC WL',
  basic: 'BASIC',
  en16931: 'EN 16931',
  extended: 'EXTENDED',
  xrechnung: 'XRECHNUNG',
} as const;
