/** Converts CSV files to bodies of the bulk operation. Pure. */
import type { CsvTable, RowProblem } from '#lib/subscribers/import.ts';
import { withoutInvisible } from '#lib/text/invisible.ts';
import { CAUSE_NAMES, type Cause, isSuppressedChannel, type SuppressedChannel } from './causes.ts';

export interface SuppressionRow {
  /** The line in the file, counted from 1. */
  line: number;
  body: { channel: SuppressedChannel; address: string; cause?: Cause; note?: string };
}

export interface SuppressionRows {
  ready: SuppressionRow[];
  /** Rows that cannot be sent, with the reason. */
  problems: RowProblem[];
}

/** The possible names of the column with the address, including names in exports of vendors. */
const ADDRESS = ['address', 'email', 'emailaddress', 'recipient', 'phone', 'phonenumber'];
const NOTE = ['note', 'reason'];

/**
 * Reads the rows of a file. The channel follows from the address if there is no column for it. This function does not
 * repeat the rules for addresses, because the service checks them.
 */
export function readSuppressions({ header, rows, problems }: CsvTable): SuppressionRows {
  const names = header.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''));
  const columnOf = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
  const [address, channel, cause, note] = [
    columnOf(ADDRESS),
    columnOf(['channel']),
    columnOf(['cause']),
    columnOf(NOTE),
  ];
  const wrong = [...problems];
  if (address === -1) {
    const reason = 'No column is named “address” or “email”.';
    return { ready: [], problems: [...wrong, { line: 1, reason }] };
  }
  const ready = rows.flatMap(({ line, cells }): SuppressionRow[] => {
    const at = (column: number) => withoutInvisible(cells[column] ?? '').trim();
    const [to, given, why] = [at(address), at(channel).toLowerCase(), at(cause)];
    const isCause = (text: string): text is Cause => (CAUSE_NAMES as readonly string[]).includes(text);
    if (to === '') wrong.push({ line, reason: 'The address is missing.' });
    else if (given !== '' && !isSuppressedChannel(given))
      wrong.push({ line, reason: 'The channel must be email or sms.' });
    else if (why !== '' && !isCause(why))
      wrong.push({ line, reason: `The cause must be one of ${CAUSE_NAMES.join(', ')}.` });
    else {
      const body = { channel: channelOf(given, to), address: to, ...(at(note) && { note: at(note) }) };
      return [{ line, body: { ...body, ...(isCause(why) && { cause: why }) } }];
    }
    return [];
  });
  return { ready, problems: wrong.sort((a, b) => a.line - b.line) };
}

function channelOf(given: string, address: string): SuppressedChannel {
  if (isSuppressedChannel(given)) return given;
  return address.includes('@') ? 'email' : 'sms';
}
