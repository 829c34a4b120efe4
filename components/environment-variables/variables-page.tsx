'use client';

import { useQuery } from '@tanstack/react-query';
import { Braces, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { useMemo, useState } from 'react';
import { PageAction } from '#components/layout/page-action.tsx';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { SettingsPage } from '#components/settings/settings-page.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { phoneRows, tallRows } from '#components/table/row-style.ts';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { Button } from '#components/ui/button.tsx';
import { Code } from '#components/ui/code.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import { environmentVariableQueries } from '#lib/environment-variables/client.ts';
import { ReadersCell } from './readers.tsx';
import { ValueList } from './value-cell.tsx';
import { MAX_COLUMNS, variableColumns } from './variable-columns.tsx';
import { shownVariables } from './variable-rows.ts';
import { sorts, variablesParsers } from './variables-query.ts';

const VariableDialog = dynamic(() => import('./variable-dialog.tsx').then((module) => module.VariableDialog), {
  ssr: false,
});

/** The value of `variable` in the URL while a variable is created. Keys are never empty. */
const NEW = '';

/** The environment variables of the organization, with their values and readers. */
export function VariablesPage() {
  const { environments } = useSession();
  const [query, setQuery] = useQueryStates(variablesParsers);
  const list = useQuery(environmentVariableQueries.list());
  const columns = useMemo(() => variableColumns(environments, list.data ?? []), [environments, list.data]);
  const denied = useWhyNot('environment-variables:write');
  const { q, sort, order, variable: openKey } = query;
  const rows = list.data && shownVariables(list.data, query);
  const isOpen = openKey !== null && denied === undefined && list.data !== undefined;
  const hasOpened = useOpened(isOpen);
  // The dialog keeps its variable while it closes.
  const [dialogKey, setDialogKey] = useState(openKey ?? NEW);
  if (openKey !== null && openKey !== dialogKey) setDialogKey(openKey);
  const create = {
    disabledReason: denied,
    onClick: () => void setQuery({ variable: NEW, in: null }, { history: 'push' }),
  };
  return (
    <SettingsPage
      title="Variables"
      intro={
        <>
          Values that differ between environments, such as a URL, a name or an API key. A template reads a variable as{' '}
          <Code className="whitespace-nowrap">{'{{ env.KEY }}'}</Code> and gets the value of its environment.
        </>
      }
      actions={<PageAction icon={Plus} label="New variable" variant="primary" {...create} />}
    >
      {(list.data?.length ?? 0) > 0 && (
        <search aria-label="Search variables" className="flex list-x pb-2.5">
          <SearchFilter
            label="Search variables"
            placeholder="Key"
            value={q}
            onChange={(next) => void setQuery({ q: next || null })}
          />
        </search>
      )}
      <DataTable
        label="Variables"
        columns={columns}
        query={list}
        rows={rows}
        rowId={({ _id }) => _id}
        sort={{ id: sort, desc: order === 'DESC' }}
        onSort={({ id, desc }) =>
          void setQuery({ sort: sorts.find((each) => each === id) ?? 'key', order: desc ? 'DESC' : 'ASC' })
        }
        secondLine={(variable) => (
          <span className="mt-1 flex min-w-0 flex-1 flex-col gap-1.5">
            <ValueList variable={variable} />
            <span className="flex items-center gap-3 text-xs">
              <span className="w-2/5 max-w-56 min-w-28 shrink-0 text-faint">Used by</span>
              <ReadersCell variableKey={variable.key} />
            </span>
          </span>
        )}
        skeletonRows={4}
        rowStyle={environments.length > MAX_COLUMNS ? tallRows : phoneRows}
        empty={<NoVariables q={q} create={create} onReset={() => void setQuery({ q: null })} />}
      />
      {hasOpened && (
        <VariableDialog
          key={dialogKey}
          variable={list.data?.find(({ key }) => key === dialogKey)}
          newKey={dialogKey}
          focus={query.in}
          open={isOpen}
          onOpenChange={(open) => open || void setQuery({ variable: null, in: null }, { history: 'replace' })}
        />
      )}
    </SettingsPage>
  );
}

interface NoVariablesProps {
  q: string;
  create: { disabledReason: string | undefined; onClick: () => void };
  onReset: () => void;
}

function NoVariables({ q, create, onReset }: NoVariablesProps) {
  if (q !== '') {
    return (
      <EmptyState
        icon={Braces}
        title="No variable matches"
        action={<Button onClick={onReset}>Show all variables</Button>}
      >{`Key with “${q}”.`}</EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Braces}
      title="No variables yet"
      action={
        <Button variant="primary" {...create}>
          <Plus aria-hidden />
          Create the first variable
        </Button>
      }
    >
      <p>An email can link to</p>
      <Code className="my-2 inline-block rounded-md bg-sunken px-2.5 py-1.5 text-fg">
        {'{{ env.SHOP_URL }}/orders'}
      </Code>
      <p>
        From Development, the link leads to your test shop, and from Production to the real one. The workflow is the
        same.
      </p>
    </EmptyState>
  );
}
