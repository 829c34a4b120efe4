import type { RunContext } from '#lib/engine/run-context.ts';
import { linksTo, type RecipientLinks } from './links.ts';
import { pageOrigin, usualOrigin } from './origin.ts';
import { linkToken } from './token.ts';

/** Returns the links in the messages of a run. Mail programs need whole addresses, so they are never only paths. */
export function runLinks({ environment, workflow, notification }: RunContext): RecipientLinks {
  const token = linkToken({
    environmentId: environment.id,
    subscriberId: notification.subscriberId,
    workflowId: workflow.id,
    runId: notification.id,
  });
  return linksTo(`${pageOrigin(environment.pageUrl) ?? usualOrigin()}/r/${token}`);
}
