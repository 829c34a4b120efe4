/** The conditions of the raw statements of a search: the filters of spec 4.3, `q`, and further filters, in SQL. */

import { containing, Values } from '#lib/postgres/sql.ts';
import { channelProviders } from '#lib/providers/catalogue/facts.ts';
import type { Missable } from './missing.ts';
import type { FoldedWords } from './search-terms.ts';

/**
 * The filters of spec 4.3. `email`, `phone` and `name` match case-sensitive substrings, `subscriberId` matches exactly.
 */
export interface SubscriberFilters {
  email?: string | undefined;
  phone?: string | undefined;
  name?: string | undefined;
  subscriberId?: string | undefined;
  /** Typed words, found in name, email, phone and ID in any order and regardless of case and accents. */
  words?: FoldedWords | undefined;
  /** Topic.id of a topic to which the subscribers are subscribed. */
  topicId?: string | undefined;
  /** The context of a preference or subscription of the subscribers: `tenant:acme`. */
  contextKey?: string | undefined;
  /** The language of the locale in lower case: `de` also finds `de-AT` and `de_CH`. */
  language?: string | undefined;
  /** The subscribers have no address or connection for any of these channels. */
  missing?: readonly Missable[] | undefined;
}

/** `relevance`: the best matches of `words` come first, and among equal matches the newest. */
export type SortColumn = 'id' | 'updated_at' | 'relevance';

/**
 * The position of a row in a list, even if the row was deleted since. `updatedAt` and `relevance` are set only if the
 * list is sorted by them. In a list by relevance that is too long to be sorted, positions have no `relevance`.
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

/** The conditions of one statement with their values; $1 is the environment. */
export class Conditions extends Values {
  readonly #list: SubscriberList;

  constructor(list: SubscriberList) {
    super(list.environmentId);
    this.#list = list;
  }

  where(scan: Scan): string {
    return `s.environment_id = $1${this.filters()}${this.place(scan)}`;
  }

  /**
   * Returns the conditions on the row `s` of `subscribers`, or of `subscriber_search` if `allLetters` is given. Rows of
   * `subscribers` are read in list order, without an index for filters.
   * @param allLetters whether the trigram indexes cover letters of all languages.
   */
  filters(allLetters?: boolean): string {
    const { subscriberId, missing = [] } = this.#list.filters;
    let sql = subscriberId === undefined ? '' : ` AND s.subscriber_id = ${this.add(subscriberId)}`;
    for (const term of termsOf(this.#list.filters)) {
      // Without a trigram, the index would return every row of the environment. A condition on an expression does not
      // use the index.
      const byTrigram = allLetters !== undefined && hasTrigrams(term, allLetters);
      const column = byTrigram ? `s.${term.column}` : `(s.${term.column} || '')`;
      sql += ` AND (${term.anyOf.map((text) => `${column} LIKE ${this.add(containing(text))}`).join(' OR ')})`;
    }
    return sql + this.#inSets(allLetters !== undefined) + this.#lacking(missing);
  }

  #inSets(isLookup: boolean): string {
    const { topicId, contextKey, language } = this.#list.filters;
    let sql = contextKey === undefined ? '' : this.#inContext(this.add(contextKey), isLookup);
    if (topicId !== undefined) {
      const ofTopic = `FROM topic_subscriptions t WHERE t.environment_id = $1 AND t.topic_id = ${this.add(topicId)}`;
      sql += isLookup
        ? ` AND s.id IN (SELECT t.subscriber_id ${ofTopic})`
        : ` AND EXISTS (SELECT 1 ${ofTopic} AND t.subscriber_id = s.id ${FOR_EACH_ROW})`;
    }
    if (language !== undefined) {
      const value = this.add(language);
      sql += isLookup
        ? ` AND s.id IN (SELECT r.id FROM subscribers r WHERE r.environment_id = $1 AND ${isLanguage('r', value)})`
        : ` AND ${isLanguage('s', value)}`;
    }
    return sql;
  }

