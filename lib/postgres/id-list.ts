/** Raw statements: Prisma cannot merge the ordered scans of an index. */
import { hotQuery } from './db.ts';
import { DEEP_OFFSET, type IdRange, seek } from './seek.ts';
import { Values } from './sql.ts';

/** The filters of a list. Filters are AND-ed. */
export interface ListFilter extends IdRange {
  environmentId: string;
}

export interface Slice {
  offset: number;
  limit: number;
}

/** A FROM item and its ID column, such as `messages m` and `m.id`. */
export interface Source {
  from: string;
  id: string;
}

/** The SQL that reads the rows of a filter through one index. */
export interface IndexScan<Filter, From extends Source = Source> {
  /** Default: the table of the list. */
  source?: From;
  /** A subquery of rows with the alias `key`. Each key gets one ordered scan. */
  keys?: string;
  /** A condition on the keys. */
  keyWhere?: string;
  with?: string;
  where?: string;
  /** The filters that the scan already applies. */
  holds: readonly (keyof Filter)[];
  /** Whether the scan may find an ID more than once. */
  distinct?: boolean;
}

/** The filter of a statement. Each value gets its parameter number when it is first used. */
export class FilterSql<Filter extends ListFilter> {
  readonly filter: Filter;
  readonly #values: Values;
  readonly #known = new Map<string, string>();

  constructor(filter: Filter, values: Values) {
    this.filter = filter;
    this.#values = values;
  }

  /** Returns the placeholder of a filter's value. */
  of(name: keyof Filter & string): string {
    return this.value(name, this.filter[name]);
  }

  /**
   * Returns the placeholder of a value that does not belong to the filter. Its name must differ from the filter's
   * names.
   */
  value(name: string, value: unknown): string {
    const known = this.#known.get(name) ?? this.#values.add(value);
    this.#known.set(name, known);
    return known;
  }

  within(id: string): string {
    return ` AND ${id} >= ${this.of('floor')} AND ${id} < ${this.of('ceiling')}`;
  }
}

interface Options<Filter extends ListFilter, Index extends string, From extends Source> {
  /** The beginning of the names of the list's prepared statements. */
  name: string;
  source: From;
  /** Returns the index that serves the filter. */
  indexOf: (filter: Filter) => Index;
  indexes: Record<Index, (sql: FilterSql<Filter>) => IndexScan<Filter, From>>;
  /**
   * Returns the condition of each filter, for an index that does not apply the filter itself. The condition is written
   * as a scalar subquery or with an operator, so that the planner does not choose an index for it. Empty if the filter
   * needs no condition.
   */
  conditions: { [name in keyof Omit<Filter, keyof ListFilter>]-?: (sql: FilterSql<Filter>, source: From) => string };
}

/** The rows to read. Without a slice: all rows, unordered, for a count. */
interface Reading {
  slice?: Slice;
  direction?: 'ASC' | 'DESC';
}

/** If a filter matches at most this many rows, all of them are read and then filtered. */
export const SMALL_RESULT = 1_000;

/**
 * A list of IDs of history, newest first, which declares the index for each filter. The list merges the ordered scans
 * of the index, one per key, and applies the other filters to the rows.
 */
export class IdList<Filter extends ListFilter, Index extends string = string, From extends Source = Source> {
  readonly #options: Options<Filter, Index, From>;

  constructor(options: Options<Filter, Index, From>) {
    this.#options = options;
  }

  /** Reads one page. */
  async page(filter: Filter, slice: Slice): Promise<string[]> {
    if (slice.offset <= DEEP_OFFSET) return this.read(filter, slice);
    const skipped = await seek(filter, slice.offset, (range, most) => this.count({ ...filter, ...range }, most));
    return this.read({ ...filter, ceiling: skipped.ceiling }, { ...slice, offset: skipped.offset });
  }

  /** Reads a page by one statement, which is slow if the offset is large. */
  read(filter: Filter, slice: Slice, direction: 'ASC' | 'DESC' = 'DESC'): Promise<string[]> {
    return readIds(this.nameOf(filter, direction), (values) => this.statement(filter, values, { slice, direction }));
  }

  /** Counts the matching rows, up to `most`. */
  async count(filter: Filter, most: number): Promise<number> {
    const values = new Values();
    const text = `SELECT count(*)::int AS count FROM (${this.statement(filter, values)} LIMIT ${values.add(most)}) counted`;
    const [row] = await hotQuery<{ count: number }>(this.nameOf(filter), text, values.list);
    return row?.count ?? 0;
  }

  /**
   * Returns all IDs of a filter that usually matches few rows. If there are more than `SMALL_RESULT`, returns the range
   * of the IDs instead.
   */
  async fewOrRange(filter: Filter): Promise<string[] | IdRange> {
    const ids = await this.read(filter, { offset: 0, limit: SMALL_RESULT + 1 });
    if (ids.length <= SMALL_RESULT) return ids;
    const [oldest = filter.floor] = await this.read(filter, { offset: 0, limit: 1 }, 'ASC');
    return { floor: oldest, ceiling: `${ids[0]}0` };
  }

