import type { Ctx } from '#lib/api/context.ts';
import { audit } from '#lib/audit-log/service.ts';
import { isSigned, sign } from '#lib/crypto.ts';
import { transaction } from '#lib/postgres/db.ts';
import { requireSubscriberId } from '#lib/subscribers/find.ts';
import type { InboxPreview } from './schema.ts';

/** The time within which a page must begin the session of a preview. */
const PROOF_MS = 5 * 60_000;
/** The time for which the session of a preview is valid. */
export const PREVIEW_MS = 60 * 60_000;

const PURPOSE = 'inbox-preview';
const PROOF = /^preview\.([0-9a-f]{1,12})\.([0-9a-f]{64})$/;

/**
 * Returns a text that opens the inbox of a subscriber in the dashboard, instead of a hash that an API key made. It is
 * valid for 5 minutes, only on pages of this installation, and does not allow changes of the profile.
 *
 * @throws ApiError `not_found`.
 */
export async function createInboxPreview(ctx: Ctx, subscriberId: string): Promise<InboxPreview> {
  return transaction(async () => {
    const { environmentId } = ctx;
    const id = await requireSubscriberId(environmentId, subscriberId);
    const expiresAt = new Date(Date.now() + PROOF_MS);
    await audit(ctx, {
      action: 'subscribers.previewInbox',
      resourceType: 'subscribers',
      resourceId: id,
      resourceLabel: subscriberId,
    });
    const ends = expiresAt.getTime().toString(16);
    const signature = sign(contentOf(environmentId, subscriberId, ends), PURPOSE).toString('hex');
    return { subscriberHash: `preview.${ends}.${signature}`, expiresAt: expiresAt.toISOString() };
  });
}

/** Whether the text is a result of `createInboxPreview` for the subscriber, and is still valid. */
export function isPreview(environmentId: string, subscriberId: string, given: string, now: Date): boolean {
  const [, ends, signature] = PROOF.exec(given) ?? [];
  if (!ends || !signature || Number.parseInt(ends, 16) <= now.getTime()) return false;
  return isSigned(contentOf(environmentId, subscriberId, ends), Buffer.from(signature, 'hex'), PURPOSE);
}

const contentOf = (...parts: string[]) => Buffer.from(JSON.stringify(parts));
