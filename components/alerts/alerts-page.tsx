'use client';

import { useQuery } from '@tanstack/react-query';
import { BellPlus, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { PageAction } from '#components/layout/page-action.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { SettingsPage } from '#components/settings/settings-page.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { tallRows } from '#components/table/row-style.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import { alertQueries } from '#lib/alerts/client.ts';
import { AlertHistory } from './alert-history.tsx';
import { AlertRuleSecondLine, alertRuleColumns } from './alert-rule-columns.tsx';

const AlertRuleDialog = dynamic(() => import('./alert-rule-dialog.tsx').then((module) => module.AlertRuleDialog), {
  ssr: false,
});
const ProposedRules = dynamic(() => import('./proposed-rules.tsx').then((module) => module.ProposedRules), {
  ssr: false,
  loading: () => <div className="h-74" />,
});

/** The alert rules of the environment, and their alerts. */
export function AlertsPage() {
  const environment = useEnvironment();
  const denied = useWhyNot('alerts:write');
  const rules = useQuery({ ...alertQueries.rules(environment.id), enabled: denied === undefined });
  const [creating, setCreating] = useState(false);
  const hasCreated = useOpened(creating);
  return (
    <SettingsPage
      title="Alerts"
      intro={
        <>
          Belfry sends an alert when the condition of a rule holds in{' '}
          <strong className="font-medium text-fg">{environment.name}</strong>, by email, chat or any other integration.
        </>
      }
      actions={
        <PageAction
          icon={Plus}
          label="New rule"
          variant="primary"
          disabledReason={denied}
          onClick={() => setCreating(true)}
        />
      }
    >
      {denied ? (
        <EmptyState icon={BellPlus} title="You cannot see alerts">
          {denied}
        </EmptyState>
      ) : (
        <>
          <DataTable
            label="Alert rules"
            columns={alertRuleColumns}
            query={rules}
            rows={rules.data}
            rowId={(rule) => rule._id}
            secondLine={(rule) => <AlertRuleSecondLine rule={rule} />}
            rowStyle={tallRows}
            skeletonRows={3}
            empty={
              <EmptyState icon={BellPlus} title={`No alert rules in ${environment.name}`}>
                Without a rule, Belfry cannot report that messages fail. Add the rules below, or your own.
              </EmptyState>
            }
          />
          {rules.data && <ProposedRules rules={rules.data} />}
          {rules.data && <AlertHistory />}
        </>
      )}
      {hasCreated && <AlertRuleDialog open={creating} onOpenChange={setCreating} />}
    </SettingsPage>
  );
}
