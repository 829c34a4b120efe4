/** CSV files for spreadsheets. */
import papa from 'papaparse';

/**
 * Matches the start of a formula, also if typed with wide or small characters of East Asian keyboards, or with the
 * typographic minus sign.
 */
const FORMULA = /^(?:[\s\u200b\u2060\ufeff]*[=+\-@|%＝＋－＠｜％﹢﹣﹦﹫\u2212]|[\t\r\n])/;

/**
 * Matches the start of a formula inside a text, after a character at which some spreadsheets begin a new cell. In
 * locales with a decimal comma, spreadsheets split lines at semicolons. Quotation marks around a text after a comma
 * then do not protect the text.
 */
const INNER_FORMULA = /([;\t\r\n])(?=(?:[^\S\t\r\n]|[\u200b\u2060"])*[=+\-@|%＝＋－＠｜％﹢﹣﹦﹫\u2212])/g;

/**
 * Returns lines as in RFC 4180. Marks texts that a spreadsheet would run as formulas, whatever cell separator the
 * spreadsheet uses.
 */
export function csvLines(rows: readonly (readonly (string | undefined)[])[]): string {
  const guarded = rows.map((row) => row.map((cell) => cell?.replace(INNER_FORMULA, "$1'")));
  const quotes = (cell: unknown) => typeof cell === 'string' && /[;,\t"]/.test(cell);
  return `${papa.unparse(guarded as string[][], { escapeFormulae: FORMULA, quotes, newline: '\r\n' })}\r\n`;
}
