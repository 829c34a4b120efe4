/** Raw statements: each pair of cause and channel is read along one index, and beginnings of addresses along another. */
import type { Ctx } from '#lib/api/context.ts';
import { cursorPage, type Page, type Slice } from '#lib/api/cursor-page.ts';
import { erasedForms } from '#lib/erasure/address-hash.ts';
import { execute, prisma } from '#lib/postgres/db.ts';
import { requireSubscriber } from '#lib/subscribers/find.ts';
import type { Suppression as Row } from '#prisma/generated/client.ts';
import { listedForm } from './address.ts';
import { CAUSE_NAMES, SUPPRESSED_CHANNELS } from './causes.ts';
import type { ListSuppressionsQuery, SuppressionPage } from './schema.ts';
import { suppressionWire } from './wire.ts';

/**
 * Returns a page of suppressed addresses, by time or, with the beginning of an address as `q`, by address. Each order
 * reads one index, at any size of the list.
 *
 * @throws ApiError `bad_request` for two cursors; `not_found` for an unknown subscriber.
 */
export async function listSuppressions(ctx: Ctx, query: ListSuppressionsQuery): Promise<SuppressionPage> {
  const { q, subscriberId } = query;
  const { data, ...page } =
    subscriberId !== undefined
      ? await ofSubscriber(ctx, subscriberId)
      : q === undefined || q.startsWith('@')
        ? await byTime(ctx, query)
        : await byAddress(ctx, query, beginningOf(q));
  return { data: data.map(suppressionWire), ...page };
}

/** The email address and the phone number of a subscriber, if they are suppressed. */
async function ofSubscriber({ environmentId }: Ctx, subscriberId: string): Promise<Page<Row>> {
  const { email, phone } = await requireSubscriber(environmentId, subscriberId);
  const own = SUPPRESSED_CHANNELS.flatMap((channel) => {
    const address = channel === 'email' ? email : phone;
    return address ? [{ channel, address: listedForm(channel, address) }] : [];
  });
  const erased = (await erasedForms(environmentId, own)).map((address) => ({ address }));
  const data =
    own.length === 0
      ? []
      : await prisma().suppression.findMany({
          where: { environmentId, OR: [...own, ...erased] },
          orderBy: { id: 'desc' },
        });
  return { data, next: null, previous: null, totalCount: data.length, totalCountCapped: false };
}

type Filters = Pick<ListSuppressionsQuery, 'q' | 'cause' | 'channel'>;

function byTime({ environmentId }: Ctx, query: ListSuppressionsQuery): Promise<Page<Row>> {
  const { text, values } = rangesOf(environmentId, query);
  return cursorPage(
    query,
    ({ id, orderBy, take }) => {
      const { condition, position } = bound(id);
      const order = `ORDER BY s.id ${orderBy.id} LIMIT ${take}`;
      const parameters = position === undefined ? values : [...values, position];
      const where = condition === undefined ? '' : ` AND s.id ${condition} $${parameters.length}`;
      return execute<Row>(`SELECT ${COLUMNS} FROM ${text(where, order)} ${order}`, parameters);
    },
    (most) => countOf(text('', `LIMIT ${most}`), values, most),
  );
}

const COLUMNS = `s.environment_id AS "environmentId", s.id, s.channel, s.address, s.event, s.created_at AS "createdAt",
  s.message_id AS "messageId", s.notification_id AS "notificationId", s.words, s.note`;

interface Ranges {
  /** Returns the source `s` of the rows, each range with a condition and an order. */
  text: (where: string, order: string) => string;
  values: unknown[];
}

/** The ranges of an index that hold the matches: a domain, or pairs of cause and channel. */
function rangesOf(
  environmentId: string,
  { q, cause = [...CAUSE_NAMES], channel = [...SUPPRESSED_CHANNELS] }: Filters,
): Ranges {
  if (q !== undefined) {
    const from = `suppressions s WHERE s.environment_id = $1 AND (split_part(s.address, '@', 2)) COLLATE "C" = $2
      AND s.event = ANY ($3::text[]) AND s.channel = ANY ($4::text[])`;
    const domain = listedForm('email', `a${q}`).slice(2);
    return {
      text: (where, order) => `(SELECT s.* FROM ${from}${where} ${order}) AS s`,
      values: [environmentId, domain, cause, channel],
    };
  }
  const pairs = cause.flatMap((each) => channel.map((one) => ({ each, one })));
  const from = 'suppressions s WHERE s.environment_id = $1 AND s.event = pair.event AND s.channel = pair.channel';
  return {
    text: (where, order) =>
      `unnest($2::text[], $3::text[]) AS pair (event, channel) CROSS JOIN LATERAL (SELECT s.* FROM ${from}${where} ${order}) AS s`,
    values: [environmentId, pairs.map(({ each }) => each), pairs.map(({ one }) => one)],
  };
}

/** Returns the beginning of an address in its listed form. Digits without letters begin a phone number. */
function beginningOf(q: string): string {
  const isPhone = /\d/.test(q) && !/[\p{L}@]/u.test(q);
  return isPhone ? listedForm('sms', q) : listedForm('email', q);
}

/** The list by address. Its cursors are positions in that order. */
async function byAddress({ environmentId }: Ctx, query: ListSuppressionsQuery, beginning: string): Promise<Page<Row>> {
  const { cause = CAUSE_NAMES, channel = SUPPRESSED_CHANNELS } = query;
  const values = [environmentId, beginning, `${beginning}\u{10ffff}`, cause, channel];
  const page = await cursorPage(
    // The order by address is always ascending.
    { ...query, orderDirection: 'ASC' },
    async ({ id, orderBy, take }) => {
      const { condition, position } = bound(id);
      const after = condition === undefined ? '' : ` AND (s.address COLLATE "C", s.channel) ${condition} ($6, $7)`;
      const order = `ORDER BY s.address COLLATE "C" ${orderBy.id}, s.channel ${orderBy.id} LIMIT ${take}`;
      const parameters = position === undefined ? values : [...values, ...placeAt(position)];
      const rows = await execute<Row>(`SELECT ${COLUMNS} FROM ${BEGINNING}${after} ${order}`, parameters);
      return rows.map((row) => ({ row, id: positionOf(row) }));
    },
    (most) => countOf(`(SELECT 1 FROM ${BEGINNING} LIMIT ${most}) AS s`, values, most),
    (cursor) => (placeAt(cursor).length === 2 && !placeAt(cursor).join('').includes('\0') ? cursor : undefined),
  );
  return { ...page, data: page.data.map(({ row }) => row) };
}

const BEGINNING = `suppressions s WHERE s.environment_id = $1 AND s.address COLLATE "C" >= $2 AND s.address COLLATE "C" < $3
  AND s.event = ANY ($4::text[]) AND s.channel = ANY ($5::text[])`;

const positionOf = ({ address, channel }: Row) => Buffer.from(JSON.stringify([address, channel])).toString('base64url');

function placeAt(position: string): string[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(position, 'base64url').toString());
    return Array.isArray(place) && place.every((part) => typeof part === 'string') ? place : [];
  } catch {
    return [];
  }
}

const OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function bound(id: Slice['id']): { condition?: string; position?: string } {
  const [[operator, position] = []] = Object.entries(id) as [keyof typeof OPERATORS, string][];
  return operator === undefined || position === undefined ? {} : { condition: OPERATORS[operator], position };
}

async function countOf(from: string, values: unknown[], most: number): Promise<number> {
  const rows = await execute<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${from} LIMIT ${most}) AS found`,
    values,
  );
  return rows[0]?.count ?? 0;
}
