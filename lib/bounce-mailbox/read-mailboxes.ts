import type { AddressOwner } from '#lib/delivery-events/address.ts';
import { storeEvents } from '#lib/delivery-events/store.ts';
import { type IntegrationRow, selectIntegrations } from '#lib/integrations/query.ts';
import { logger } from '#lib/logger.ts';
import { type Outbound, outbound } from '#lib/outbound/outbound.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { VendorEvent } from '#lib/providers/events/event-source.ts';
import { eventsOfReport, looksLikeReport } from './report.ts';
import { SESSION_MS, type Session, withMailbox } from './session.ts';
import { hasMailbox, type MailboxSettings, openSettings, placeHash, settingsHash } from './settings.ts';
import {
  type Hashes,
  isWaiting,
  positionIn,
  saveFailure,
  saveLook,
  savePosition,
  saveReport,
  stateOf,
} from './state.ts';
import { unsubscribeBy } from './unsubscribe.ts';
import { MailboxError, wordsOf } from './words.ts';

/** Maximum emails that one round reads from a mailbox. The next round continues with the emails after them. */
const MAILS = 500;
/** Maximum mailboxes that are read at the same time, so that one slow server delays few other mailboxes. */
const TOGETHER = 8;
/** The fraction of the time limit after which a round reads no further emails. */
const TIME_SHARE = 0.8;
/** The number of emails without a report after which the position is saved. */
const SAVE_EVERY = 50;

export interface MailboxTools {
  now: () => Date;
  outbound: Pick<Outbound, 'connect'>;
  store: typeof storeEvents;
  /** Maximum milliseconds for one mailbox. */
  limitMs: number;
}

/**
 * Reads the reports in the bounce mailboxes of these environments. The events of a report are stored first. Then the
 * report is marked as seen or moved, and the position advances. Reading a report again changes nothing, so this
 * function may be interrupted, repeated, and run by two workers at the same time. If one mailbox fails, the failure is
 * recorded and the other mailboxes are still read.
 */
export async function readMailboxes(
  environmentIds: readonly string[],
  given: Partial<MailboxTools> = {},
): Promise<void> {
  const tools = { now: () => new Date(), outbound: outbound(), store: storeEvents, limitMs: SESSION_MS, ...given };
  const waiting: IntegrationRow[] = [];
  for (const environmentId of environmentIds)
    waiting.push(...(await selectIntegrations(environmentId)).filter(hasMailbox));
  const readNext = async () => {
    for (let row = waiting.shift(); row; row = waiting.shift()) await readMailbox(row, tools);
  };
  await Promise.all(Array.from({ length: TOGETHER }, readNext));
}

/** Reads one mailbox. Never rejects. */
async function readMailbox(row: IntegrationRow, tools: MailboxTools): Promise<void> {
  const owner = { environmentId: row.environmentId, integrationId: row.id };
  try {
    const state = await stateOf(owner);
    const settings = settingsHash(row);
    if (isWaiting(state, settings, tools.now())) return;
    const failures = state?.settings === settings ? state.failures : 0;
    await readOrRecord(row, owner, failures, tools);
  } catch (error) {
    logger().warn({ error, ...owner }, 'Failed to read a bounce mailbox');
  }
}

async function readOrRecord(
  row: IntegrationRow,
  owner: AddressOwner,
  failures: number,
  tools: MailboxTools,
): Promise<void> {
  let settings: MailboxSettings | undefined;
  const hashes = { settings: settingsHash(row), place: '' };
  try {
    settings = openSettings(row);
    hashes.place = placeHash(settings);
    const { takesUnsubscribes } = settings;
    await withMailbox(
      settings,
      tools.outbound,
      (session) => readReports(session, { owner, hashes, tools, takesUnsubscribes }),
      tools.limitMs,
    );
    await saveLook(owner, hashes, tools.now());
  } catch (error) {
    // Until a new folder is opened, the state keeps the folder to which its position belongs.
    const place = (await stateOf(owner))?.place ?? hashes.place;
    const failedWords = wordsOf(error, settings);
    await saveFailure(owner, { ...hashes, place }, { failures, failedWords, now: tools.now() });
  }
}

interface Reading {
  owner: AddressOwner;
  hashes: Hashes;
  tools: MailboxTools;
  takesUnsubscribes: boolean;
}

async function readReports(session: Session, reading: Reading): Promise<void> {
  const { owner, hashes, tools } = reading;
  const { uidValidity } = session;
  const state = await stateOf(owner);
  const position = positionIn(state, hashes.place, uidValidity);
  // A new folder is saved together with its position, so that it never gets the position of another folder.
  if (state?.place !== hashes.place || state.uidValidity !== uidValidity) await savePosition(owner, hashes, position);
  const uids = (await session.uidsAfter(position.lastUid, tools.now())).slice(0, MAILS);
  const end = performance.now() + tools.limitMs * TIME_SHARE;
  let { lastUid } = position;
  let unsaved = 0;
  let failure: MailboxError | undefined;
  for (const uid of uids) {
    if (performance.now() > end) break;
    const { isReport, notPutAway } = await readMail(session, uid, reading);
    failure ??= notPutAway;
    lastUid = uid;
    unsaved += 1;
    if (!isReport && unsaved < SAVE_EVERY) continue;
    await savePosition(owner, hashes, { uidValidity, lastUid });
    unsaved = 0;
  }
  if (unsaved > 0) await savePosition(owner, hashes, { uidValidity, lastUid });
  if (failure) throw failure;
}

interface Read {
  /** Whether the email is a report or a request to unsubscribe. */
  isReport: boolean;
  /** The reason why the report stayed in its folder, although its events are stored. */
  notPutAway?: MailboxError;
}

async function readMail(session: Session, uid: number, reading: Reading): Promise<Read> {
  const { owner, hashes, tools, takesUnsubscribes } = reading;
  const mail = await session.fetch(uid, looksLikeReport);
  const now = tools.now();
  const at = mail && !Number.isNaN(mail.at.getTime()) ? mail.at : now;
  const events = mail ? await eventsOfReport(mail.source, at) : [];
  const [event] = events;
  if (!event) {
    const isUnsubscribe = mail && takesUnsubscribes && (await unsubscribeBy(mail.source, owner.environmentId, now));
    return isUnsubscribe ? putAway(session, uid) : { isReport: false };
  }
  await tools.store(owner, events, now);
  // A report about a message of another integration stays unseen, because that integration may read the same mailbox.
  if (!(await isOwnMessage(owner, event))) return { isReport: true };
  await saveReport(owner, hashes, event.kind, now);
  return putAway(session, uid);
}

/** Marks an email as seen, and moves it. */
async function putAway(session: Session, uid: number): Promise<Read> {
  try {
    await session.putAway(uid);
    return { isReport: true };
  } catch (error) {
    if (error instanceof MailboxError) return { isReport: true, notPutAway: error };
    throw error;
  }
}

async function isOwnMessage(
  { environmentId, integrationId }: AddressOwner,
  { messageId }: VendorEvent,
): Promise<boolean> {
  if (messageId === undefined) return false;
  const where = { environmentId, id: messageId, integrationId };
  return (await prisma().message.findFirst({ where, select: { id: true } })) !== null;
}
