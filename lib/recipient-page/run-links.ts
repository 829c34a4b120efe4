import type { RunContext } from '#lib/engine/run-context.ts';
import { linksTo, type RecipientLinks } from './links.ts';
import { pageOrigin } from './origin.ts';
import { linkToken } from './token.ts';

/**
 * Returns the links in the messages of a run. Without an address of the environment and without `PUBLIC_URL`, the links
 * are only paths.
 */
export function runLinks({ environment, workflow, notification }: RunContext): RecipientLinks {
  const token = linkToken({
    environmentId: environment.id,
    subscriberId: notification.subscriberId,
    workflowId: workflow.id,
    runId: notification.id,
  });
  return linksTo(`${pageOrigin(environment.pageUrl) ?? ''}/r/${token}`);
}
