'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import { Step, Steps } from '#components/ui/steps.tsx';
import { ANY_RUN, notificationQueries } from '#lib/notifications/client.ts';
import { DemoHint } from './demo-hint.tsx';
import { firstRun, forgetFirstRun, rememberFirstRun } from './first-run.ts';
import { IntegrationStep } from './integration-step.tsx';
import { NoRunsYet } from './no-runs-yet.tsx';
import { ResultStep } from './result-step.tsx';
import { SubscriberStep } from './subscriber-step.tsx';
import { TriggerStep } from './trigger-step.tsx';
import { setupSteps, useSetup } from './use-setup.ts';
import { WorkflowStep } from './workflow-step.tsx';

const POLL_MS = 5_000;

interface Props {
  openId: string | null;
  onOpen: (run: { _id: string }) => void;
  /** Called when the checklist is closed, or another run has arrived. */
  onEnd: () => void;
}

/**
 * The steps to a first delivery. Members who cannot set Belfry up get links to the runs of other environments instead.
 */
export function SetupGuide(props: Props) {
  const denied = useWhyNot('workflows:write');
  return denied ? <NoRunsYet onFirst={props.onEnd} /> : <Checklist {...props} />;
}

/**
 * The five steps to a first delivery, shown instead of an empty list. Opens the first run when it arrives, and stays
 * until another run arrives.
 */
function Checklist({ openId, onOpen, onEnd }: Props) {
  const { id, name } = useEnvironment();
  const setup = useSetup();
  const run = useFirstRun(onOpen, onEnd);
  const steps = setup && setupSteps(setup);
  const done = steps?.filter((step) => step.done).length;
  const list = useFocusOnNext(done);
  if (!setup || !steps) return null;
  const [integration, workflow, subscriber, trigger, result] = steps;
  const end = () => {
    forgetFirstRun(id);
    onEnd();
  };
  return (
    <div ref={list} className="mx-auto flex max-w-3xl flex-col gap-6 page-x py-8 md:py-12">
      <header className="flex flex-col gap-1">
        <h2 className="text-lg font-semibold text-balance">
          {result.done
            ? `The first delivery in ${name}`
            : run
              ? `The first run in ${name}`
              : `No workflow has been triggered in ${name} yet`}
        </h2>
        <p className="text-pretty text-muted">
          {done === steps.length ? 'All 5 steps are done.' : 'The first delivery takes five steps.'}{' '}
          {done && done < steps.length ? `${done} of 5 are done.` : null}
        </p>
        {!run && <DemoHint />}
      </header>
      <Steps>
        <Step {...integration}>
          <IntegrationStep
            integration={setup.integration}
            integrations={setup.integrations}
            workflow={setup.workflow}
            missing={setup.missing}
          />
        </Step>
        <Step {...workflow}>
          <WorkflowStep workflow={setup.workflow} />
        </Step>
        <Step {...subscriber}>
          <SubscriberStep subscriber={setup.subscriber} />
        </Step>
        <Step {...trigger}>
          <TriggerStep workflow={setup.workflow} subscriber={setup.subscriber} hasRun={setup.hasRun} />
        </Step>
        <Step {...result}>
          <ResultStep run={run} isOpen={openId !== null} onOpen={() => run && onOpen(run)} onClose={end} />
        </Step>
      </Steps>
    </div>
  );
}

/** Returns the newest run, and follows it. Opens the first run, and ends when another run arrives. */
function useFirstRun(onOpen: Props['onOpen'], onEnd: () => void) {
  const { id } = useEnvironment();
  const any = notificationQueries.summaries(id, ANY_RUN);
  const live = useLiveRuns({ refetch: [any.queryKey] });
  const { data } = useQuery({ ...any, refetchInterval: live === 'live' ? false : POLL_MS });
  const run = data?.data[0];
  const arrive = useEffectEvent((runId: string) => {
    const first = firstRun(id);
    if (first === undefined) {
      rememberFirstRun(id, runId);
      onOpen({ _id: runId });
    } else if (first !== runId) {
      forgetFirstRun(id);
      onEnd();
    }
  });
  const runId = run?._id;
  const isKnown = data !== undefined;
  useEffect(() => {
    if (runId) arrive(runId);
    else if (isKnown) forgetFirstRun(id);
  }, [runId, isKnown, id]);
  return run;
}

/** Milliseconds until a sheet that completed a step has closed. */
const LAYER_MS = 400;

/**
 * Moves the focus to the next step if the focused button has disappeared with its completed step. `done` is undefined
 * until it is known.
 */
function useFocusOnNext(done: number | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(done);
  useEffect(() => {
    const isLater = done !== undefined && before.current !== undefined && done > before.current;
    before.current = done;
    if (!isLater) return;
    const move = () => {
      if (document.activeElement !== document.body) return;
      list.current?.querySelector<HTMLElement>('[data-step=open]')?.focus({ preventScroll: true });
    };
    move();
    const timer = setTimeout(move, LAYER_MS);
    return () => clearTimeout(timer);
  }, [done]);
  return list;
}
