import type { RunContext } from '#lib/engine/run-context.ts';
import { linksTo, type RecipientLinks } from './links.ts';
import { pageOrigin } from './origin.ts';
import { linkToken } from './token.ts';

/** Returns the links in the messages of a run. They are only paths without an own address and `PUBLIC_URL`. */
export function runLinks({ environment, workflow, notification }: RunContext): RecipientLinks {
  const token = linkToken({
    environmentId: environment.id,
    subscriberId: notification.subscriberId,
    workflowId: workflow.id,
    runId: notification.id,
  });
  return linksTo(`${pageOrigin(environment.pageUrl) ?? ''}/r/${token}`);
}
