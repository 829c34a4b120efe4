'use client';

import { useQuery } from '@tanstack/react-query';
import { PanelsTopLeft, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { PageAction } from '#components/layout/page-action.tsx';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { PublishLink } from '#components/publishing/publish-link.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { countedPage, NumberPager } from '#components/table/pager.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import { layoutQueries } from '#lib/layouts/client.ts';
import { layoutAddress } from './address.ts';
import { LayoutActions } from './layout-actions.tsx';
import { LayoutSecondLine, layoutColumns, thumbnailSizes } from './layout-columns.tsx';
import { type LayoutsQuery, layoutsInput, layoutsParsers, pageSize, sorts } from './layouts-query.ts';

const NewLayoutDialog = dynamic(() => import('./new-layout-dialog.tsx').then((module) => module.NewLayoutDialog), {
  ssr: false,
});

export function LayoutsPage() {
  const environment = useEnvironment();
  const [query, setQuery] = useQueryStates(layoutsParsers);
  const list = useQuery(layoutQueries.list(environment.id, layoutsInput(query)));
  const denied = useWhyNot('workflows:write');
  const [creating, setCreating] = useState(false);
  const isCreating = useOpened(creating);
  const { q, sort, order, page } = query;
  const change = (next: Partial<LayoutsQuery> | null) => void setQuery(next && { page: 0, ...next });
  const create = { disabledReason: denied, onClick: () => setCreating(true) };
  return (
    <PageFrame
      title="Layouts"
      actions={
        <>
          <PublishLink />
          <PageAction icon={Plus} label="New layout" variant="primary" {...create} />
        </>
      }
    >
      <FilterBar
        label="Search layouts"
        values={[q]}
        onReset={() => change(null)}
        search={
          <SearchFilter
            label="Search layouts"
            placeholder="Name or identifier"
            value={q}
            onChange={(next) => change({ q: next })}
          />
        }
      />
      <LayoutActions>
        <div className={cn('md:px-3', thumbnailSizes)}>
          <DataTable
            label="Layouts"
            skeletonRows={3}
            columns={layoutColumns}
            query={list}
            rows={list.data?.layouts}
            rowId={(layout) => layout._id}
            href={(layout) => layoutAddress(environment.base, layout.layoutId)}
            secondLine={(layout) => <LayoutSecondLine layout={layout} />}
            sort={{ id: sort, desc: order === 'DESC' }}
            onSort={({ id, desc }) =>
              change({ sort: sorts.find((name) => name === id) ?? 'name', order: desc ? 'DESC' : 'ASC' })
            }
            empty={<NoLayouts q={q} create={create} onReset={() => change(null)} />}
            footer={
              <NumberPager
                page={list.data && countedPage(page, pageSize, list.data.layouts, list.data.totalCount)}
                noun={['layout', 'layouts']}
                onMove={(next) => change({ page: next })}
              />
            }
          />
        </div>
      </LayoutActions>
      {isCreating && <NewLayoutDialog open={creating} onOpenChange={setCreating} />}
    </PageFrame>
  );
}

interface NoLayoutsProps {
  q: string;
  create: { disabledReason: string | undefined; onClick: () => void };
  onReset: () => void;
}

function NoLayouts({ q, create, onReset }: NoLayoutsProps) {
  const { name: environment } = useEnvironment();
  if (q !== '') {
    return (
      <EmptyState
        icon={PanelsTopLeft}
        title="No layout matches"
        action={<Button onClick={onReset}>Show all layouts</Button>}
      >
        No name or identifier in {environment} contains “{q}”.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={PanelsTopLeft}
      title={`No layouts in ${environment} yet`}
      action={
        <Button variant="primary" {...create}>
          <Plus aria-hidden />
          Create the first layout
        </Button>
      }
    >
      A layout is the common part of your emails: the logo above, the footer below. Emails without a layout are sent
      unchanged. The first layout you make becomes the default layout.
    </EmptyState>
  );
}
