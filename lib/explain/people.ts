/** Finds the people or runs that a question is about. A raw statement: Prisma does not know the search table of subscribers. */
import type { Ctx } from '#lib/api/context.ts';
import { recordedForms } from '#lib/engine/attempt/message-id.ts';
import { ID_PATTERN, idFloor, idTime } from '#lib/id.ts';
import { findAnyIds } from '#lib/notifications/list/query.ts';
import { hotQuery, prisma } from '#lib/postgres/db.ts';
import { NO_CEILING } from '#lib/postgres/seek.ts';
import { SubscriberSearch } from '#lib/subscribers/search.ts';
import { foldWords } from '#lib/subscribers/search-terms.ts';
import { pastedId } from '#lib/text/pasted-id.ts';

/** A subscriber, with the records of deleted subscribers that had the same `subscriberId`. */
export interface Person {
  /** Subscriber.id of each record, the current record first. */
  ids: string[];
  subscriberId: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
}

/** The runs, or the step of a run, that an ID in the question names. */
interface Named {
  /** Notification.id, the newest first. */
  notificationIds: string[];
  jobId?: string;
  /** Message.id, if the ID in the question is the ID of a message. */
  messageId?: string;
}

export interface FoundPeople {
  /** The matching people. If there are several, the user has to choose one. */
  people: Person[];
  /** The named runs. Undefined if the question names people. */
  named?: Named;
}

/** The maximum number of people from whom the user can choose. */
export const MAX_PEOPLE = 6;

/**
 * Finds people or runs by a subscriberId, an email address, a phone number, the ID of a transaction, run, message or job, or
 * a provider's message ID. Otherwise finds people by a part of their name or address. Copied text around an ID, such as
 * `Message-ID: <…>`, is ignored.
 */
export async function findPeople(ctx: Ctx, text: string, floor: string): Promise<FoundPeople> {
  const { environmentId } = ctx;
  const plain = pastedId(text);
  for (const name of new Set([text, plain])) {
    const exact = await findExact(environmentId, name);
    if (exact.length > 0) return { people: exact };
  }
  const named = await findNamed(environmentId, text, floor);
  if (named) return { people: [], named };
  return { people: await findByPart(environmentId, plain) };
}

/** Finds people by their exact `subscriberId`, or else by their exact email address or phone number. */
export async function findExact(environmentId: string, text: string): Promise<Person[]> {
  const emails = text.includes('@') ? [...new Set([text, text.toLowerCase()])] : [];
  const phone = phoneOf(text);
  const byId = await readPeople(environmentId, { subscriberId: text });
  if (byId.length > 0 || (emails.length === 0 && phone === undefined)) return byId;
  const [found, deleted] = await Promise.all([
    hotQuery<{ id: string }>('explain-addressed', ADDRESSED, [environmentId, emails, phone ?? null]),
    prisma().deletedSubscriber.findMany({
      where: { environmentId, email: { in: emails } },
      orderBy: { id: 'desc' },
      select: { id: true },
      take: MAX_PEOPLE,
    }),
  ]);
  const ids = [...found, ...deleted].map(({ id }) => id);
  return ids.length === 0 ? [] : readPeople(environmentId, { id: { in: ids } });
}

/**
 * Email addresses use a separate index, so the query has the collation of that index. Phone numbers use the trigram
 * index, which also serves equality.
 */
export const ADDRESSED = `(SELECT s.id FROM subscribers s WHERE s.environment_id = $1 AND s.email COLLATE "C" = ANY ($2::text[]) LIMIT ${MAX_PEOPLE})
  UNION (SELECT s.id FROM subscriber_search s WHERE s.environment_id = $1 AND s.phone = $3 LIMIT ${MAX_PEOPLE})`;

/** Returns a phone number without separators. Undefined if the text is not a phone number. */
function phoneOf(text: string): string | undefined {
  const plain = text.replace(/[\s().-]/g, '');
  return /^\+?\d{6,20}$/.test(plain) ? plain : undefined;
}

const PERSON = { id: true, subscriberId: true, firstName: true, lastName: true, email: true, phone: true } as const;

