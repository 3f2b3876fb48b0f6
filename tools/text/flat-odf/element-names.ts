/** Their content is not text of the document, or stands elsewhere too. */
export const SKIPPED: ReadonlySet<string> = new Set(
  (
    'office:meta office:settings office:scripts office:annotation officeooo:annotation office:change-info office:event-listeners ' +
    'text:sequence-decls text:variable-decls text:user-field-decls text:note-citation text:table-of-content-source ' +
    'text:alphabetical-index-source text:illustration-index-source text:table-index-source text:object-index-source ' +
    'text:user-index-source text:bibliography-source text:hidden-text text:script presentation:notes presentation:settings ' +
    'draw:enhanced-geometry draw:image-map draw:contour-polygon draw:plugin draw:applet draw:floating-frame draw:glue-point ' +
    'anim:par anim:seq'
  ).split(' '),
);

/** Drawings that may have text in them. */
export const SHAPES: ReadonlySet<string> = new Set(
  (
    'draw:custom-shape draw:rect draw:line draw:polyline draw:polygon draw:regular-polygon draw:path draw:circle draw:ellipse ' +
    'draw:connector draw:measure draw:caption'
  ).split(' '),
);

/** Of what a slide has in its corners. */
export const ON_EVERY_SLIDE: ReadonlySet<string> = new Set(['header', 'footer', 'date-time', 'page-number']);

/**
 * Of the document that an object is: all but charts and formulas. It has styles of its own, and a spreadsheet more cells than its
 * picture shows.
 */
export const OF_OBJECTS: ReadonlySet<string> = new Set(
  (
    'office:styles office:automatic-styles office:master-styles office:font-face-decls office:spreadsheet office:text ' +
    'office:presentation office:drawing'
  ).split(' '),
);
