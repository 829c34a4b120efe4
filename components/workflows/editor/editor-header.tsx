'use client';

import { History, Redo2, Settings2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { SeverityMark } from '#components/status/severity-mark.tsx';
import { WorkflowStatusBadge, workflowStatuses } from '#components/status/workflow-status.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { useEditor } from './editor-context.tsx';
import { EventButtons, type EventDialogName } from './event-dialogs.tsx';

interface Props {
  onSave: () => void;
  onSettings: () => void;
  onVersions: () => void;
  onEvent: (dialog: EventDialogName) => void;
  menu: ReactNode;
}

/** The workflow's name, its status, and whether it is saved. The header stays visible while scrolling. */
export function EditorHeader({ onSave, onSettings, onVersions, onEvent, menu }: Props) {
  const { definition } = useEditor();
  const critical = (definition.preferences ?? definition.defaultPreferences).all.readOnly;
  return (
    <section
      aria-label="Workflow"
      className="sticky top-12 z-10 flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line bg-bg page-x py-2 lg:h-16 lg:flex-nowrap"
    >
      <div className="min-w-0 flex-1 max-lg:basis-full max-sm:flex max-sm:items-center max-sm:gap-2.5">
        <div className="flex min-w-0 items-center gap-2.5">
          <h2 className="min-w-0 truncate text-lg font-semibold max-sm:sr-only">
            {definition.name || 'Unnamed workflow'}
          </h2>
          <Status />
          {critical && (
            <Badge tone="accent" data-tip="Subscribers cannot switch the workflow off">
              Critical
            </Badge>
          )}
          <SeverityMark severity={definition.severity} />
        </div>
        <div className="flex min-w-0 items-center gap-1 text-faint">
          <Truncate value={definition.workflowId} mono />
          <CopyButton value={definition.workflowId} what="identifier" />
        </div>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-2 max-lg:w-full">
        <Unsaved className="mr-2 max-lg:hidden" />
        <ActiveSwitch />
        <UndoRedo />
        {/* On phones these buttons are in the menu, so that Save fits on the line. */}
        <span className="flex gap-2 max-sm:hidden">
          <Button size="icon" variant="ghost" aria-label="Settings" data-tip="Settings" onClick={onSettings}>
            <Settings2 aria-hidden />
          </Button>
          <Button size="icon" variant="ghost" aria-label="Versions" data-tip="Versions" onClick={onVersions}>
            <History aria-hidden />
          </Button>
        </span>
        {menu}
        <EventButtons onOpen={onEvent} />
        <SaveButton onSave={onSave} />
      </div>
    </section>
  );
}

/** The issues that the stored workflow has, and the status after a save. The switch shows whether the workflow is active. */
function Status() {
  const { workflow, analysis } = useEditor();
  const next = analysis.result.status;
  return (
    <>
      {workflow.status === 'ERROR' && <WorkflowStatusBadge status={workflow.status} />}
      {analysis.ofDraft && next !== workflow.status && (
        <span className="truncate text-xs text-faint max-sm:hidden">{workflowStatuses[next].label} once saved</span>
      )}
    </>
  );
}

function ActiveSwitch() {
  const { definition, readOnly, saving, setActive } = useEditor();
  return (
    <label htmlFor="active" className="mr-1 flex items-center gap-2 text-muted">
      <Switch
        id="active"
        aria-label="Active"
        checked={definition.active}
        disabledReason={readOnly ?? (saving ? 'A save is in progress' : undefined)}
        onCheckedChange={setActive}
      />
      {definition.active ? 'Active' : 'Paused'}
    </label>
  );
}

function UndoRedo() {
  const { undoable, redoable, dispatch, readOnly } = useEditor();
  if (readOnly !== undefined) return null;
  return (
    <div className="flex">
      <Button
        size="icon"
        variant="ghost"
        aria-label="Undo"
        data-tip={undoable && `Undo: ${undoable}`}
        disabledReason={undoable ? undefined : 'Nothing to undo'}
        onClick={() => dispatch({ type: 'undo' })}
      >
        <Undo2 aria-hidden />
      </Button>
      <Button
        size="icon"
        variant="ghost"
        aria-label="Redo"
        data-tip={redoable && `Redo: ${redoable}`}
        disabledReason={redoable ? undefined : 'Nothing to redo'}
        onClick={() => dispatch({ type: 'redo' })}
      >
        <Redo2 aria-hidden />
      </Button>
    </div>
  );
}

/** The mark of unsaved changes, to the left of everything that would otherwise move when it appears. */
function Unsaved({ className }: { className: string }) {
  const { dirty } = useEditor();
  return (
    <span aria-live="polite" className={cn('text-xs whitespace-nowrap text-warn', className)}>
      {dirty ? 'Unsaved changes' : ''}
    </span>
  );
}

function SaveButton({ onSave }: { onSave: () => void }) {
  const { dirty, readOnly, saving } = useEditor();
  const reason = readOnly ?? (dirty || saving ? undefined : 'Everything is saved');
  return (
    <div className="ml-auto flex items-center gap-3">
      <Unsaved className="lg:hidden" />
      <Button
        variant="primary"
        pending={saving}
        disabledReason={reason}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={onSave}
      >
        Save
      </Button>
    </div>
  );
}
