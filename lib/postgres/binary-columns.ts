/**
 * Sends rows as parameters of a statement: one array per column, in PostgreSQL's binary format, which the server only
 * copies. `jsonb_to_recordset` parses the values instead, and took twice the processor time for the records of a
 * delivery.
 */
import { storableJson, withoutNul } from './storable.ts';

/** The element types with their OIDs (`pg_type.oid`). An array inside a row is sent as text. */
const OIDS = { text: 25, boolean: 16, smallint: 21, int: 23, bigint: 20, timestamptz: 1184, jsonb: 3802 } as const;

type Scalar = keyof typeof OIDS;
type ColumnType = Scalar | 'text[]' | 'timestamptz[]';

export interface Columns<Name extends string = string> {
  /** `unnest(…) AS r (…)`, for a FROM clause. */
  from: string;
  /** The SELECT list that reads the row `r`, in the order of `names`. */
  select: string;
  names: readonly Name[];
  /** The number of the first parameter after the parameters of the columns. */
  next: number;
  /** Returns the parameters for the rows. A column that is missing in a row is NULL. */
  parameters(rows: readonly Partial<Record<Name, unknown>>[]): Buffer[];
}

/** @param first the number of the first parameter. Each column has one parameter. */
export function binaryColumns<Name extends string>(first: number, types: Record<Name, ColumnType>): Columns<Name> {
  const columns = Object.entries<ColumnType>(types).map(([name, type]) => ({
    name: name as Name,
    type,
    sent: type in OIDS ? (type as Scalar) : 'text',
  }));
  const arrays = columns.map(({ sent }, index) => `$${first + index}::${sent}[]`);
  return {
    from: `unnest(${arrays.join(', ')}) AS r (${columns.map(({ name }) => name).join(', ')})`,
    select: columns.map(({ name, type, sent }) => (type === sent ? `r.${name}` : `r.${name}::${type}`)).join(', '),
    names: columns.map(({ name }) => name),
    next: first + columns.length,
    parameters: (rows) =>
      columns.map(({ name, type, sent }) => {
        const value = (row: (typeof rows)[number]) => (type === sent ? row[name] : arrayText(row[name]));
        return binaryArray(sent, rows.map(value));
      }),
  };
}

/** The buffer for arrays. It grows for a large array, and shrinks to `MAX_KEPT` afterwards. */
let room = Buffer.allocUnsafe(65_536);
const MAX_KEPT = 2 ** 20;

/** Returns a one-dimensional array in binary format. `undefined` is NULL. */
function binaryArray(type: Scalar, values: readonly unknown[]): Buffer {
  const header = [values.length > 0 ? 1 : 0, 1, OIDS[type], ...(values.length > 0 ? [values.length, 1] : [])];
  let end = 0;
  for (const number of header) end = room.writeInt32BE(number, end);
  for (const value of values) end = write(type, value, end);
  const array = Buffer.from(room.subarray(0, end));
  if (room.length > MAX_KEPT) room = Buffer.allocUnsafe(MAX_KEPT);
  return array;
}

/** Writes the length of one element, then the element. @returns its end position. */
function write(type: Scalar, value: unknown, at: number): number {
  reserve(at + 16);
  if (value === undefined || value === null) return room.writeInt32BE(-1, at);
  switch (type) {
    case 'text':
      return writeText(withoutNul(String(value)), at, at + 4);
    case 'jsonb':
      room[at + 4] = 1; // the version of the format
      return writeText(storableJson(value), at, at + 5);
    case 'boolean':
      return room.writeUInt8(value ? 1 : 0, room.writeInt32BE(1, at));
    case 'smallint':
      return room.writeInt16BE(value as number, room.writeInt32BE(2, at));
    case 'int':
      return room.writeInt32BE(value as number, room.writeInt32BE(4, at));
    case 'bigint':
      return room.writeBigInt64BE(BigInt(value as string | bigint), room.writeInt32BE(8, at));
    case 'timestamptz':
      return room.writeBigInt64BE(BigInt((value as Date).getTime() - EPOCH) * 1000n, room.writeInt32BE(8, at));
  }
}

/** PostgreSQL counts microseconds from this time. */
const EPOCH = Date.UTC(2000, 0, 1);

/** @param at the position of the length. `from` is the position of the text. */
function writeText(text: string, at: number, from: number): number {
  reserve(from + text.length * 3);
  const end = from + room.write(text, from);
  room.writeInt32BE(end - at - 4, at);
  return end;
}

function reserve(end: number): void {
  // Reserve room for the start of the next element too: a NULL or the length of a text.
  if (end + 16 > room.length) room = Buffer.concat([room], (end + 16) * 2);
}

/** Returns an array in PostgreSQL's text format. */
function arrayText(values: unknown): string | undefined {
  if (values === undefined || values === null) return undefined;
  const texts = (values as readonly (string | Date)[]).map((value) =>
    typeof value === 'string' ? value : value.toISOString(),
  );
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
