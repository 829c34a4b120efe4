'use client';

import { History } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useEffect, useEffectEvent, useState } from 'react';
import { LeaveDialog } from '#components/layout/leave-dialog.tsx';
import { PageAction } from '#components/layout/page-action.tsx';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import type { Tagged } from '#lib/api/client.ts';
import type { Layout } from '#lib/layouts/schema.ts';
import { LayoutBody } from './layout-body.tsx';
import { LayoutConflict } from './layout-conflict.tsx';
import { LayoutFacts } from './layout-facts.tsx';
import { LayoutMenu } from './layout-menu.tsx';
import { LayoutNotices } from './layout-notices.tsx';
import { LayoutPreview } from './layout-preview.tsx';
import { useLayoutDraft } from './use-layout-draft.ts';

const LayoutVersionsSheet = dynamic(
  () => import('./layout-versions-sheet.tsx').then((module) => module.LayoutVersionsSheet),
  { ssr: false },
);

interface Props {
  stored: Tagged<Layout>;
  crumbs: { label: string; href: string }[];
}

/** A layout with its body, next to a live example email. */
export function LayoutEditor({ stored, crumbs }: Props) {
  const layout = stored.body;
  const state = useLayoutDraft(stored);
  const { draft, dirty, problem, saving, change, save } = state;
  const denied = useWhyNot('workflows:write');
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const reason =
    denied ?? (dirty ? (draft.name.trim() ? undefined : 'The layout needs a name.') : 'Nothing is changed.');
  useSaveKey(() => reason === undefined && void save());
  return (
    <PageFrame
      title={layout.name}
      crumbs={crumbs}
      actions={
        <>
          <Unsaved dirty={dirty} className="max-sm:hidden" />
          <PageAction icon={History} label="Versions" onClick={() => setHistoryOpen(true)} />
          <LayoutMenu layout={layout} />
          <Button
            size="sm"
            variant="primary"
            pending={saving}
            disabledReason={reason}
            className="touch-area max-sm:mx-1.5 max-sm:h-9"
            onClick={() => void save()}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="page-x flex flex-col gap-4 py-4 md:py-6">
        <LayoutNotices state={state} />
        <LayoutFacts layout={layout} name={draft.name} onName={(name) => change({ name })} readOnly={denied} />
        <Unsaved dirty={dirty} className="sm:hidden" />
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
          <LayoutBody
            content={draft.email}
            variables={layout.variables ?? undefined}
            readOnly={denied !== undefined}
            problem={problem?.stale === undefined && problem?.inBody ? problem.message : undefined}
            onChange={(email) => change({ email })}
          />
          <LayoutPreview layoutId={layout._id} content={draft.email} />
        </div>
      </div>
      {isHistoryOpen && (
        <LayoutVersionsSheet
          stored={stored}
          disabledReason={dirty ? 'Save or discard your changes first' : undefined}
          onRestored={() => void state.discard().then(() => setHistoryOpen(false))}
          onClose={() => setHistoryOpen(false)}
        />
      )}
      <LayoutConflict stale={problem?.stale} onClose={state.forgetProblem} onDiscard={state.discard} onSave={save} />
      <LeaveDialog active={dirty} name={layout.name} saving={saving} onSave={() => save()} onDiscard={state.forget} />
    </PageFrame>
  );
}

/** The mark of unsaved changes, as in the editor of workflows. */
function Unsaved({ dirty, className }: { dirty: boolean; className: string }) {
  return (
    <span aria-live="polite" className={cn('text-xs whitespace-nowrap text-warn empty:hidden', className)}>
      {dirty && 'Unsaved changes'}
    </span>
  );
}

/** Runs the callback on ⌘S, as in every editor. */
function useSaveKey(run: () => void) {
  const press = useEffectEvent(run);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      press();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
