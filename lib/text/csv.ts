/** CSV files for spreadsheets. */
import papa from 'papaparse';

/** Matches the start of a formula, including the wide and small forms of East Asian keyboards, and the minus sign. */
const FORMULA = /^(?:[\s\u200b\u2060\ufeff]*[=+\-@|%＝＋－＠｜％﹢﹣﹦﹫\u2212]|[\t\r\n])/;

/**
 * Matches the start of a formula in a cell that only some spreadsheets see, after spaces and quotation marks. In locales with
 * a decimal comma, spreadsheets split lines at semicolons, so quotation marks around a text after a comma do not protect it.
 */
const INNER_FORMULA = /([;\t\r\n])(?=(?:[^\S\t\r\n]|[\u200b\u2060"])*[=+\-@|%＝＋－＠｜％﹢﹣﹦﹫\u2212])/g;

/** Returns lines as in RFC 4180. Texts that a spreadsheet would run as formulas are marked as text, for any cell separator. */
export function csvLines(rows: readonly (readonly (string | undefined)[])[]): string {
  const guarded = rows.map((row) => row.map((cell) => cell?.replace(INNER_FORMULA, "$1'")));
  const quotes = (cell: unknown) => typeof cell === 'string' && /[;,\t"]/.test(cell);
  return `${papa.unparse(guarded as string[][], { escapeFormulae: FORMULA, quotes, newline: '\r\n' })}\r\n`;
}
