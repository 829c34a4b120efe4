/**
 * Emails that request to unsubscribe: mail programs send them to the address in `List-Unsubscribe` (RFC 2369). Anyone
 * can send such an email, so only the signed token in the subject counts. It is the token of the message's unsubscribe
 * link.
 */
import { newId } from '#lib/id.ts';
import { choose } from '#lib/recipient-page/service.ts';
import { readLinkToken } from '#lib/recipient-page/token.ts';
import { fieldsOf, first } from './fields.ts';

/** Maximum bytes of an email that are searched for its subject. */
const MAX_HEAD = 65_536;
/** Allows a prefix such as `Re:`, which some mail programs write before the subject. */
const SUBJECT = /^(?:[a-z]{2,3}: )?unsubscribe-([\w-]+)$/i;

/** Returns the token in the subject of an email. Undefined if there is none. */
function tokenIn(source: Uint8Array): string | undefined {
  const fields = fieldsOf(Buffer.from(source).subarray(0, MAX_HEAD).toString('latin1'));
  return SUBJECT.exec(first(fields, 'subject') ?? '')?.[1];
}

/**
 * Switches off the emails of a workflow for the recipient, like the unsubscribe button of a mail program, if the email
 * has the token of a message of this environment. Returns whether it has such a token. Forged and expired tokens change
 * nothing.
 */
export async function unsubscribeBy(source: Uint8Array, environmentId: string, now: Date): Promise<boolean> {
  const token = tokenIn(source);
  const linked = token === undefined ? undefined : readLinkToken(token, now);
  if (!linked || linked === 'expired' || linked.environmentId !== environmentId) return false;
  return (await choose(linked, { type: 'one-click' }, newId())) !== undefined;
}
