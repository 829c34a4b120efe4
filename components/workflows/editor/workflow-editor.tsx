'use client';

import { useState } from 'react';
import { LeaveDialog } from '#components/layout/leave-dialog.tsx';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { cn } from '#components/ui/cn.ts';
import { useMedia } from '#components/ui/use-media.ts';
import { IssuesPanel } from '#components/workflows/issues-panel.tsx';
import { StepFlow } from '#components/workflows/step-flow.tsx';
import type { Tagged } from '#lib/api/client.ts';
import type { Workflow } from '#lib/workflows/schema.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { EditorProvider, useEditor } from './editor-context.tsx';
import { EditorHeader } from './editor-header.tsx';
import { EditorMenu } from './editor-menu.tsx';
import { EditorNotices } from './editor-notices.tsx';
import type { EditorStep } from './editor-steps.ts';
import { EventDialogs, useEventDialog } from './event-dialogs.tsx';
import { Overview } from './overview.tsx';
import { SettingsSheet } from './settings-sheet.tsx';
import { StepEditor } from './step-editor.tsx';
import { StepSheet } from './step-sheet.tsx';
import { StepStrip } from './step-strip.tsx';
import { useEditorKeys } from './use-editor-keys.ts';
import { useStepView } from './use-step-view.ts';
import { useWorkflowEditor } from './use-workflow-editor.ts';
import { VersionsSheet } from './versions-sheet.tsx';

interface Props {
  loaded: Tagged<Workflow>;
  /** Reloads the workflow. */
  onReload: () => Promise<unknown>;
}

/**
 * The page of one workflow: issues and steps on the left, the open step (or the workflow itself) on the right; on small
 * screens in a sheet.
 */
export function WorkflowEditor({ loaded, onReload }: Props) {
  const { base } = useEnvironment();
  const editor = useWorkflowEditor(loaded);
  const [sheet, setSheet] = useState<'settings' | 'versions'>();
  const [dialog, setDialog] = useEventDialog();
  const { dirty, saving, readOnly, place, steps, dispatch } = editor;
  const save = async () => (dirty && !saving && readOnly === undefined ? editor.save() : false);
  useEditorKeys({
    onSave: () => void save(),
    onUndo: () => dispatch({ type: 'undo' }),
    onRedo: () => dispatch({ type: 'redo' }),
  });
  const open = steps.find(({ stepId }) => stepId === place.stepId);
  const close = () => setSheet(undefined);
  return (
    <EditorProvider value={editor}>
      <PageFrame
        title={editor.definition.name || loaded.body.workflowId}
        crumbs={[{ label: 'Workflows', href: `${base}/workflows` }]}
      >
        <EditorHeader
          onSave={() => void save()}
          onSettings={() => setSheet('settings')}
          onVersions={() => setSheet('versions')}
          onEvent={(next) => void setDialog(next)}
          menu={
            <EditorMenu
              onSettings={() => setSheet('settings')}
              onVersions={() => setSheet('versions')}
              onEvent={(next) => void setDialog(next)}
            />
          }
        />
        <EditorNotices onSave={() => void save()} onSettings={() => setSheet('settings')} />
        <EditorBody open={open} onSettings={() => setSheet('settings')} onSave={() => void save()} />
      </PageFrame>
      <EventDialogs dialog={dialog} onClose={() => void setDialog(null)} />
      <SettingsSheet open={sheet === 'settings'} onClose={close} />
      <VersionsSheet open={sheet === 'versions'} onClose={close} onReload={onReload} />
      <ConflictDialog
        onVersions={() => setSheet('versions')}
        onTakeTheirs={() => void onReload().then(editor.discard)}
      />
      <LeaveDialog
        active={dirty}
        name={editor.definition.name}
        saving={saving}
        onSave={save}
        onDiscard={editor.discard}
      />
    </EditorProvider>
  );
}

interface BodyProps {
  open: EditorStep | undefined;
  onSettings: () => void;
  onSave: () => void;
}

function EditorBody({ open, onSettings, onSave }: BodyProps) {
  const { place, workflow } = useEditor();
  const wide = useMedia('(min-width: 1180px)');
  const hasViews = useMedia('(min-width: 1400px)');
  const hasRoom = useMedia('(min-width: 1760px)');
  const isAdded = open !== undefined && workflow.steps.every(({ stepId }) => stepId !== open.stepId);
  const [view, setView] = useStepView(
    `${open && place.keyOf(open.stepId)} ${place.focus?.at}`,
    place.focus !== undefined || isAdded,
  );
  const isFolded = open !== undefined && hasViews && !hasRoom && view !== 'write';
  return (
    <div
      className={cn(
        'lg:grid',
        isFolded ? 'lg:grid-cols-[56px_minmax(0,1fr)]' : 'lg:grid-cols-[clamp(392px,40%,460px)_minmax(0,1fr)]',
      )}
    >
      <div className={cn('min-w-0 lg:overflow-y-auto', pane)}>
        {isFolded ? (
          <StepStrip onUnfold={() => setView('write')} />
        ) : (
          <>
            <div className="page-x pt-5 pb-4 lg:border-b lg:border-line">
              <IssuesPanel onSettings={onSettings} />
            </div>
            <div className="page-x py-5">
              <StepFlow />
            </div>
          </>
        )}
      </div>
      {wide && open ? (
        <div className={cn('min-w-0 overflow-y-auto border-l border-line bg-surface', pane)}>
          <StepEditor
            key={place.keyOf(open.stepId)}
            step={open}
            views={hasViews ? { view, onView: setView } : undefined}
          />
        </div>
      ) : (
        <Overview onSettings={onSettings} />
      )}
      {!wide && <StepSheet open={open} onSave={onSave} />}
    </div>
  );
}

/** On wide screens the two halves scroll separately, below the two bars. */
const pane = 'lg:sticky lg:top-28 lg:h-[calc(100dvh-112px)]';
