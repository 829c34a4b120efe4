'use client';

import { Code, FlaskConical } from 'lucide-react';
import dynamic from 'next/dynamic';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { EventDialog } from '#components/events/event-dialog.tsx';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { useEditor } from './editor-context.tsx';

const CodeDialog = dynamic(() => import('#components/events/code-dialog.tsx').then((module) => module.CodeDialog), {
  ssr: false,
});

const DIALOGS = ['test', 'code', 'settings', 'versions'] as const;
export type EditorDialogName = (typeof DIALOGS)[number];

/** Returns the open dialog or sheet, which the URL contains, and its setter. */
export function useEditorDialog() {
  return useQueryState('dialog', parseAsStringLiteral(DIALOGS));
}

/** The buttons that test the workflow and show its trigger as code. On phones the code is in the menu. */
export function EventButtons({ onOpen }: { onOpen: (dialog: EditorDialogName) => void }) {
  const mayTrigger = useWhyNot('events:trigger');
  return (
    <span className="flex gap-2 max-sm:ml-auto">
      <Button variant="ghost" onClick={() => onOpen('code')} className="max-sm:hidden">
        <Code aria-hidden />
        Code
      </Button>
      <Button disabledReason={mayTrigger} onClick={() => onOpen('test')}>
        <FlaskConical aria-hidden />
        Test
      </Button>
    </span>
  );
}

interface Props {
  dialog: EditorDialogName | null;
  onClose: () => void;
}

/** The dialogs of the buttons. A dry run uses unsaved changes. */
export function EventDialogs({ dialog, onClose }: Props) {
  const { workflow, body, dirty, setActive } = useEditor();
  const target = { workflowId: workflow.workflowId, about: workflow.name, ...(dirty && { draft: body }) };
  if (dialog === 'code') return <CodeDialog {...target} onClose={onClose} />;
  return <EventDialog {...target} activate={() => setActive(true)} dialog={dialog} onClose={onClose} />;
}
