/** The maximum size of a payload, below the limit of NOTIFY, which is 8,000 bytes. */
const MAX_BYTES = 7_900;
/** The maximum number of message IDs that are announced for one subscriber. Counts include further messages. */
const MAX_IDS = 100;

/** `read`: messages became read or unread, or left the inbox. `received`: a new message, or one whose snooze is over. */
export type InboxChange = { kind: 'received'; messageId: string } | { kind: 'read' | 'seen' };

export interface InboxChanges {
  environmentId: string;
  /** Subscriber.id */
  subscriberId: string;
  messageIds: readonly string[];
  isRead: boolean;
  isSeen: boolean;
}

/**
 * One line of an announcement. `gap`: changes of the environment were not announced until now. `ended`: sessions of the
 * subscriber have ended.
 */
export type Announced =
  | ({ type: 'changes' } & InboxChanges)
  | { type: 'gap'; environmentId: string }
  | { type: 'ended'; environmentId: string; subscriberId: string };

interface Gathered {
  environmentId: string;
  subscriberId: string;
  messageIds: Set<string>;
  isRead: boolean;
  isSeen: boolean;
}

/** Gathers changes by subscriber until they are sent. */
export class GatheredInboxes {
  readonly #bySubscriber = new Map<string, Gathered>();

  get isEmpty(): boolean {
    return this.#bySubscriber.size === 0;
  }

  add(environmentId: string, subscriberId: string, change: InboxChange): void {
    const key = environmentId + subscriberId;
    const known = this.#bySubscriber.get(key);
    const changes = known ?? { environmentId, subscriberId, messageIds: new Set(), isRead: false, isSeen: false };
    if (!known) this.#bySubscriber.set(key, changes);
    if (change.kind === 'received') addNewest(changes.messageIds, change.messageId);
    else if (change.kind === 'read') changes.isRead = true;
    else changes.isSeen = true;
  }

  /** Returns the gathered changes as payloads of NOTIFY, and clears them. */
  take(): string[] {
    const lines = [...this.#bySubscriber.values()].map(lineOf);
    this.#bySubscriber.clear();
    return packed(lines);
  }
}

function addNewest(messageIds: Set<string>, id: string): void {
  const [oldest] = messageIds;
  if (messageIds.size >= MAX_IDS && oldest !== undefined) messageIds.delete(oldest);
  messageIds.add(id);
}

const lineOf = ({ environmentId, subscriberId, isRead, isSeen, messageIds }: Gathered) =>
  ['changes', environmentId, subscriberId, `${isRead ? 'r' : ''}${isSeen ? 's' : ''}`, [...messageIds].join(',')].join(
    ' ',
  );

export const gapLine = (environmentId: string) => `gap ${environmentId}`;
export const endedLine = (environmentId: string, subscriberId: string) => `ended ${environmentId} ${subscriberId}`;

/** The lines consist of ASCII characters. */
function packed(lines: readonly string[]): string[] {
  const payloads: string[] = [];
  let payload = '';
  for (const line of lines) {
    if (payload !== '' && payload.length + line.length + 1 > MAX_BYTES) {
      payloads.push(payload);
      payload = '';
    }
    payload = payload === '' ? line : `${payload}\n${line}`;
  }
  if (payload !== '') payloads.push(payload);
  return payloads;
}

/** Returns the lines of a payload. Lines of another version of the program are omitted. */
export function announcedBy(payload: string): Announced[] {
  return payload.split('\n').flatMap((line): Announced[] => {
    const [type, environmentId = '', subscriberId = '', flags = '', ids = ''] = line.split(' ');
    if (type === 'gap') return [{ type, environmentId }];
    if (type === 'ended') return [{ type, environmentId, subscriberId }];
    if (type !== 'changes') return [];
    const messageIds = ids === '' ? [] : ids.split(',');
    const [isRead, isSeen] = [flags.includes('r'), flags.includes('s')];
    return [{ type, environmentId, subscriberId, messageIds, isRead, isSeen }];
  });
}
