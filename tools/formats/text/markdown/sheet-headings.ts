/** LibreOffice's list of the sheets of a workbook, at the start of its page; every text of the workbook is escaped. */
const OVERVIEW =
  /<hr>\s*<div style="text-align: center">\s*<h1>[^<]*<\/h1>(?:\s|<a href="#table\d+">[^<]*<\/a>|<br>)*<\/div>\s*<hr>/;

/** Its heading of a sheet, `Sheet 2: Prices`, in the language of the program. */
const HEADING = /<a id="table\d+"><h1>[^<]*<em>([^<]*)<\/em><\/h1><\/a>/g;

/** Leaves out the list of sheets, whose links lead nowhere in Markdown, and makes the names of the sheets their headings. */
export const withSheetHeadings = (html: string): string =>
  html.replace(OVERVIEW, '').replaceAll(HEADING, '<h2>$1</h2>');
