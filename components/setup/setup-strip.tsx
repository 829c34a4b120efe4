'use client';

import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { setupSteps, useSetup } from './use-setup.ts';

/** The rest of the setup, above the first runs, until one of the runs has sent a message. */
export function SetupStrip() {
  const { base } = useEnvironment();
  const setup = useSetup();
  if (!setup) return null;
  const steps = setupSteps(setup);
  const [integrationStep] = steps;
  const next = steps.find(({ done }) => !done);
  if (!next) return null;
  const where = integrationStep.done ? (setup.workflow ? undefined : 'workflows') : 'integrations';
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-b border-line bg-accent-soft page-x py-2">
      <strong className="font-semibold" data-numeric>
        Setup: {steps.filter(({ done }) => done).length} of {steps.length} steps are done.
      </strong>
      {where ? (
        <Link href={`${base}/${where}`} className="text-accent-text underline-offset-2 hover:underline">
          {next.title}
        </Link>
      ) : (
        <span>No run has sent a message yet. Open a run to see the reason of each step.</span>
      )}
    </p>
  );
}
