/** Converts CSV files to bodies of the bulk operation. Pure. The parser is a parameter, because it is loaded on demand. */
import type { ParseStepResult } from 'papaparse';
import type { z } from 'zod';
import { issueText } from '#lib/api/issue-text.ts';
import { withoutInvisible, withoutMeaningless } from '#lib/text/invisible.ts';
import { CreateSubscriberBody } from './schema.ts';

/** The possible uses of a column: a field, all custom data as JSON, one key of the custom data, or none. */
export const COLUMN_USES = [
  { value: 'subscriberId', label: 'Subscriber ID' },
  { value: 'firstName', label: 'First name' },
  { value: 'lastName', label: 'Last name' },
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'locale', label: 'Language' },
  { value: 'timezone', label: 'Time zone' },
  { value: 'avatar', label: 'Picture' },
  { value: 'key', label: 'Custom data' },
  { value: 'data', label: 'All custom data (JSON)' },
  { value: 'ignore', label: 'Not imported' },
] as const;
export type ColumnUse = (typeof COLUMN_USES)[number]['value'];

/** A row of a file. `line` is the row's first line, counted from 1. A row with line breaks in its cells has several lines. */
interface CsvRow {
  line: number;
  cells: string[];
}

export interface RowProblem {
  line: number;
  reason: string;
}

export const SEPARATORS = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
] as const;
export type Separator = (typeof SEPARATORS)[number]['value'];

export interface CsvTable {
  separator: Separator;
  header: string[];
  rows: CsvRow[];
  problems: RowProblem[];
  /** Notes about changes in the header. */
  notes: RowProblem[];
}

export interface ImportRow {
  line: number;
  body: CreateSubscriberBody;
}

/** The part of papaparse that is used. */
export type ParseCsv = (
  text: string,
  config: {
    delimiter: string;
    delimitersToGuess: string[];
    skipEmptyLines: 'greedy';
    step: (result: ParseStepResult<string[]>) => void;
  },
) => unknown;

/** The largest number of subscribers, and the approximate number of bytes, in one request. */
const BATCH_ROWS = 500;
const BATCH_BYTES = 400_000;

/** The first line of some spreadsheets, which names the separator: `sep=;`. */
const HINT = /^"?sep=(.)"?[,;\t|]*(?:\n|$)/i;

/** Matches rows with only empty cells. */
const EMPTY_LINES = /^(?:(?:[ \t,;|]|"")*\n)*/;

/**
 * Reads a file whose first row names the columns. Empty rows are omitted.
 *
 * @param chosen the separator. Default: the separator that the file names in its first line, or else the separator that
 * fits best.
 */
export function readCsv(parse: ParseCsv, text: string, chosen?: Separator): CsvTable {
  const whole = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const [hint = '', named = ''] = HINT.exec(whole) ?? [];
  const unified = whole.slice(hint.length);
  const rows: CsvRow[] = [];
  const problems: RowProblem[] = [];
  let line = hint === '' ? 1 : 2;
  let read = 0;
  let separator = chosen ?? (isSeparator(named) ? named : undefined);
  parse(unified, {
    delimiter: separator ?? '',
    delimitersToGuess: SEPARATORS.map(({ value }) => value),
    // Otherwise the detection of the separator counts a final line break as a row of one cell.
    skipEmptyLines: 'greedy',
    step: ({ data, errors, meta }) => {
      separator ??= isSeparator(meta.delimiter) ? meta.delimiter : undefined;
      // The parsed text of a row begins with the empty lines before it.
      const skipped = EMPTY_LINES.exec(unified.slice(read, meta.cursor))?.[0] ?? '';
      line += skipped.split('\n').length - 1;
      read += skipped.length;
      const at = line;
      line += unified.slice(read, meta.cursor).split('\n').length - 1;
      read = meta.cursor;
      if (data.every((cell) => cell.trim() === '')) return;
      const [error] = errors.filter(({ type }) => type === 'Quotes');
      if (error) problems.push({ line: at, reason: 'A quotation mark is not closed, or is inside a cell.' });
      else rows.push({ line: at, cells: data.map(cellText) });
    },
  });
  const [first, ...rest] = rows;
  const names = first?.cells ?? [];
  const header = names.map((name) => withoutMeaningless(name).trim());
  const changed = header.filter((name, index) => name !== names[index]);
  const notes = first && changed.length > 0 ? [removedNote(first.line, changed)] : [];
  return { separator: separator ?? ',', header, rows: rest, problems, notes };
}

function isSeparator(text: string): text is Separator {
  return SEPARATORS.some(({ value }) => value === text);
}

/** Returns the text of a cell. Spreadsheets write `="00123"` to preserve leading zeros. */
function cellText(cell: string): string {
  const text = cell.trim();
  const [, formula] = /^="((?:[^"]|"")*)"$/.exec(text) ?? [];
  return formula === undefined ? text : formula.replaceAll('""', '"').trim();
}

const synonyms: Record<string, ColumnUse> = {
  id: 'subscriberId',
  subscriberid: 'subscriberId',
  userid: 'subscriberId',
  externalid: 'subscriberId',
  customerid: 'subscriberId',
  firstname: 'firstName',
  givenname: 'firstName',
  lastname: 'lastName',
  surname: 'lastName',
  familyname: 'lastName',
  email: 'email',
  mail: 'email',
  emailaddress: 'email',
  phone: 'phone',
  phonenumber: 'phone',
  mobile: 'phone',
  telephone: 'phone',
  locale: 'locale',
  language: 'locale',
  timezone: 'timezone',
  tz: 'timezone',
  avatar: 'avatar',
  picture: 'avatar',
  data: 'data',
};

