/**
 * Options that fields become, and that no target and no input has yet: such a field is refused as unsupported. A test checks that every
 * other name exists, and that none of these does, so this list becomes empty as options are added.
 */
export const PENDING: ReadonlySet<string> = new Set([
  // LibreOffice 7.4 does not honour them.
  'export_notes_in_margin',
  'first_page_on_left',
]);
