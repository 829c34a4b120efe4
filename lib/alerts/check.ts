import { logger } from '#lib/logger.ts';
import { lock, prisma, transaction } from '#lib/postgres/db.ts';
import type { AlertRule } from '#prisma/generated/client.ts';
import { evaluate } from './evaluate.ts';
import { readFacts } from './facts.ts';
import type { Judgement } from './kinds/definition.ts';
import { type AlertCondition, alertKindOf } from './kinds/registry.ts';
import { endAlert, raiseAlert } from './query.ts';

interface Checking {
  /** The process that checks. It checks only the rules whose kind names this process in `checkedBy`. */
  by: 'worker' | 'web';
  now: Date;
  /** The last time at which this process saw a living worker, or else the time when it started to watch. */
  workerSeenAt: Date;
}

/**
 * Checks all active rules of the process’s kinds: raises alerts, records when their conditions last held, and ends
 * alerts. If two processes check at the same time, each alert is still raised and ended once. A failed check is logged,
 * and the other rules are still checked.
 */
export async function checkAlertRules(checking: Checking): Promise<void> {
  const rules = await prisma().alertRule.findMany({
    where: { active: true },
    orderBy: [{ environmentId: 'asc' }, { id: 'asc' }],
  });
  const existing = await existingEnvironments(rules);
  for (const rule of rules) {
    if (alertKindOf(conditionOf(rule).kind).checkedBy !== checking.by || !existing.has(rule.environmentId)) continue;
    await checkAlone(rule, checking).catch((error) =>
      logger().warn({ error, environmentId: rule.environmentId, ruleId: rule.id }, 'Failed to check an alert rule'),
    );
  }
}

/** Returns the existing environments of the rules. Maintenance removes the rules of deleted environments. */
async function existingEnvironments(rules: readonly AlertRule[]): Promise<Set<string>> {
  const id = { in: [...new Set(rules.map(({ environmentId }) => environmentId))] };
  const rows = await prisma().environment.findMany({ where: { id }, select: { id: true } });
  return new Set(rows.map((row) => row.id));
}

/** Checks a rule under a lock, so that no other process checks it at the same time. */
function checkAlone(rule: AlertRule, checking: Checking): Promise<void> {
  return transaction(async () => {
    await lock(`alerts ${rule.environmentId} ${rule.id}`);
    await checkRule(rule, checking);
  });
}

export function conditionOf({ condition }: Pick<AlertRule, 'condition'>): AlertCondition {
  return condition as AlertCondition;
}

async function checkRule(rule: AlertRule, { now, workerSeenAt }: Checking): Promise<void> {
  const { environmentId, id: ruleId } = rule;
  const { verdict, words } = await judge(rule, now, workerSeenAt);
  const open = await prisma().alert.findFirst({ where: { environmentId, ruleId, endedAt: null } });
  switch (evaluate({ verdict }, open ?? undefined, now)) {
    case 'raise': {
      const { kind } = conditionOf(rule);
      if (await raiseAlert({ environmentId, ruleId, kind, words, at: now }))
        logger().warn({ environmentId, ruleId, kind }, 'Alert raised');
      return;
    }
    case 'keep':
      await prisma().alert.updateMany({
        where: { environmentId, ruleId, endedAt: null },
        data: { heldAt: now, words },
      });
      return;
    case 'resolve':
      await endAlert({ environmentId, ruleId, cause: 'resolved', words, at: now });
      logger().info({ environmentId, ruleId }, 'Alert resolved');
      return;
    case 'wait':
  }
}

async function judge(rule: AlertRule, now: Date, workerSeenAt: Date): Promise<Judgement> {
  const { environmentId } = rule;
  const condition = conditionOf(rule);
  const facts = await readFacts({ environmentId, condition, now, workerSeenAt });
  if (!facts) return { verdict: 'clear', words: 'The watched integration was deleted' };
  return alertKindOf(condition.kind).judge(facts, condition);
}
