/** The raw statements behind spec 4.3, `q` and further filters. The filters decide which index serves a search. */

import { LRUCache } from 'lru-cache';
import { execute, hotQuery, readTogether } from '#lib/postgres/db.ts';
import { canLookUpAllLetters } from '#lib/postgres/locale.ts';
import { relevanceOf } from './relevance.ts';
import {
  Conditions,
  hasTrigrams,
  isByConnection,
  isFiltered,
  isIndexed,
  isWalkable,
  type Position,
  type Scan,
  type SubscriberList,
  termsOf,
} from './search-conditions.ts';
import { SUBSCRIBER_ROW, type SubscriberRow } from './wire.ts';

export interface Found {
  /** The rows in the order of the scan. */
  rows: SubscriberRow[];
  /** The position at which reading stopped, if it stopped before the limit and before the end of the list. */
  stoppedAt?: Position;
  /** Whether rows precede `from`. Undefined if the statement did not check. */
  hasBefore?: boolean;
  /** The relevance of each row by its ID, if the list is sorted by relevance. */
  relevance?: ReadonlyMap<string, number>;
}

export interface Count {
  count: number;
  /** Whether there may be more matches. */
  capped: boolean;
}

/** The largest number that spec 4.3 counts. */
const COUNT_CAP = 50_000;

/** The number of rows that a search reads in list order before it uses the trigram index. */
const PROBE_ROWS = 2_000;

/** The largest number of rows that one request reads for a term that no index can find. */
export const WALK_ROWS = 50_000;

const beyondCap = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

interface IndexIds {
  ids: string[];
  /** The relevance of each ID, if the list is sorted by relevance. */
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
   * searches further in list order. For a term without trigrams, there is only one read, which is longer and may stop
   * before the list ends. The same applies to subscribers that lack a connection, which have no index.
   *
   * Further filters are indexed like terms. The index of a single filter contains its matches in the order of IDs.
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
    if (!filters.words?.length || (await this.#way()) !== 'index' || beyondCap.has(this.#key())) return undefined;
    const { ids, total, relevances } = await this.#indexIds(scan, COUNT_CAP + 1);
    this.#count ??= Promise.resolve(this.#capped(total));
    if (total > COUNT_CAP) return undefined;
    return new Map(ids.map((id, at) => [id, relevances[at] ?? 0]));
  }

  /** Counts the matching subscribers, up to COUNT_CAP. */
  count(): Promise<Count> {
    this.#count ??= this.#counted();
    return this.#count;
  }

  /**
   * Returns how to find rows: in list order, by exact ID, along an index of exactly the matches, by indexes that narrow the
   * search, or only by reading rows.
   */
  async #way(): Promise<'order' | 'id' | 'walk' | 'index' | 'reading'> {
    const { filters, sort } = this.#list;
    if (filters.subscriberId !== undefined) return 'id';
    if (!isFiltered(filters)) return 'order';
    if (sort === 'id' && isWalkable(filters)) return isByConnection(filters) ? 'reading' : 'walk';
    const allLetters = await canLookUpAllLetters();
    return isIndexed(filters) || termsOf(filters).some((term) => hasTrigrams(term, allLetters)) ? 'index' : 'reading';
  }

