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
import { type EditorDialogName, EventButtons } from './event-dialogs.tsx';

interface Props {
  onSave: () => void;
  onDialog: (dialog: EditorDialogName) => void;
  menu: ReactNode;
}

/** The status of the workflow and its actions, in the page's top bar. The heading next to it shrinks first. */
export function EditorActions(props: Props) {
  return (
    <section aria-label="Workflow" className="flex items-center gap-2">
      <Marks />
      <Actions {...props} />
    </section>
  );
}

/**
 * The content of `EditorActions` as a separate bar, on screens whose top bar has no room. It stays visible while
 * scrolling. On phones, only its actions do: the line of the identifier is then exactly behind the top bar.
 */
export function EditorBar(props: Props) {
  const { definition } = useEditor();
  return (
    <section
      aria-label="Workflow"
      className="sticky top-12 z-10 flex flex-wrap items-center gap-x-6 gap-y-1 border-b max-md:top-10 border-line bg-bg page-x py-2 lg:h-12 lg:flex-nowrap"
    >
      <div className="flex min-w-0 flex-1 items-center gap-2.5 max-lg:basis-full max-md:h-6">
        <span className="flex min-w-0 items-center gap-1 text-faint">
          <Truncate value={definition.workflowId} mono />
          <CopyButton value={definition.workflowId} what="identifier" />
        </span>
        <Marks />
        <Unsaved className="ml-auto lg:hidden" />
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-2 max-lg:w-full">
        <Actions {...props} />
      </div>
    </section>
  );
}

function Actions({ onSave, onDialog, menu }: Props) {
  return (
    <>
      <Unsaved className="mr-2 max-lg:hidden" />
      <ActiveSwitch />
      {/* On phones these buttons are in the menu, so that Test and Save fit on the line. */}
      <span className="flex max-sm:hidden">
        <UndoRedo />
      </span>
      <span className="flex gap-2 max-sm:hidden">
        <Button
          size="icon"
          variant="ghost"
          aria-label="Settings"
          data-tip="Settings"
          onClick={() => onDialog('settings')}
        >
          <Settings2 aria-hidden />
        </Button>
        <Button
          size="icon"
          variant="ghost"
          aria-label="Versions"
          data-tip="Versions"
          onClick={() => onDialog('versions')}
        >
          <History aria-hidden />
        </Button>
      </span>
      {menu}
      <EventButtons onOpen={onDialog} />
      <SaveButton onSave={onSave} />
    </>
  );
}

/** The marks of the workflow. They are short and never cut. */
function Marks() {
  const { definition } = useEditor();
  const critical = (definition.preferences ?? definition.defaultPreferences).all.readOnly;
  return (
    <span className="flex shrink-0 items-center gap-2">
      <Status />
      {critical && (
        <Badge tone="accent" data-tip="Subscribers cannot switch the workflow off">
          Critical
        </Badge>
      )}
      <SeverityMark severity={definition.severity} />
    </span>
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
        <span className="text-xs whitespace-nowrap text-faint max-sm:hidden">
          {workflowStatuses[next].label} once saved
        </span>
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
    <Button
      variant="primary"
      pending={saving}
      disabledReason={reason}
      aria-keyshortcuts="Control+S Meta+S"
      onClick={onSave}
    >
      Save
    </Button>
  );
}
