import type { Ctx } from '#lib/api/context.ts';
import { findGradualSwitches } from '#lib/engine/queue/everywhere.ts';
import { lockChannel } from '#lib/integrations/query.ts';
import { logger } from '#lib/logger.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { GradualSwitch as SwitchRow } from '#prisma/generated/client.ts';
import { figuresOf } from './figures.ts';
import { endSwitch, runningSwitch, sidesOf } from './running.ts';
import { worseBecause } from './worse.ts';

/**
 * Ends the switches whose new integration is worse than the old integration by their margin. If the check of a switch
 * fails, the error is logged, and the other switches are still checked. Two workers may run this at the same time.
 */
export async function returnWorseSwitches(now = new Date()): Promise<void> {
  for (const environmentId of await findGradualSwitches()) {
    const rows = await prisma().gradualSwitch.findMany({ where: { environmentId, endedAt: null } });
    for (const row of rows) {
      await returnIfWorse(row, now).catch((error) => {
        logger().warn({ error, environmentId, channel: row.channel }, 'Failed to check or end a gradual switch');
      });
    }
  }
}

async function returnIfWorse(row: SwitchRow, now: Date): Promise<void> {
  const { environmentId, margin, minMessages } = row;
  const channel = row.channel as Channel;
  const environment = await prisma().environment.findFirst({ where: { id: environmentId } });
  // Maintenance removes the rows of deleted environments.
  if (!environment) return;
  const figures = await figuresOf(row, await sidesOf(row), now);
  const why = worseBecause({ margin, minMessages, ...figures });
  if (why === undefined) return;
  const { organizationId } = environment;
  const actor = { type: 'system', job: 'gradual-switch' } as const;
  const ctx: Ctx = { organizationId, environmentId, actor, requestId: 'gradual-switch' };
  await transaction(async () => {
    await lockChannel(environmentId, channel);
    const running = await runningSwitch(environmentId, channel);
    // Another switch may have begun since the figures were read.
    if (running?.startedAt.getTime() !== row.startedAt.getTime()) return;
    await endSwitch(ctx, running, { ending: 'worse', why }, now);
  });
}
