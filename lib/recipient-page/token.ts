/** The signed token of a link in a message. It replaces a sign-in on the recipient's page. */
import { isSigned, sign } from '#lib/crypto.ts';
import { idTime } from '#lib/id.ts';
import { DAY_MS } from '#lib/time/durations.ts';

/**
 * The run that sent the message. The token contains all IDs, because the link still works when the run is no longer
 * stored.
 */
export interface LinkedRun {
  environmentId: string;
  /** Subscriber.id */
  subscriberId: string;
  /** Workflow.id */
  workflowId: string;
  /** Notification.id */
  runId: string;
}

/** The number of days after its trigger for which the links of a run work. */
export const LINK_DAYS = 365;

const PURPOSE = 'recipient-link';
/** Bytes of one ID, and of the signature. */
const ID_BYTES = 12;
const SIGNATURE_BYTES = 16;
const TOKEN = /^[\w-]{86}$/;

/** Returns the token of a run, 86 characters that need no escaping in a URL. The token of a run never changes. */
export function linkToken({ environmentId, subscriberId, workflowId, runId }: LinkedRun): string {
  const content = Buffer.from(environmentId + subscriberId + workflowId + runId, 'hex');
  const signature = sign(content, PURPOSE).subarray(0, SIGNATURE_BYTES);
  return Buffer.concat([content, signature]).toString('base64url');
}

/** Returns the run of a token. `expired` if its time is over; undefined if Belfry did not sign it. */
export function readLinkToken(token: string, now: Date): LinkedRun | 'expired' | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  // Reject other encodings of the same bytes: the last character has unused bits.
  if (bytes.toString('base64url') !== token) return undefined;
  const content = bytes.subarray(0, -SIGNATURE_BYTES);
  if (!isSigned(content, bytes.subarray(-SIGNATURE_BYTES), PURPOSE)) return undefined;
  const id = (at: number) => content.subarray(at * ID_BYTES, (at + 1) * ID_BYTES).toString('hex');
  const run = { environmentId: id(0), subscriberId: id(1), workflowId: id(2), runId: id(3) };
  return now.getTime() - idTime(run.runId).getTime() > LINK_DAYS * DAY_MS ? 'expired' : run;
}