  /** Returns those of the given IDs that match the whole filter, newest first. */
  async filtered(ids: string[], filter: Filter, slice: Slice): Promise<string[]> {
    if (ids.length === 0) return [];
    return readIds(this.filterName(filter), (values) => this.filterStatement(ids, filter, values, { slice }));
  }

  /** Selects the IDs that match the filter, as `id`. */
  statement(filter: Filter, values: Values, { slice, direction = 'DESC' }: Reading = {}): string {
    const sql = new FilterSql(filter, values);
    const scan = this.#options.indexes[this.#options.indexOf(filter)](sql);
    const { keys, keyWhere = '', with: before = '', source = this.#options.source } = scan;
    const rows = `${source.id} AS id FROM ${source.from} WHERE ${aliasOf(source)}.environment_id = ${sql.of('environmentId')}
      ${scan.where ? `AND ${scan.where}` : ''}${sql.within(source.id)}${this.#rest(sql, source, scan.holds)}`;
    const order = slice ? `ORDER BY id ${direction}` : '';
    const page = slice ? `LIMIT ${values.add(slice.limit)} OFFSET ${values.add(slice.offset)}` : '';
    if (!keys) return `SELECT ${scan.distinct ? 'DISTINCT' : ''} ${rows} ${order} ${page}`;
    // `OFFSET 0` prevents the planner from turning the scans into one join.
    const depth = slice ? `${order} LIMIT ${values.add(slice.offset + slice.limit)}` : 'OFFSET 0';
    return `${before} SELECT found.id FROM ${keys} CROSS JOIN LATERAL (SELECT ${rows} ${depth}) found
      WHERE true${keyWhere} ${order} ${page}`;
  }

  /** Selects those of the given IDs that match the filter and `more`, newest first. */
  filterStatement(
    ids: string[],
    filter: Filter,
    values: Values,
    { slice, more }: { slice?: Slice; more?: (sql: FilterSql<Filter>) => string } = {},
  ): string {
    const sql = new FilterSql(filter, values);
    const { source } = this.#options;
    const alias = aliasOf(source);
    return `SELECT ${source.id} FROM unnest(${values.add(ids)}::text[]) AS wanted (id)
      JOIN ${source.from} ON ${alias}.environment_id = ${sql.of('environmentId')} AND ${source.id} = wanted.id
      WHERE true${sql.within(source.id)}${more?.(sql) ?? ''}${this.#rest(sql, source, [])}
      ORDER BY ${source.id} DESC ${slice ? `LIMIT ${values.add(slice.limit)} OFFSET ${values.add(slice.offset)}` : ''}`;
  }

  /**
   * Returns the name of the prepared statement that lists the IDs, or without a direction counts them. Statements with
   * the same name have the same SQL.
   */
  nameOf(filter: Filter, direction?: 'ASC' | 'DESC'): string {
    const { name, indexOf } = this.#options;
    const what = direction === undefined ? `${name}-count` : name;
    return `${what}-${indexOf(filter)} ${this.#shapeOf(filter)} ${direction ?? ''}`.trimEnd();
  }

  /** @param what is the name of an additional filter. */
  filterName(filter: Filter, what = ''): string {
    return `${this.#options.name}-filter${what} ${this.#shapeOf(filter)}`;
  }

  /** Returns the conditions of all filters except those that the index already applies (`holds`). */
  #rest(sql: FilterSql<Filter>, source: From, holds: readonly (keyof Filter)[]): string {
    const open = this.#names.filter((name) => sql.filter[name] !== undefined && !holds.includes(name));
    const conditions = open.map((name) => this.#options.conditions[name](sql, source));
    return conditions.map((condition) => condition && ` AND ${condition}`).join('');
  }

  /** Returns one letter for each filter that is set. Filters with the same letters have the same SQL. */
  #shapeOf(filter: Filter): string {
    return this.#names.map((name, at) => (filter[name] === undefined ? '' : LETTERS.charAt(at))).join('');
  }

  get #names() {
    return Object.keys(this.#options.conditions) as (keyof Omit<Filter, keyof ListFilter> & string)[];
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Returns the alias of a source: the part of its ID column before the dot. */
function aliasOf({ id }: Source): string {
  return id.slice(0, id.indexOf('.'));
}

/** Reads the IDs that a statement selects as `id`. */
export async function readIds(name: string, textOf: (values: Values) => string): Promise<string[]> {
  const values = new Values();
  const rows = await hotQuery<{ id: string }>(name, textOf(values), values.list);
  return rows.map(({ id }) => id);
}
