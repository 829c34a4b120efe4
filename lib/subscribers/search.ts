/** The raw statements behind 4.3 and `q`. The search terms decide which index serves a search. */

import { LRUCache } from 'lru-cache';
import { execute, hotQuery, readTogether } from '#lib/postgres/db.ts';
import { canLookUpAllLetters } from '#lib/postgres/locale.ts';
import { containing, Values } from '#lib/postgres/sql.ts';
import { relevanceOf } from './relevance.ts';
import type { FoldedWords } from './search-terms.ts';
import { SUBSCRIBER_ROW, type SubscriberRow } from './wire.ts';

/** The filters of 4.3. `email`, `phone` and `name` match case-sensitive substrings, `subscriberId` matches exactly. */
interface SubscriberFilters {
  email?: string;
  phone?: string;
  name?: string;
  subscriberId?: string;
  /** Typed words, found in name, email, phone and ID in any order and regardless of case and accents. */
  words?: FoldedWords;
}

/** `relevance`: the best matches of `words` come first, and among equal matches the newest. */
export type SortColumn = 'id' | 'updated_at' | 'relevance';

/**
 * The position of a row in a list, even if the row was deleted since. `updatedAt` and `relevance` are set only if the list is
 * sorted by them. A list by relevance has positions without it if it was too long to be sorted by it.
 */
export interface Position {
  id: string;
  updatedAt?: Date;
  relevance?: number | undefined;
}

/** The environment, the filters and the order of a list. */
export interface SubscriberList {
  environmentId: string;
  filters: SubscriberFilters;
  sort: SortColumn;
}

/** One step through the list: from a position, in a direction. */
export interface Scan {
  descending: boolean;
  from?: Position | undefined;
  /** Whether the row at `from` is part of the result. */
  inclusive?: boolean;
  limit: number;
}

export interface Found {
  /** In the order of the scan. */
  rows: SubscriberRow[];
  /** The position at which reading stopped, if it stopped before the limit and before the end of the list. */
  stoppedAt?: Position;
  /** Whether rows precede `from`, if the statement found out. */
  hasBefore?: boolean;
  /** The relevance of each row by its ID, if the list is sorted by it. */
  relevance?: ReadonlyMap<string, number>;
}

export interface Count {
  count: number;
  /** Whether there may be more. */
  capped: boolean;
}

/** The largest number that 4.3 counts. */
const COUNT_CAP = 50_000;

/** The number of rows that a search reads in list order before it uses the trigram index. */
const PROBE_ROWS = 2_000;

/** The largest number of rows that one request reads for a term that no index can find. */
export const WALK_ROWS = 50_000;

const beyondCap = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

interface TrigramIds {
  ids: string[];
  /** The relevance of each ID, if the list is sorted by it. */
  relevances: number[];
  total: number;
}

/** The search of one request. It counts matches at most once. */
export class SubscriberSearch {
  readonly #list: SubscriberList;
  #count: Promise<Count> | undefined;
  #byId: SubscriberSearch | undefined;

  constructor(list: SubscriberList) {
    this.#list = list;
  }

