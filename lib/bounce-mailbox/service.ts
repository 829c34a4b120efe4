import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import type { EventKind } from '#lib/delivery-events/kinds.ts';
import type { IntegrationRow } from '#lib/integrations/query.ts';
import { requireIntegration } from '#lib/integrations/service.ts';
import type { TrialResult } from '#lib/integrations/trial-schema.ts';
import { outbound } from '#lib/outbound/outbound.ts';
import { counted } from '#lib/text/counted.ts';
import type { MailboxState } from './schema.ts';
import { hasMailbox, type MailboxSettings, openSettings, placeHash } from './settings.ts';
import { positionIn, stateOf } from './state.ts';

/** Maximum milliseconds for a test. */
const TEST_MS = 20_000;

/** Returns the latest results of reading the bounce mailbox of an integration. */
export async function mailboxState(row: IntegrationRow): Promise<MailboxState> {
  if (!hasMailbox(row)) return { isSet: false };
  const state = await stateOf({ environmentId: row.environmentId, integrationId: row.id });
  return {
    isSet: true,
    ...(state?.lookedAt && { lookedAt: state.lookedAt.toISOString() }),
    ...(state?.reportAt && { reportAt: state.reportAt.toISOString() }),
    ...(state?.reportKind && { reportKind: state.reportKind as EventKind }),
    ...(state?.failedAt && { failedAt: state.failedAt.toISOString() }),
    ...(state?.failedWords && { failedWords: state.failedWords }),
  };
}

/**
 * Signs in to the bounce mailbox of an integration with the stored settings, and counts its emails without changing
 * them. A failure is returned as a result.
 *
 * @throws ApiError `not_found`; `bad_request` for an integration without a mailbox.
 */
export async function testMailbox(ctx: Ctx, integrationId: string): Promise<TrialResult> {
  const row = await requireIntegration(ctx, integrationId);
  if (!hasMailbox(row))
    throw new ApiError('bad_request', `${row.name} has no bounce mailbox: enter its settings first`);
  const begun = performance.now();
  const { outcome, message } = await tried(row);
  const resource = { resourceType: 'integrations', resourceId: row.id, resourceLabel: row.name };
  await audit(ctx, { action: 'integrations.testMailbox', ...resource, after: { outcome, message } });
  return { outcome, message, durationMs: Math.round(performance.now() - begun) };
}

async function tried(row: IntegrationRow): Promise<Pick<TrialResult, 'outcome' | 'message'>> {
  // Imported by the first test, because the web process needs the IMAP library only for tests.
  const [{ withMailbox }, { wordsOf }] = await Promise.all([import('./session.ts'), import('./words.ts')]);
  const state = await stateOf({ environmentId: row.environmentId, integrationId: row.id });
  let settings: MailboxSettings | undefined;
  try {
    const opened = openSettings(row);
    settings = opened;
    const message = await withMailbox(
      opened,
      outbound(),
      async ({ uidValidity, exists, uidsAfter }) => {
        const { lastUid } = positionIn(state, placeHash(opened), uidValidity);
        const fresh = await uidsAfter(lastUid, new Date());
        return `Signed in as ${opened.user}. The folder ${opened.folder} has ${counted(exists, 'email')}, ${fresh.length} of which Belfry has not read yet.`;
      },
      TEST_MS,
    );
    return { outcome: 'succeeded', message };
  } catch (error) {
    return { outcome: 'failed', message: wordsOf(error, settings) };
  }
}
