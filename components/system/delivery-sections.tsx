import Link from 'next/link';
import { outageAddress } from '#components/outages/outage-address.ts';
import { SettingsSection } from '#components/settings/settings-page.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { SystemReport } from '#lib/system/schema.ts';
import { agoText, durationText } from '#lib/time/time.ts';
import { FigureTable } from './figure-table.tsx';
import { StateWord } from './state-word.tsx';

interface Props {
  report: SystemReport;
}

export function Workers({ report: { at, workers } }: Props) {
  return (
    <SettingsSection
      id="workers"
      title="Workers"
      intro="The processes that deliver. Each sends a heartbeat every second. You can run any number of them, on any machines."
    >
      <FigureTable
        label="Workers"
        columns={[
          { label: 'Worker' },
          { label: 'State' },
          { label: 'Started', isWide: true },
          { label: 'Heartbeat', isFigure: true },
        ]}
        rows={workers.map(({ _id, alive, startedAt, seenAt }) => ({
          key: _id,
          cells: [
            <Truncate key="id" value={_id} at="middle" mono />,
            alive ? (
              <StateWord key="state" tone="ok" word="Running" />
            ) : (
              <StateWord key="state" tone="bad" word="Silent" />
            ),
            <RelativeTime key="started" value={startedAt} focusable />,
            agoText(Date.parse(at) - Date.parse(seenAt)),
          ],
        }))}
        empty="No worker is running."
      />
    </SettingsSection>
  );
}

const lanes = {
  urgent: 'Urgent: critical and high severity',
  normal: 'Normal',
  fanout: 'Fan-outs to topics and broadcasts',
} as const;

export function Queue({ report: { queue } }: Props) {
  return (
    <SettingsSection
      id="queue"
      title="Queue"
      intro="Due jobs that no worker has claimed yet, in all environments. The count stops at 10,000 per environment."
    >
      <FigureTable
        label="Queue"
        columns={[{ label: 'Lane' }, { label: 'Ready', isFigure: true }, { label: 'Oldest', isFigure: true }]}
        rows={queue.map(({ lane, ready, oldestSeconds }) => ({
          key: lane,
          cells: [
            lanes[lane],
            ready.toLocaleString('en'),
            oldestSeconds === undefined ? <Missing key="oldest" /> : durationText(oldestSeconds * 1000),
          ],
        }))}
      />
    </SettingsSection>
  );
}

export function Outages({ report: { outages } }: Props) {
  return (
    <SettingsSection
      id="outages"
      title="Open outages"
      intro="Providers and hosts that cannot be reached. Their messages wait, and for each of them one message is tried every 30 seconds."
    >
      <FigureTable
        label="Open outages"
        columns={[{ label: 'Integration or host' }, { label: 'Environment' }, { label: 'Since', isFigure: true }]}
        rows={outages.map(({ kind, name, _integrationId, environment, openedAt }) => ({
          key: `${environment._id} ${kind} ${_integrationId ?? name}`,
          cells: [
            kind === 'integration' ? (
              <Link
                key="name"
                href={outageAddress(`/${environment.slug}`, { integrationId: _integrationId ?? '', openedAt })}
                prefetch={false}
                className="font-medium hover:underline"
              >
                {name}
              </Link>
            ) : (
              <span key="name" className="font-mono text-xs">
                {name}
              </span>
            ),
            environment.name,
            <RelativeTime key="since" value={openedAt} focusable />,
          ],
        }))}
        empty="None. An outage begins after five attempts without a response within 30 seconds."
      />
    </SettingsSection>
  );
}

export function RequestErrors({ report: { requestErrors } }: Props) {
  return (
    <SettingsSection
      id="request-errors"
      title="Request errors"
      intro="API key requests that failed because of an error in Belfry (status 500 or higher) in the last 24 hours."
    >
      <FigureTable
        label="Request errors"
        columns={[{ label: 'Operation' }, { label: 'Failed', isFigure: true }, { label: 'Last', isFigure: true }]}
        rows={requestErrors.operations.map(({ operationId, count, lastAt }) => ({
          key: operationId,
          cells: [operationId, count.toLocaleString('en'), <RelativeTime key="last" value={lastAt} focusable />],
        }))}
        empty="None in the last 24 hours."
      />
    </SettingsSection>
  );
}