  /**
   * Returns the rows of one step through the list.
   *
   * A search first reads the next rows in list order, which is enough for common terms. If this finds too few rows, the
   * search reads all matches from the trigram index and sorts them. If a term has more matches than COUNT_CAP, it first
   * searches further in list order. For a term without trigrams, there is only one read, which is longer and may stop before
   * the list ends.
   */
  async read(scan: Scan): Promise<Found> {
    if (this.#list.sort === 'relevance') return this.#byRelevance(scan);
    if ((await this.#way()) === 'order') return this.#inOrder(scan);
    const { ids, ...rest } = await this.#ids(scan);
    if (ids === 'order') return this.#inOrder(scan);
    return { rows: await this.#rows(ids), ...rest };
  }

  /** Whether the scan finds a row, or may find one if it continues. */
  async findsAny(scan: Omit<Scan, 'limit'>): Promise<boolean> {
    const one = { ...scan, limit: 1 };
    if (this.#list.sort === 'relevance') {
      const ranked = await this.#ranked(one);
      return ranked ? ranked.size > 0 : this.#newest().findsAny(scan);
    }
    const { ids, stoppedAt } = await this.#ids(one);
    if (ids === 'order') return (await this.#idsInOrder(one)).length > 0;
    return ids.length > 0 || stoppedAt !== undefined;
  }

  /** Sorts by relevance, which requires all matches. If there are more than COUNT_CAP, or no index, sorts by ID. */
  async #byRelevance(scan: Scan): Promise<Found> {
    const relevance = await this.#ranked(scan);
    return relevance ? { rows: await this.#rows([...relevance.keys()]), relevance } : this.#newest().read(scan);
  }

  #newest(): SubscriberSearch {
    this.#byId ??= new SubscriberSearch({ ...this.#list, sort: 'id' });
    return this.#byId;
  }

  /** Returns the relevance of the matches by ID, in the order of the scan. Undefined if the list is not sorted by it. */
  async #ranked(scan: Scan): Promise<ReadonlyMap<string, number> | undefined> {
    const { filters } = this.#list;
    if (scan.from && scan.from.relevance === undefined) return undefined;
    if (!filters.words || (await this.#way()) !== 'trigrams' || beyondCap.has(this.#key())) return undefined;
    const { ids, total, relevances } = await this.#trigramIds(scan, COUNT_CAP + 1);
    this.#count ??= Promise.resolve(this.#capped(total));
    if (total > COUNT_CAP) return undefined;
    return new Map(ids.map((id, at) => [id, relevances[at] ?? 0]));
  }

  /** Counts the matching subscribers, up to COUNT_CAP. */
  count(): Promise<Count> {
    this.#count ??= this.#counted();
    return this.#count;
  }

  /** Returns how to find rows: in list order, by exact ID, by the trigram index, or only by reading rows. */
  async #way(): Promise<'order' | 'id' | 'trigrams' | 'reading'> {
    const terms = termsOf(this.#list.filters);
    if (this.#list.filters.subscriberId !== undefined) return 'id';
    if (terms.length === 0) return 'order';
    const allLetters = await canLookUpAllLetters();
    return terms.some((term) => hasTrigrams(term, allLetters)) ? 'trigrams' : 'reading';
  }

  /** Returns the IDs of one step, or `order` if the rows should be read in list order without a limit on the distance. */
  async #ids(scan: Scan): Promise<{ ids: string[] | 'order'; stoppedAt?: Position }> {
    const way = await this.#way();
    if (way === 'order') return { ids: 'order' };
    if (way === 'id') return { ids: await this.#idsInOrder(scan) };
    const found = await this.#probe(scan, way === 'reading' ? WALK_ROWS : PROBE_ROWS);
    if (found.length >= scan.limit) return { ids: found };
    if (way === 'reading') {
      const stoppedAt = await this.#position(scan, WALK_ROWS);
      return stoppedAt ? { ids: found, stoppedAt } : { ids: found };
    }
    if (this.#count === undefined && !beyondCap.has(this.#key())) {
      const { ids, total } = await this.#trigramIds(scan, COUNT_CAP + 1);
      this.#count = Promise.resolve(this.#capped(total));
      if (total <= COUNT_CAP) return { ids };
    } else if (!(await this.count()).capped) return this.#trigramIds(scan);
    // Many matches, but few nearby, so they are close together elsewhere. The search table has no times of update.
    if (this.#list.sort === 'updated_at') return { ids: 'order' };
    const further = await this.#probe(scan, WALK_ROWS);
    return further.length >= scan.limit ? { ids: further } : this.#trigramIds(scan);
  }

  async #inOrder(scan: Scan): Promise<Found> {
    const sql = new Conditions(this.#list);
    const where = sql.where(scan);
    const limit = sql.add(scan.limit);
    const before = sql.hasBefore(scan);
    // A page without filters is quick to read. A search may read many rows, so it uses a separate connection.
    const read = termsOf(this.#list.filters).length === 0 ? readTogether : hotQuery;
    const rows = await read<SubscriberRow & { has_before: boolean | null }>(
      `subscribers-walk ${sql.shape(scan)}`,
      `SELECT ${SUBSCRIBER_ROW}, ${before} AS has_before FROM subscribers s WHERE ${where} ${sql.orderBy(scan)} LIMIT ${limit}`,
      sql.list,
    );
    return { rows, hasBefore: rows[0]?.has_before ?? false };
  }

  #rows(ids: string[]): Promise<SubscriberRow[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return readTogether<SubscriberRow>(
      'subscribers-by-ids',
      `SELECT ${SUBSCRIBER_ROW} FROM unnest($2::text[]) WITH ORDINALITY AS wanted (id, position)
       JOIN subscribers s ON s.environment_id = $1 AND s.id = wanted.id ORDER BY wanted.position`,
      [this.#list.environmentId, ids],
    );
  }

  async #idsInOrder(scan: Scan): Promise<string[]> {
    const sql = new Conditions(this.#list);
    const where = sql.where(scan);
    const limit = sql.add(scan.limit);
    const text = `SELECT s.id FROM subscribers s WHERE ${where} ${sql.orderBy(scan)} LIMIT ${limit}`;
    return idsOf(hotQuery(`subscribers-walk-ids ${sql.shape(scan)}`, text, sql.list));
  }

  /** Returns the matches among the next `most` rows. */
  async #probe(scan: Scan, most: number): Promise<string[]> {
    const sql = new Conditions(this.#list);
    const window = `SELECT s.* FROM subscribers s WHERE s.environment_id = $1${sql.place(scan)} ${sql.orderBy(scan)} LIMIT ${most}`;
    const filters = sql.filters();
    const limit = sql.add(scan.limit);
    const text = `SELECT s.id FROM (${window}) s WHERE true${filters} LIMIT ${limit}`;
    return idsOf(hotQuery(`subscribers-probe-${most} ${sql.shape(scan)}`, text, sql.list));
  }

  /** Returns the position of the row `distance` rows further, whether or not it matches. */
  async #position(scan: Scan, distance: number): Promise<Position | undefined> {
    const sql = new Conditions(this.#list);
    const columns = this.#list.sort === 'id' ? 's.id' : 's.id, s.updated_at AS "updatedAt"';
    const [row] = await hotQuery<Position & { id: string }>(
      `subscribers-position-${distance} ${sql.shape(scan, {})}`,
      `SELECT ${columns} FROM subscribers s WHERE s.environment_id = $1${sql.place(scan)} ${sql.orderBy(scan)}
       OFFSET ${distance - 1} LIMIT 1`,
      sql.list,
    );
    return row;
  }

  /** Reads the matches from the trigram index. With `most`, reads and counts at most this many. */
  async #trigramIds(scan: Scan, most?: number): Promise<TrigramIds> {
    const { sort, filters } = this.#list;
    const sql = new Conditions(this.#list);
    const where = sql.filters(await canLookUpAllLetters());
    const relevance = sort === 'relevance' ? relevanceOf(filters.words ?? [], sql) : '0';
    const place = sql.place(scan);
    const limit = sql.add(scan.limit);
    const byUpdate = sort === 'updated_at';
    const times = byUpdate ? 'JOIN subscribers r ON r.environment_id = $1 AND r.id = s.id' : '';
    const order = sql.orderBy(scan);
    // Planned for these terms, because a generic plan cannot choose the better one of two indexes.
    const [row] = await execute<TrigramIds>(
      `WITH s AS MATERIALIZED (
         SELECT s.id, ${relevance} AS relevance${byUpdate ? ', r.updated_at' : ''}
         FROM subscriber_search s ${times} WHERE s.environment_id = $1${where} ${most === undefined ? '' : `LIMIT ${most}`}),
       page AS (SELECT s.id, s.relevance, row_number() OVER (${order}) AS place FROM s WHERE true${place} ${order} LIMIT ${limit})
       SELECT coalesce(array_agg(id ORDER BY page.place), '{}') AS ids,
         coalesce(array_agg(relevance ORDER BY page.place), '{}') AS relevances,
         ${most === undefined ? '0' : '(SELECT count(*)::int FROM s)'} AS total FROM page`,
      sql.list,
    );
    return row ?? { ids: [], relevances: [], total: 0 };
  }

  /** Counts the matches. A count above COUNT_CAP is cached for a minute. */
  async #counted(): Promise<Count> {
    if (beyondCap.has(this.#key())) return { count: COUNT_CAP, capped: true };
    const way = await this.#way();
    if (way === 'reading') return this.#countedByReading();
    const sql = new Conditions(this.#list);
    const conditions = sql.filters(way === 'trigrams' ? await canLookUpAllLetters() : undefined);
    const text = `SELECT count(*)::int AS count FROM (
      SELECT 1 FROM ${way === 'trigrams' ? 'subscriber_search' : 'subscribers'} s WHERE s.environment_id = $1${conditions}
      LIMIT ${COUNT_CAP + 1}) s`;
    const [row] = await (way === 'trigrams'
      ? execute<{ count: number }>(text, sql.list)
      : hotQuery<{ count: number }>(`subscribers-count ${way} ${sql.shape()}`, text, sql.list));
    return this.#capped(row?.count ?? 0);
  }

  #capped(count: number): Count {
    if (count > COUNT_CAP) beyondCap.set(this.#key(), true);
    return { count: Math.min(count, COUNT_CAP), capped: count > COUNT_CAP };
  }

  #key(): string {
    const { environmentId, filters } = this.#list;
    return JSON.stringify([environmentId, filters.subscriberId, ...termsOf(filters)]);
  }

  /** Counts only among the newest rows. If there are older rows, there may be more matches. */
  async #countedByReading(): Promise<Count> {
    const sql = new Conditions(this.#list);
    const conditions = sql.filters();
    const [row] = await hotQuery<{ count: number; read: number }>(
      `subscribers-count-read ${sql.shape()}`,
      `SELECT count(*) FILTER (WHERE true${conditions})::int AS count, count(*)::int AS read FROM (
         SELECT s.email, s.phone, s.name, s.search FROM subscribers s WHERE s.environment_id = $1 ORDER BY s.id DESC LIMIT ${WALK_ROWS + 1}) s`,
      sql.list,
    );
    return { count: Math.min(row?.count ?? 0, COUNT_CAP), capped: (row?.read ?? 0) > WALK_ROWS };
  }
}

const idsOf = async (rows: Promise<{ id: string }[]>) => (await rows).map((row) => row.id);

/** The conditions of one statement with their values; $1 is the environment. */
class Conditions extends Values {
  readonly #list: SubscriberList;

  constructor(list: SubscriberList) {
    super(list.environmentId);
    this.#list = list;
  }

  where(scan: Scan): string {
    return `s.environment_id = $1${this.filters()}${this.place(scan)}`;
  }

  /**
   * @param allLetters whether the trigram indexes cover letters of all languages. Undefined if rows are read in list order,
   * without an index for terms.
   */
  filters(allLetters?: boolean): string {
    const { subscriberId } = this.#list.filters;
    let sql = subscriberId === undefined ? '' : ` AND s.subscriber_id = ${this.add(subscriberId)}`;
    for (const term of termsOf(this.#list.filters)) {
      // A condition on an expression does not use the index, which without a trigram would return every row of the
      // environment.
      const byTrigram = allLetters !== undefined && hasTrigrams(term, allLetters);
      const column = byTrigram ? `s.${term.column}` : `(s.${term.column} || '')`;
      sql += ` AND (${term.anyOf.map((text) => `${column} LIKE ${this.add(containing(text))}`).join(' OR ')})`;
    }
    return sql;
  }

  place({ from, descending, inclusive }: Omit<Scan, 'limit'>): string {
    if (!from) return '';
    const operator = (descending ? '<' : '>') + (inclusive ? '=' : '');
    if (this.#list.sort === 'id') return ` AND s.id ${operator} ${this.add(from.id)}`;
    if (this.#list.sort === 'relevance')
      return ` AND (s.relevance, s.id) ${operator} (${this.add(from.relevance)}, ${this.add(from.id)})`;
    return ` AND (s.updated_at, s.id) ${operator} (${this.add(from.updatedAt)}, ${this.add(from.id)})`;
  }

  /** Returns SQL that is true if a row precedes the scan's start, otherwise null. */
  hasBefore({ from, descending, inclusive = false }: Scan): string {
    if (!from) return 'NULL::boolean';
    const back = { from, descending: !descending, inclusive: !inclusive };
    return `(SELECT true FROM subscribers s WHERE s.environment_id = $1${this.filters()}${this.place(back)}
      ${this.orderBy(back)} LIMIT 1)`;
  }

  orderBy({ descending }: Pick<Scan, 'descending'>): string {
    const direction = descending ? 'DESC' : 'ASC';
    return this.#list.sort === 'id'
      ? `ORDER BY s.id ${direction}`
      : `ORDER BY s.${this.#list.sort} ${direction}, s.id ${direction}`;
  }

  /** Returns a text that distinguishes variants of a statement, for the name of the prepared statement. */
  shape(scan?: Scan, filters: SubscriberFilters = this.#list.filters): string {
    const set = Object.entries(filters).flatMap(([filter, value]) => {
      if (value === undefined) return [];
      return [
        typeof value === 'string' ? filter : `${filter} ${value.map((forms: readonly string[]) => forms.length)}`,
      ];
    });
    const start = scan?.from && (scan.inclusive ? 'from' : 'after');
    const place = scan ? [this.#list.sort, scan.descending ? 'desc' : 'asc', start ?? 'all'] : [];
    return [...place, ...set.sort()].join(' ');
  }
}

/** A column that contains one of the texts. */
interface Term {
  column: string;
  anyOf: readonly string[];
}

function termsOf({ email, phone, name, words = [] }: SubscriberFilters): Term[] {
  const terms = Object.entries({ email, phone, name }).flatMap(([column, text]) =>
    text === undefined ? [] : [{ column, anyOf: [text] }],
  );
  return [...terms, ...words.map((anyOf) => ({ column: 'search', anyOf }))];
}

/** Whether the trigram index can narrow a search for `term`. */
function hasTrigrams({ anyOf }: Term, allLetters: boolean): boolean {
  return anyOf.every((text) => hasTrigram(text, allLetters));
}

/** Whether the text has three letters or digits in a row, or the start of a word. */
function hasTrigram(text: string, allLetters: boolean): boolean {
  return allLetters
    ? /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u.test(text)
    : /[a-z0-9]{3}|[^a-z0-9][a-z0-9]/i.test(text);
}