  /** The conditions on the contexts must equal the conditions of partial indexes. */
  #inContext(key: string, isLookup: boolean): string {
    const [preferences, subscriptions] = ['preferences', 'topic_subscriptions'].map(
      (table) => `FROM ${table} x WHERE x.environment_id = $1 AND x.context_keys = ARRAY[${key}]::text[]
        AND x.context_keys <> '{}'`,
    );
    if (isLookup)
      return ` AND s.id IN (SELECT x.subscriber_id ${preferences} UNION SELECT x.subscriber_id ${subscriptions})`;
    const own = (rows = '') => `EXISTS (SELECT 1 ${rows} AND x.subscriber_id = s.id ${FOR_EACH_ROW})`;
    return ` AND (${own(preferences)} OR ${own(subscriptions)})`;
  }

  #lacking(channels: readonly Missable[]): string {
    return channels.map((channel) => ` AND ${this.#lackingOne(channel)}`).join('');
  }

  #lackingOne(channel: Missable): string {
    const column = ADDRESS_COLUMNS[channel];
    if (column !== undefined) return isEmpty(column);
    return `NOT EXISTS (SELECT 1 FROM subscriber_channels c WHERE c.environment_id = $1 AND c.subscriber_id = s.id
      AND c.provider_id = ANY (${this.add(channelProviders(channel))}::text[]) AND (cardinality(c.device_tokens) > 0
        OR coalesce(c.credentials->>'webhookUrl', '') <> '' OR coalesce(c.credentials->>'channel', '') <> '') ${FOR_EACH_ROW})`;
  }

  /**
   * Returns FROM and WHERE for the matches `s` of a filter whose index contains exactly the matches, in the order of
   * IDs (see `isWalkable`). For a topic, DISTINCT ON reads the subscriptions in that order, up to the LIMIT. DISTINCT
   * may read all of them.
   */
  walk({ descending }: Pick<Scan, 'descending'>): string {
    const { topicId, language, missing = [] } = this.#list.filters;
    if (topicId !== undefined)
      return `FROM (SELECT DISTINCT ON (t.subscriber_id) t.subscriber_id AS id FROM topic_subscriptions t
        WHERE t.environment_id = $1 AND t.topic_id = ${this.add(topicId)}
        ORDER BY t.subscriber_id ${descending ? 'DESC' : 'ASC'}) s WHERE true`;
    if (language !== undefined)
      return `FROM subscribers s WHERE s.environment_id = $1 AND ${isLanguage('s', this.add(language))}`;
    return `FROM subscriber_search s WHERE s.environment_id = $1${this.#lacking(missing.filter(isAddress))}`;
  }

  /** Whether `window` reads the matches of an index. Then only the filter by connections is left to apply. */
  get isAlongIndex(): boolean {
    return this.#list.sort === 'id' && isWalkable(this.#list.filters);
  }

  /** Returns a statement for the next rows `s`: of `walk`, or of the list, whether or not they match. */
  window(scan: Pick<Scan, 'descending' | 'from' | 'inclusive'>): string {
    const rows = this.isAlongIndex
      ? `SELECT s.id ${this.walk(scan)}`
      : 'SELECT s.* FROM subscribers s WHERE s.environment_id = $1';
    return `${rows}${this.place(scan)} ${this.orderBy(scan)}`;
  }

  /** Returns the conditions on the rows of `window`. */
  windowFilters(): string {
    const { missing = [] } = this.#list.filters;
    return this.isAlongIndex ? this.#lacking(missing.filter((channel) => !isAddress(channel))) : this.filters();
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
      if (typeof value === 'string') return [filter];
      return [
        `${filter} ${value.map((each: string | readonly string[]) => (typeof each === 'string' ? each : each.length))}`,
      ];
    });
    const start = scan?.from && (scan.inclusive ? 'from' : 'after');
    const place = scan ? [this.#list.sort, scan.descending ? 'desc' : 'asc', start ?? 'all'] : [];
    return [...place, ...set.sort()].join(' ');
  }
}

/**
 * Makes the planner look up each row `s` instead of reading all subscriptions or connections, because the rows are few.
 */
const FOR_EACH_ROW = 'OFFSET 0';

/** The columns that hold a channel’s address. Other channels use connections. */
const ADDRESS_COLUMNS: Readonly<Partial<Record<Missable, string>>> = { email: 'email', sms: 'phone' };

/** The condition of the partial indexes of subscribers without an address. */
const isEmpty = (column: string) => `coalesce(s.${column}, '') = ''`;

/** The condition of the index of languages. */
const isLanguage = (row: string, value: string) =>
  `${row}.locale IS NOT NULL AND language_of(${row}.locale) = ${value}`;

const isAddress = (channel: Missable) => ADDRESS_COLUMNS[channel] !== undefined;

/**
 * Whether an index contains exactly the subscribers that match, except subscribers with connections that the filter
 * excludes, in the order of IDs (see `walk`).
 */
export function isWalkable(filters: SubscriberFilters): boolean {
  const { topicId, contextKey, language, missing = [], subscriberId } = filters;
  const indexed = [topicId !== undefined, language !== undefined, missing.some(isAddress)].filter(Boolean);
  return (
    indexed.length === 1 && contextKey === undefined && subscriberId === undefined && termsOf(filters).length === 0
  );
}

/** Whether an index can narrow the search by a filter other than a term. */
export function isIndexed({ topicId, contextKey, language, missing = [] }: SubscriberFilters): boolean {
  return topicId !== undefined || contextKey !== undefined || language !== undefined || missing.some(isAddress);
}

/** Whether the filter excludes subscribers with connections, which have no index. */
export function isByConnection({ missing = [] }: SubscriberFilters): boolean {
  return !missing.every(isAddress);
}

/** Whether any filter is set. */
export function isFiltered({ words = [], missing = [], ...texts }: SubscriberFilters): boolean {
  return words.length + missing.length > 0 || Object.values(texts).some((value) => value !== undefined);
}

/** A column that contains one of the texts. */
interface Term {
  column: string;
  anyOf: readonly string[];
}

export function termsOf({ email, phone, name, words = [] }: SubscriberFilters): Term[] {
  const terms = Object.entries({ email, phone, name }).flatMap(([column, text]) =>
    text === undefined ? [] : [{ column, anyOf: [text] }],
  );
  return [...terms, ...words.map((anyOf) => ({ column: 'search', anyOf }))];
}

/** Whether the trigram index can narrow a search for `term`. */
export function hasTrigrams({ anyOf }: Term, allLetters: boolean): boolean {
  return anyOf.every((text) => hasTrigram(text, allLetters));
}

/** Whether the text has three letters or digits in a row, or the start of a word. */
function hasTrigram(text: string, allLetters: boolean): boolean {
  return allLetters
    ? /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u.test(text)
    : /[a-z0-9]{3}|[^a-z0-9][a-z0-9]/i.test(text);
}