  /** Returns the IDs of one step, or `order` if the rows should be read in list order without a limit on the distance. */
  async #ids(scan: Scan): Promise<{ ids: string[] | 'order'; stoppedAt?: Position }> {
    const way = await this.#way();
    if (way === 'order') return { ids: 'order' };
    if (way === 'id') return { ids: await this.#idsInOrder(scan) };
    if (way === 'walk') return { ids: await this.#idsAlongIndex(scan) };
    const found = await this.#probe(scan, way === 'reading' ? WALK_ROWS : PROBE_ROWS);
    if (found.length >= scan.limit) return { ids: found };
    if (way === 'reading') {
      const stoppedAt = await this.#position(scan, WALK_ROWS);
      return stoppedAt ? { ids: found, stoppedAt } : { ids: found };
    }
    if (this.#count === undefined && !beyondCap.has(this.#key())) {
      const { ids, total } = await this.#indexIds(scan, COUNT_CAP + 1);
      this.#count = Promise.resolve(this.#capped(total));
      if (total <= COUNT_CAP) return { ids };
    } else if (!(await this.count()).capped) return this.#indexIds(scan);
    // The list has many matches, but few nearby, so the matches are close together elsewhere. The search table has no
    // times of update.
    if (this.#list.sort === 'updated_at') return { ids: 'order' };
    const further = await this.#probe(scan, WALK_ROWS);
    return further.length >= scan.limit ? { ids: further } : this.#indexIds(scan);
  }

  async #inOrder(scan: Scan): Promise<Found> {
    const sql = new Conditions(this.#list);
    const where = sql.where(scan);
    const limit = sql.add(scan.limit);
    const before = sql.hasBefore(scan);
    // A page without filters is quick to read. A search may read many rows, so it uses a separate connection.
    const read = isFiltered(this.#list.filters) ? hotQuery : readTogether;
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

  async #idsAlongIndex(scan: Scan): Promise<string[]> {
    const sql = new Conditions(this.#list);
    const matches = sql.walk(scan) + sql.place(scan);
    const limit = sql.add(scan.limit);
    // PostgreSQL plans this statement for its value, because a generic plan does not know whether the index is shorter
    // than the list.
    return idsOf(execute(`SELECT s.id ${matches} ${sql.orderBy(scan)} LIMIT ${limit}`, sql.list));
  }

  /** Returns the matches among the next `most` rows. */
  async #probe(scan: Scan, most: number): Promise<string[]> {
    const sql = new Conditions(this.#list);
    const window = sql.window(scan);
    const filters = sql.windowFilters();
    const limit = sql.add(scan.limit);
    const text = `SELECT s.id FROM (${window} LIMIT ${most}) s WHERE true${filters} LIMIT ${limit}`;
    return idsOf(readWindow(`subscribers-probe-${most} ${sql.shape(scan)}`, text, sql));
  }

  /** Returns the position of the row `distance` rows further, whether or not it matches. */
  async #position(scan: Scan, distance: number): Promise<Position | undefined> {
    const sql = new Conditions(this.#list);
    const columns = this.#list.sort === 'id' ? 's.id' : 's.id, s.updated_at AS "updatedAt"';
    const [row] = await readWindow<Position & { id: string }>(
      `subscribers-position-${distance} ${sql.shape(scan)}`,
      `SELECT ${columns} FROM (${sql.window(scan)} OFFSET ${distance - 1} LIMIT 1) s`,
      sql,
    );
    return row;
  }

  /** Reads the matches from the indexes. With `most`, reads and counts at most this many. */
  async #indexIds(scan: Scan, most?: number): Promise<IndexIds> {
    const { sort, filters } = this.#list;
    const sql = new Conditions(this.#list);
    const where = sql.filters(await canLookUpAllLetters());
    const relevance = sort === 'relevance' ? relevanceOf(filters.words ?? [], sql) : '0';
    const place = sql.place(scan);
    const limit = sql.add(scan.limit);
    const byUpdate = sort === 'updated_at';
    const times = byUpdate ? 'JOIN subscribers r ON r.environment_id = $1 AND r.id = s.id' : '';
    const order = sql.orderBy(scan);
    // PostgreSQL plans this statement for its terms, because a generic plan cannot choose the better one of two
    // indexes.
    const [row] = await execute<IndexIds>(
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
    const matches = await this.#matches(sql, way);
    const text = `SELECT count(*)::int AS count FROM (SELECT 1 ${matches} LIMIT ${COUNT_CAP + 1}) s`;
    const [row] = await (way === 'index' || way === 'walk'
      ? execute<{ count: number }>(text, sql.list)
      : hotQuery<{ count: number }>(`subscribers-count ${way} ${sql.shape()}`, text, sql.list));
    return this.#capped(row?.count ?? 0);
  }

  async #matches(sql: Conditions, way: 'order' | 'id' | 'walk' | 'index'): Promise<string> {
    if (way === 'walk') return sql.walk({ descending: true });
    const allLetters = way === 'index' ? await canLookUpAllLetters() : undefined;
    const table = way === 'index' ? 'subscriber_search' : 'subscribers';
    return `FROM ${table} s WHERE s.environment_id = $1${sql.filters(allLetters)}`;
  }

  #capped(count: number): Count {
    if (count > COUNT_CAP) beyondCap.set(this.#key(), true);
    return { count: Math.min(count, COUNT_CAP), capped: count > COUNT_CAP };
  }

  #key(): string {
    const { environmentId, filters } = this.#list;
    return JSON.stringify([environmentId, filters]);
  }

  /** Counts only among the newest rows. If there are older rows, there may be more matches. */
  async #countedByReading(): Promise<Count> {
    const sql = new Conditions(this.#list);
    const rows = sql.isAlongIndex
      ? sql.window({ descending: true })
      : 'SELECT s.id, s.email, s.phone, s.name, s.search FROM subscribers s WHERE s.environment_id = $1 ORDER BY s.id DESC';
    const conditions = sql.windowFilters();
    const [row] = await readWindow<{ count: number; read: number }>(
      `subscribers-count-read ${sql.isAlongIndex ? 'index' : 'list'} ${sql.shape()}`,
      `SELECT count(*) FILTER (WHERE true${conditions})::int AS count, count(*)::int AS read FROM (${rows} LIMIT ${WALK_ROWS + 1}) s`,
      sql,
    );
    return { count: Math.min(row?.count ?? 0, COUNT_CAP), capped: (row?.read ?? 0) > WALK_ROWS };
  }
}

/** Reads a window. Along an index, the statement is planned for its values: a generic plan does not know how long the index is. */
function readWindow<Row extends object>(name: string, text: string, sql: Conditions): Promise<Row[]> {
  return sql.isAlongIndex ? execute<Row>(text, sql.list) : hotQuery<Row>(name, text, sql.list);
}

const idsOf = async (rows: Promise<{ id: string }[]>) => (await rows).map((row) => row.id);
