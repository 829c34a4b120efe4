import { useQuery } from '@tanstack/react-query';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import { missingChannels } from '#lib/integrations/missing-channels.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { ANY_RUN, notificationQueries } from '#lib/notifications/client.ts';
import type { CHANNEL_NAMES } from '#lib/providers/channel-names.ts';
import { subscriberQueries } from '#lib/subscribers/client.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';

/** The five requirements of a first delivery in an environment. A field is undefined if its requirement is missing. */
export interface Setup {
  integrations: readonly Integration[];
  integration: Integration | undefined;
  workflow: WorkflowListItem | undefined;
  /** The channels of the workflow for which no integration is active. */
  missing: readonly (keyof typeof CHANNEL_NAMES)[];
  subscriber: Subscriber | undefined;
  hasRun: boolean;
  hasSent: boolean;
}

/** Returns the state of the environment's setup. Undefined while it is loaded. */
export function useSetup(): Setup | undefined {
  const { id } = useEnvironment();
  const { email } = useSession().user;
  const integrations = useQuery(integrationQueries.list(id));
  const workflows = useQuery(workflowQueries.list(id, { status: ['ACTIVE'], limit: 1 }));
  const self = useQuery(subscriberQueries.list(id, { email, limit: 1 }));
  const anyone = useQuery(subscriberQueries.list(id, { limit: 1 }));
  const runs = useQuery(notificationQueries.summaries(id, ANY_RUN));
  if (!integrations.data || !workflows.data || !self.data || !anyone.data || !runs.data) return undefined;
  const newest = runs.data.data[0];
  const workflow = workflows.data.workflows[0];
  return {
    integrations: integrations.data,
    integration: integrations.data.find(({ active, kind }) => active && kind !== 'agent'),
    workflow,
    missing: missingChannels(workflow?.stepTypeOverviews ?? [], integrations.data),
    subscriber: self.data.data[0] ?? anyone.data.data[0],
    hasRun: newest !== undefined,
    hasSent: newest?.steps.some(({ status }) => status === 'sent') ?? false,
  };
}

interface SetupStep {
  title: string;
  done: boolean;
}

/** Returns the steps in order. */
export function setupSteps(setup: Setup): [SetupStep, SetupStep, SetupStep, SetupStep, SetupStep] {
  return [
    { title: 'Add an integration', done: setup.integration !== undefined && setup.missing.length === 0 },
    { title: 'Create a workflow', done: setup.workflow !== undefined },
    { title: 'Add yourself as a subscriber', done: setup.subscriber !== undefined },
    { title: 'Trigger the workflow', done: setup.hasRun },
    { title: 'See the result', done: setup.hasSent },
  ];
}
