import type { Ctx } from '#lib/api/context.ts';
import { audit } from '#lib/audit-log/service.ts';
import type { Audience } from './recipients.ts';
import type { BroadcastBody } from './schema.ts';
import type { DescribedWorkflow } from './triggered-workflow.ts';

interface AuditedTrigger {
  body: Pick<BroadcastBody, 'name'>;
  transactionId: string;
  workflow: DescribedWorkflow;
  audience: Audience;
  /** Topic.id by key. */
  topics: ReadonlyMap<string, string>;
  /** The start of the runs, if later than now. */
  scheduledAt: Date | undefined;
}

/**
 * Records the triggers of people in the audit log, each under its transaction: the workflow and the number of
 * recipients, but neither payload nor addresses. Subscribers and contexts that a trigger saves have no separate
 * entries. Triggers by API keys have no entries either, because their runs record them.
 */
export async function auditTriggers(ctx: Ctx, triggers: readonly AuditedTrigger[]): Promise<void> {
  for (const { body, transactionId, workflow, audience, topics, scheduledAt } of triggers) {
    const known = [...audience.topics.keys()].filter((key) => topics.has(key));
    const recipients = { subscribers: audience.subscribers.size, topics: known.length };
    await audit(ctx, {
      action: audience.isBroadcast ? 'events.broadcast' : 'events.trigger',
      resourceType: 'events',
      resourceId: transactionId,
      resourceLabel: workflow.name,
      after: {
        workflow: body.name,
        ...(!audience.isBroadcast && recipients),
        ...(scheduledAt && { scheduledAt: scheduledAt.toISOString() }),
      },
    });
  }
}
