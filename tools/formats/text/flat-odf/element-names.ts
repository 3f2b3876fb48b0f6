/** Elements whose content is not text of the document, or is repeated elsewhere. */
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

/** Drawings that may contain text. */
export const SHAPES: ReadonlySet<string> = new Set(
  (
    'draw:custom-shape draw:rect draw:line draw:polyline draw:polygon draw:regular-polygon draw:path draw:circle draw:ellipse ' +
    'draw:connector draw:measure draw:caption'
  ).split(' '),
);

/** Elements in the corners of a slide. */
export const ON_EVERY_SLIDE: ReadonlySet<string> = new Set(['header', 'footer', 'date-time', 'page-number']);

/**
 * Elements of an embedded object's document, except charts and formulas. It has its own styles, and a spreadsheet has more cells than its
 * picture shows.
 */
export const OF_OBJECTS: ReadonlySet<string> = new Set(
  (
    'office:styles office:automatic-styles office:master-styles office:font-face-decls office:spreadsheet office:text ' +
    'office:presentation office:drawing'
  ).split(' '),
);
