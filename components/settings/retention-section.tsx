'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { EnvironmentDot } from '#components/layout/environment-dot.tsx';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { notify } from '#components/ui/notify.ts';
import { Select } from '#components/ui/select.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { environmentMutations } from '#lib/environments/client.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { limitsQueries } from '#lib/limits/client.ts';
import { counted } from '#lib/text/counted.ts';
import { daysText, retentionChoices } from './retention-choices.ts';
import { SettingsSection } from './settings-page.tsx';

/** The time for which each environment keeps runs and messages. */
export function RetentionSection() {
  const { environments } = useSession();
  const limits = useQuery(limitsQueries.current());
  const most = limits.data?.retentionDays;
  return (
    <SettingsSection
      id="retention"
      title="Retention"
      intro="Runs, messages and payloads are deleted after this time. Subscribers, workflows and the audit log stay."
    >
      <ul aria-label="Retention by environment" className="rounded-lg border border-line bg-surface">
        {environments.map((environment) => (
          <RetentionRow key={environment._id} environment={environment} most={most} />
        ))}
      </ul>
      {limits.data && (
        <p className="mt-2 text-xs text-pretty text-muted">
          The default is also the maximum: this installation keeps {counted(limits.data.retentionDays, 'day')} (
          <code>RETENTION_DAYS</code>), and calls for {counted(limits.data.requestLogRetentionDays, 'day')} (
          <code>REQUEST_LOG_RETENTION_DAYS</code>).
        </p>
      )}
    </SettingsSection>
  );
}

interface Props {
  environment: Environment;
  /** The installation's retention in days. Undefined until it is loaded. */
  most: number | undefined;
}

function RetentionRow({ environment, most }: Props) {
  const id = useId();
  const denied = useWhyNot('environments:write');
  const { mutateAsync: update } = useMutation(environmentMutations.update());
  const { _id: environmentId, name, retentionDays } = environment;
  const change = async (choice: string) => {
    const next = choice === 'installation' ? null : Number(choice);
    const run = () => update({ environmentId, retentionDays: next });
    const done = `${name} keeps ${daysText(next, most)}`;
    const isShorter = (next ?? most ?? 0) < (retentionDays ?? most ?? 0);
    if (!isShorter) return run().then(() => notify.done(done), failed);
    const body = `Runs and messages of ${name} that are older than ${counted(next ?? 0, 'day')} are deleted within hours. This cannot be undone. Runs that still wait are kept.`;
    if (
      await confirm({
        title: `Shorten the retention in ${name}?`,
        body,
        action: 'Shorten retention',
        danger: true,
        run,
      })
    )
      notify.done(done);
  };
  return (
    <li className="flex items-center gap-3 border-line px-3 py-2 not-first:border-t">
      <EnvironmentDot environment={environment} />
      <label htmlFor={id} className="flex min-w-0 flex-1 font-medium">
        <Truncate value={name} />
      </label>
      <div className="w-56 shrink-0 max-sm:w-44">
        {most === undefined ? (
          <Skeleton className="control" />
        ) : (
          <Select
            id={id}
            value={retentionDays === undefined ? 'installation' : String(retentionDays)}
            disabled={denied !== undefined}
            onChange={(choice) => void change(choice)}
            options={retentionChoices(most, retentionDays)}
          />
        )}
      </div>
    </li>
  );
}

function failed({ message }: Error): void {
  notify.failed('The retention period was not changed', { description: message });
}
