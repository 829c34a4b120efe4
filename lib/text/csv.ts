/** CSV files for spreadsheets. */
import papa from 'papaparse';

/** What begins a formula, also in the wide and small forms of East Asian keyboards, and as the sign for minus. */
const FORMULA = /^(?:[\s\u200b\u2060\ufeff]*[=+\-@|%＝＋－＠｜％﹢﹣﹦﹫\u2212]|[\t\r\n])/;

/**
 * A formula at the beginning of a cell that only some spreadsheets see, behind blanks and quotation marks. Where the comma
 * separates decimals, a spreadsheet splits lines at semicolons, and quotation marks around a text after a comma then
 * protect nothing.
 */
const INNER_FORMULA = /([;\t\r\n])(?=(?:[^\S\t\r\n]|[\u200b\u2060"])*[=+\-@|%＝＋－＠｜％﹢﹣﹦﹫\u2212])/g;

/** RFC 4180. A text that a spreadsheet would run as a formula is marked as text, whatever separates its cells. */
export function csvLines(rows: readonly (readonly (string | undefined)[])[]): string {
  const guarded = rows.map((row) => row.map((cell) => cell?.replace(INNER_FORMULA, "$1'")));
  const quotes = (cell: unknown) => typeof cell === 'string' && /[;,\t"]/.test(cell);
  return `${papa.unparse(guarded as string[][], { escapeFormulae: FORMULA, quotes, newline: '\r\n' })}\r\n`;
}
