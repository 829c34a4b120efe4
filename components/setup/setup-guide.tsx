'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import { Step, Steps } from '#components/ui/steps.tsx';
import { ANY_RUN, notificationQueries } from '#lib/notifications/client.ts';
import { DemoHint } from './demo-hint.tsx';
import { IntegrationStep } from './integration-step.tsx';
import { SubscriberStep } from './subscriber-step.tsx';
import { TriggerStep } from './trigger-step.tsx';
import { setupSteps, useSetup } from './use-setup.ts';
import { WorkflowStep } from './workflow-step.tsx';

const POLL_MS = 5_000;

/** The five steps to a first delivery, shown instead of an empty list. Polls until the first run exists. */
export function SetupGuide() {
  const { id, name } = useEnvironment();
  const any = notificationQueries.summaries(id, ANY_RUN);
  const live = useLiveRuns({ refetch: [any.queryKey] });
  useQuery({ ...any, refetchInterval: live === 'live' ? false : POLL_MS });
  const setup = useSetup();
  if (!setup) return null;
  const steps = setupSteps(setup);
  const [integration, workflow, subscriber, trigger, result] = steps;
  const done = steps.filter((step) => step.done).length;
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 page-x py-8 md:py-12">
      <header className="flex flex-col gap-1">
        <h2 className="text-lg font-semibold text-balance">Nothing was triggered in {name} yet</h2>
        <p className="text-pretty text-muted">
          The first delivery takes five steps. {done > 0 && `${done} of 5 are done.`}
        </p>
        <DemoHint />
      </header>
      <Steps>
        <Step {...integration}>
          <IntegrationStep integration={setup.integration} integrations={setup.integrations} />
        </Step>
        <Step {...workflow}>
          <WorkflowStep workflow={setup.workflow} />
        </Step>
        <Step {...subscriber}>
          <SubscriberStep subscriber={setup.subscriber} />
        </Step>
        <Step {...trigger}>
          <TriggerStep workflow={setup.workflow} subscriber={setup.subscriber} />
        </Step>
        <Step {...result}>
          <p className="text-pretty">The run appears on this page automatically, each step with its reason.</p>
        </Step>
      </Steps>
    </div>
  );
}
