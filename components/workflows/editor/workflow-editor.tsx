'use client';

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
import { EditorActions, EditorBar } from './editor-header.tsx';
import { EditorMenu } from './editor-menu.tsx';
import { EditorNotices } from './editor-notices.tsx';
import type { EditorStep } from './editor-steps.ts';
import { type EditorDialogName, EventDialogs, useEditorDialog } from './event-dialogs.tsx';
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
  const [dialog, setDialog] = useEditorDialog();
  const isOneBar = useMedia(ONE_BAR);
  const { dirty, saving, readOnly, place, steps, dispatch } = editor;
  const save = async () => (dirty && !saving && readOnly === undefined ? editor.save() : false);
  useEditorKeys({
    onSave: () => void save(),
    onUndo: () => dispatch({ type: 'undo' }),
    onRedo: () => dispatch({ type: 'redo' }),
  });
  const open = steps.find(({ stepId }) => stepId === place.stepId);
  const show = (next: EditorDialogName | null) => void setDialog(next);
  const close = () => show(null);
  const bar = { onSave: () => void save(), onDialog: show, menu: <EditorMenu onDialog={show} /> };
  return (
    <EditorProvider value={editor}>
      <PageFrame
        title={editor.definition.name || loaded.body.workflowId}
        crumbs={[{ label: 'Workflows', href: `${base}/workflows` }]}
        actions={isOneBar && <EditorActions {...bar} />}
        isFull={isOneBar}
      >
        {!isOneBar && <EditorBar {...bar} />}
        <EditorNotices onSave={() => void save()} onSettings={() => show('settings')} />
        <EditorBody open={open} onSettings={() => show('settings')} onSave={() => void save()} />
      </PageFrame>
      <EventDialogs dialog={dialog} onClose={close} />
      <SettingsSheet open={dialog === 'settings'} onClose={close} onSave={() => void save()} />
      <VersionsSheet open={dialog === 'versions'} onClose={close} onReload={onReload} />
      <ConflictDialog onVersions={() => show('versions')} onTakeTheirs={() => void onReload().then(editor.discard)} />
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

/** The screens whose top bar has room for the actions. */
const ONE_BAR = '(min-width: 1400px)';

/** On wide screens the two halves scroll separately, below one bar or two. */
const pane = 'lg:sticky lg:top-24 lg:h-[calc(100dvh-96px)] min-[1400px]:top-12 min-[1400px]:h-[calc(100dvh-48px)]';