/** The maximum number of deleted subscribers that are read, newest first. */
const MAX_DELETED = 20;

type Match = { subscriberId: string } | { id: { in: string[] } };

async function readPeople(environmentId: string, match: Match): Promise<Person[]> {
  const where = { environmentId, ...match };
  const [present, deleted] = await Promise.all([
    prisma().subscriber.findMany({ where, select: PERSON }),
    prisma().deletedSubscriber.findMany({ where, orderBy: { id: 'desc' }, take: MAX_DELETED, select: PERSON }),
  ]);
  const bySubscriberId = Map.groupBy([...present, ...deleted], ({ subscriberId }) => subscriberId);
  return [...bySubscriberId.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { id, ...person } = first;
    return [{ ...person, ids: [id, ...others.map((other) => other.id)] }];
  });
}

/** Returns the recipient of a run by Subscriber.id. Undefined if no record is left. */
export async function findPersonOf(environmentId: string, id: string): Promise<Person | undefined> {
  const [person] = await readPeople(environmentId, { id: { in: [id] } });
  return person;
}

/**
 * Finds a job by its ID. Jobs are indexed only by run, so the search covers the runs that were created within a second
 * of the time in the ID.
 */
function findJob(environmentId: string, id: string): Promise<{ notificationId: string } | null> {
  const at = idTime(id).getTime();
  const notificationId = { gte: idFloor(new Date(at - 1_000)), lt: idFloor(new Date(at + 1_000)) };
  return prisma().job.findFirst({ where: { environmentId, notificationId, id }, select: OF_JOB });
}

async function findNamed(environmentId: string, given: string, floor: string): Promise<Named | undefined> {
  const plain = pastedId(given);
  if (/\s/.test(plain)) return undefined;
  const text = ID_PATTERN.test(plain.toLowerCase()) ? plain.toLowerCase() : plain;
  const slice = { offset: 0, limit: MAX_PEOPLE + 1 };
  const [run, message, job, provided, ofTransaction] = await Promise.all([
    isKept(text) ? prisma().notification.findFirst({ where: { environmentId, id: text }, select: { id: true } }) : null,
    isKept(text) ? prisma().message.findFirst({ where: { environmentId, id: text }, select: OF_MESSAGE }) : null,
    isKept(text) ? findJob(environmentId, text) : null,
    prisma().message.findFirst({
      where: { environmentId, providerMessageId: { in: recordedForms(given) }, id: { gte: floor } },
      select: OF_MESSAGE,
    }),
    findAnyIds([{ environmentId, transactionIds: [...new Set([given, plain])], floor, ceiling: NO_CEILING }], slice),
  ]);
  const sent = message ?? provided;
  if (run) return { notificationIds: [run.id] };
  if (sent) {
    const { id: messageId, notificationId, jobId } = sent;
    return { notificationIds: [notificationId], messageId, ...(jobId !== null && { jobId }) };
  }
  if (job) return { notificationIds: [job.notificationId], jobId: text };
  return ofTransaction.length > 0 ? { notificationIds: ofTransaction } : undefined;

  function isKept(id: string): boolean {
    return ID_PATTERN.test(id) && id >= floor;
  }
}

const OF_MESSAGE = { id: true, notificationId: true, jobId: true } as const;
const OF_JOB = { notificationId: true } as const;

/**
 * Finds people whose name, email address, phone number or ID contains all words, with the rules and the order of the
 * subscriber search.
 */
async function findByPart(environmentId: string, text: string): Promise<Person[]> {
  const words = await foldWords(text);
  if (words.length === 0) return [];
  const search = new SubscriberSearch({ environmentId, sort: 'relevance', filters: { words } });
  const { rows } = await search.read({ descending: true, limit: MAX_PEOPLE });
  const found = rows.map(({ id }) => id);
  if (found.length === 0) return [];
  const people = await readPeople(environmentId, { id: { in: found } });
  const place = ({ ids }: Person) => found.indexOf(ids[0] ?? '');
  return people.toSorted((one, other) => place(one) - place(other));
}
