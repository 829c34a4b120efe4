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
  /** A later time at which its runs begin. */
  scheduledAt: Date | undefined;
}

/**
 * Records triggers of people, each under its transaction: which workflow, and how many recipients, but neither payload nor
 * addresses. What a trigger saves of its subscribers and contexts belongs to its entry. Triggers of API keys are traffic,
 * of which the runs are the record.
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
