'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { ActorName } from '#components/members/actor-name.tsx';
import { failure } from '#components/table/read-error.ts';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { notify } from '#components/ui/notify.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import {
  type IntegrationChange,
  integrationMutations,
  integrationQueries,
  type StaleIntegration,
} from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import type { Provider } from '#lib/providers/provider.ts';
import { useUnsaved } from './discard.ts';
import { Problem } from './form-problem.tsx';
import { IntegrationForm } from './integration-form.tsx';
import { activeHelp, conditionsHelp } from './state-help.ts';
import { askToDeactivate } from './use-integration-actions.tsx';
import { type IntegrationFormState, useIntegrationForm } from './use-integration-form.ts';
import { useReveal } from './use-reveal.ts';

/** The HTTP status of a save with an outdated version. */
const STALE = 412;

interface Props {
  integration: Integration;
  /** The integrations of the same channel, including this integration. */
  siblings: readonly Integration[];
  /** Whether the form has unsaved changes. */
  unsaved: RefObject<boolean>;
  /** Whether the first secret gets the focus. */
  focusSecret: boolean;
  onCancel: () => void;
  onDone: () => void;
}

/** The form of the integration in its current version. The version in the list may be older. */
export function EditIntegration({ integration, ...props }: Props) {
  const { id } = useEnvironment();
  const current = useQuery(integrationQueries.one(id, integration._id ?? ''));
  const provider = findProvider(integration.providerId);
  if (current.error) {
    return (
      <ErrorState
        title={`${integration.name} could not be loaded`}
        {...failure(current.error)}
        onRetry={() => void current.refetch()}
      />
    );
  }
  if (!current.data || !provider) return <FormSkeleton />;
  const { body, etag } = current.data;
  return (
    <Loaded
      key={etag}
      {...props}
      integration={body}
      etag={etag}
      provider={provider}
      onReload={() => void current.refetch()}
    />
  );
}

interface LoadedProps extends Props {
  etag: string | undefined;
  provider: Provider;
  onReload: () => void;
}

function Loaded({ integration, etag, provider, siblings, unsaved, ...props }: LoadedProps) {
  const { focusSecret, onCancel, onDone, onReload } = props;
  const { id } = useEnvironment();
  const update = useMutation(integrationMutations.update(id));
  const { data: all = [] } = useQuery(integrationQueries.list(id));
  const { revealed, reveal } = useReveal(integration);
  const form: IntegrationFormState = useIntegrationForm({
    provider,
    integration,
    others: all,
    save: async (change) => {
      const ifMatch = form.failure?.statusCode === STALE ? undefined : etag;
      const request = { integrationId: integration._id ?? '', body: change, ifMatch };
      if (!(await stopsKnowingly(integration, siblings, change, () => update.mutateAsync(request)))) return;
      notify.done(`${change.name} is saved`);
      onDone();
    },
  });
  useUnsaved(form.dirty, unsaved);
  const others = siblings.filter(({ _id }) => _id !== integration._id);
  const situation = { provider, integration, others, hasConditions: form.values.conditions.length > 0 };
  const isStale = form.failure?.statusCode === STALE;
  return (
    <IntegrationForm
      provider={provider}
      form={form}
      integration={integration}
      focusSecret={focusSecret}
      submit={isStale ? 'Overwrite with my version' : 'Save changes'}
      onCancel={onCancel}
      activeHelp={activeHelp(situation)}
      conditionsHelp={conditionsHelp(situation)}
      revealed={revealed}
      onReveal={reveal}
      problem={isStale ? <Stale by={form.failure?.body as StaleIntegration} onReload={onReload} /> : undefined}
    />
  );
}

/** Sends the change. Deactivating the integration requires a confirmation first. */
async function stopsKnowingly(
  integration: Integration,
  siblings: readonly Integration[],
  change: IntegrationChange,
  send: () => Promise<unknown>,
): Promise<boolean> {
  if (integration.active && change.active === false) return askToDeactivate(integration, siblings, send);
  await send();
  return true;
}

function Stale({ by, onReload }: { by: StaleIntegration; onReload: () => void }) {
  return (
    <Problem>
      <p>
        {by.changedBy ? <ActorName actor={{ label: by.changedBy }} /> : 'Another user'} changed this integration{' '}
        {by.changedAt && <RelativeTime value={by.changedAt} />} since you opened it. Saving now replaces that version.
      </p>
      <Button size="sm" className="mt-2" onClick={onReload}>
        Load their version
      </Button>
    </Problem>
  );
}

function FormSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6 px-5 py-2">
      <span className="sr-only">Loading</span>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  );
}
