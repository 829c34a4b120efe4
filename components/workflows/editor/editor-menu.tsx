'use client';

import {
  Activity,
  Braces,
  Code,
  CopyPlus,
  Ellipsis,
  History,
  Redo2,
  Rocket,
  Settings2,
  Trash2,
  Undo2,
} from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { confirmLeave } from '#components/layout/leave-guard.ts';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { publishAddress } from '#components/publishing/publish-address.ts';
import { Button } from '#components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import { MenuAction } from '#components/ui/menu-action.tsx';
import { useWorkflowActions } from '#components/workflows/list/use-workflow-actions.tsx';
import { useEditor } from './editor-context.tsx';
import type { EditorDialogName } from './event-dialogs.tsx';

const DuplicateWorkflowDialog = dynamic(() =>
  import('#components/workflows/list/duplicate-dialog.tsx').then((module) => module.DuplicateWorkflowDialog),
);

interface Props {
  onDialog: (dialog: EditorDialogName) => void;
}

/** The actions on the whole workflow. Actions that leave the page ask for confirmation if there are unsaved changes. */
export function EditorMenu({ onDialog }: Props) {
  const { workflow, readOnly, dirty, discard } = useEditor();
  const { base } = useEnvironment();
  const alone = useSession().environments.length < 2;
  const router = useRouter();
  const actions = useWorkflowActions();
  const [dialog, setDialog] = useState<'duplicate'>();
  const go = async (href: string) => (await confirmLeave()) && router.push(href);
  const remove = async () => {
    if (!(await actions.remove([workflow]))) return;
    discard();
    router.push(`${base}/workflows`);
  };
  const unsaved = dirty ? 'Save your changes first' : undefined;
  const close = () => setDialog(undefined);
  const dialogProps = { workflow, open: true, onOpenChange: close };
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="icon" variant="ghost" aria-label="More">
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <PhoneActions onDialog={onDialog} />
          <MenuAction icon={Activity} onSelect={() => void go(`${base}/activity?range=7d&workflow=${workflow._id}`)}>
            Runs of the last 7 days
          </MenuAction>
          <MenuAction
            icon={Braces}
            onSelect={() => void go(`${base}/workflows/${encodeURIComponent(workflow.workflowId)}/payload`)}
          >
            Payload contract
          </MenuAction>
          <DropdownMenuSeparator />
          <MenuAction icon={CopyPlus} reason={readOnly ?? unsaved} onSelect={() => setDialog('duplicate')}>
            Duplicate…
          </MenuAction>
          <MenuAction
            icon={Rocket}
            reason={readOnly ?? unsaved ?? (alone ? 'There is no other environment' : undefined)}
            onSelect={() => void go(publishAddress(base, { workflows: [workflow.workflowId] }))}
          >
            Publish…
          </MenuAction>
          <DropdownMenuSeparator />
          <MenuAction icon={Trash2} reason={readOnly} onSelect={() => void remove()}>
            Delete…
          </MenuAction>
        </DropdownMenuContent>
      </DropdownMenu>
      {dialog === 'duplicate' && <DuplicateWorkflowDialog {...dialogProps} />}
    </>
  );
}

/** The actions that are buttons on larger screens. */
function PhoneActions({ onDialog }: Props) {
  const { undoable, redoable, readOnly, dispatch } = useEditor();
  return (
    <>
      <MenuAction
        icon={Undo2}
        reason={readOnly ?? (undoable ? undefined : 'Nothing to undo')}
        onSelect={() => dispatch({ type: 'undo' })}
        className="sm:hidden"
      >
        Undo
      </MenuAction>
      <MenuAction
        icon={Redo2}
        reason={readOnly ?? (redoable ? undefined : 'Nothing to redo')}
        onSelect={() => dispatch({ type: 'redo' })}
        className="sm:hidden"
      >
        Redo
      </MenuAction>
      <MenuAction icon={Code} onSelect={() => onDialog('code')} className="sm:hidden">
        Code…
      </MenuAction>
      <MenuAction icon={Settings2} onSelect={() => onDialog('settings')} className="sm:hidden">
        Settings
      </MenuAction>
      <MenuAction icon={History} onSelect={() => onDialog('versions')} className="sm:hidden">
        Versions
      </MenuAction>
    </>
  );
}