/** Guesses the use of each column by its name. Each use is assigned once. Other columns are not imported. */
export function guessUses(header: readonly string[]): ColumnUse[] {
  const taken = new Set<ColumnUse>();
  return header.map((name) => {
    const use = synonyms[name.toLowerCase().replace(/[^a-z]/g, '')];
    if (use === undefined || taken.has(use)) return 'ignore';
    taken.add(use);
    return use;
  });
}

/** Returns why columns with these uses cannot be imported. Undefined if they can. */
export function usesProblem(uses: readonly ColumnUse[]): string | undefined {
  if (!uses.includes('subscriberId')) return 'Choose the column that holds the subscriber ID.';
  const single = COLUMN_USES.filter(({ value }) => value !== 'key' && value !== 'ignore');
  const twice = single.find(({ value }) => uses.filter((use) => use === value).length > 1);
  if (twice) return `Two columns are used as “${twice.label}”.`;
  if (uses.includes('data') && uses.includes('key'))
    return 'Use one JSON column for custom data, or separate columns, but not both.';
  return undefined;
}

/**
 * The uses of a column in which line breaks and joiners have a meaning. In other columns, invisible characters only
 * make different texts look alike.
 */
const FREE_TEXT = new Set<ColumnUse>(['firstName', 'lastName', 'key', 'data']);

/**
 * Converts rows to bodies, with notes about changed cells. Empty cells are omitted, so that stored values stay. If several
 * rows have the same ID, only the first counts. Rows that the API would reject become problems.
 */
export function readRows({ header, rows, problems, notes: headerNotes }: CsvTable, uses: readonly ColumnUse[]) {
  const ready: ImportRow[] = [];
  const wrong = [...problems];
  const notes = [...headerNotes];
  const lines = new Map<string, number>();
  for (const { line, cells: written } of rows) {
    const { cells, removed } = seenCells(written, header, uses);
    if (removed.length > 0) notes.push(removedNote(line, removed));
    const body = cells.length > header.length ? tooManyCells(cells, header) : bodyOf(header, uses, cells);
    const parsed = typeof body === 'string' ? undefined : CreateSubscriberBody.safeParse(body);
    const id = parsed?.data?.subscriberId;
    const earlier = id === undefined ? undefined : lines.get(id);
    if (typeof body === 'string') wrong.push({ line, reason: body });
    else if (!parsed?.data) wrong.push({ line, reason: reasonOf(parsed?.error?.issues ?? []) });
    else if (earlier !== undefined) wrong.push({ line, reason: `The ID ${id} is already in line ${earlier}.` });
    else {
      lines.set(parsed.data.subscriberId, line);
      ready.push({ line, body: parsed.data });
    }
  }
  return { ready, problems: wrong.sort((a, b) => a.line - b.line), notes };
}

function seenCells(written: readonly string[], header: readonly string[], uses: readonly ColumnUse[]) {
  const removed: string[] = [];
  const cells = written.map((cell, index) => {
    const use = uses[index] ?? 'ignore';
    if (use === 'ignore') return cell;
    const seen = FREE_TEXT.has(use) ? withoutMeaningless(cell).trim() : withoutInvisible(cell).trim();
    if (seen !== cell) removed.push(use === 'key' ? (header[index] ?? '') : (labels[use] ?? use));
    return seen;
  });
  return { cells, removed };
}

function removedNote(line: number, places: readonly string[]): RowProblem {
  return { line, reason: `Invisible characters were removed: ${places.join(', ')}.` };
}

function tooManyCells(cells: readonly string[], header: readonly string[]): string {
  return `The row has ${cells.length} cells, but there are ${header.length} columns.`;
}

/** Returns the body of a row, or the text of a problem. */
function bodyOf(header: readonly string[], uses: readonly ColumnUse[], cells: readonly string[]): object | string {
  if (!cells[uses.indexOf('subscriberId')]) return 'The subscriber ID is missing.';
  const body: Record<string, unknown> = {};
  const keys: [string, string][] = [];
  for (const [index, use] of uses.entries()) {
    const cell = cells[index] ?? '';
    if (cell === '' || use === 'ignore') continue;
    if (use === 'key') keys.push([header[index] ?? '', cell]);
    else if (use !== 'data') body[use] = cell;
    else {
      try {
        body.data = JSON.parse(cell);
      } catch {
        return 'Custom data: must be JSON.';
      }
    }
  }
  return keys.length > 0 ? { ...body, data: Object.fromEntries(keys) } : body;
}

const labels = Object.fromEntries(COLUMN_USES.map(({ value, label }) => [value, label]));

function reasonOf(issues: readonly z.core.$ZodIssue[]): string {
  return issues
    .map((issue) => `${labels[String(issue.path[0])] ?? String(issue.path[0])}: ${issueText(issue)}.`)
    .join(' ');
}

/** Splits rows into requests of a size that the API accepts. */
export function batchesOf<Row extends { body: unknown }>(rows: readonly Row[]): Row[][] {
  const batches: Row[][] = [];
  let bytes = BATCH_BYTES;
  for (const row of rows) {
    const size = JSON.stringify(row.body).length * 2;
    const last = batches.at(-1);
    if (last && last.length < BATCH_ROWS && bytes + size <= BATCH_BYTES) {
      last.push(row);
      bytes += size;
    } else {
      batches.push([row]);
      bytes = size;
    }
  }
  return batches;
}

/** Decodes a file in UTF-8, UTF-16 or Windows-1252, which old spreadsheet programs write. */
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
