/**
 * Rows as parameters of a statement: for each column an array, in the binary format of PostgreSQL. The server copies its values, where
 * `jsonb_to_recordset` parses them: measured for the records of a delivery, that took twice the processor time.
 */
import { storableJson, withoutNul } from './storable.ts';

/** The element types, with what identifies them to PostgreSQL (`pg_type.oid`). An array inside a row travels as its text. */
const OIDS = { text: 25, boolean: 16, smallint: 21, int: 23, bigint: 20, timestamptz: 1184, jsonb: 3802 } as const;

type Scalar = keyof typeof OIDS;
type ColumnType = Scalar | 'text[]' | 'timestamptz[]';

export interface Columns<Name extends string = string> {
  /** `unnest(…) AS r (…)`, for a FROM. */
  from: string;
  /** The list of a SELECT that reads the row `r`, in the order of `names`. */
  select: string;
  names: readonly Name[];
  /** The number of the first parameter after these. */
  next: number;
  /** The parameters of the rows. A column that a row does not name is NULL. */
  parameters(rows: readonly Partial<Record<Name, unknown>>[]): Buffer[];
}

/** @param first the number of the first of the parameters: there is one for each column. */
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

/** The buffer in which arrays are written. It grows for a large array, and is then not kept. */
let room = Buffer.allocUnsafe(65_536);
const MAX_KEPT = 2 ** 20;

/** An array of one dimension. `undefined` is NULL. */
function binaryArray(type: Scalar, values: readonly unknown[]): Buffer {
  const header = [values.length > 0 ? 1 : 0, 1, OIDS[type], ...(values.length > 0 ? [values.length, 1] : [])];
  let end = 0;
  for (const number of header) end = room.writeInt32BE(number, end);
  for (const value of values) end = write(type, value, end);
  const array = Buffer.from(room.subarray(0, end));
  if (room.length > MAX_KEPT) room = Buffer.allocUnsafe(MAX_KEPT);
  return array;
}

/** Writes one element, its length before it. @returns where it ends. */
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

/** PostgreSQL counts microseconds from here. */
const EPOCH = Date.UTC(2000, 0, 1);

/** @param at where the length is written, and `from` where the text begins. */
function writeText(text: string, at: number, from: number): number {
  reserve(from + text.length * 3);
  const end = from + room.write(text, from);
  room.writeInt32BE(end - at - 4, at);
  return end;
}

function reserve(end: number): void {
  // Room for the element that follows too: a NULL or the length of a text.
  if (end + 16 > room.length) room = Buffer.concat([room], (end + 16) * 2);
}

/** As PostgreSQL reads an array from a text. */
function arrayText(values: unknown): string | undefined {
  if (values === undefined || values === null) return undefined;
  const texts = (values as readonly (string | Date)[]).map((value) =>
    typeof value === 'string' ? value : value.toISOString(),
  );
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
