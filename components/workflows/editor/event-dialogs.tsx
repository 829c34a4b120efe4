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

const DIALOGS = ['test', 'code'] as const;
export type EventDialogName = (typeof DIALOGS)[number];

/** Returns the open dialog, which the URL contains, and its setter. */
export function useEventDialog() {
  return useQueryState('dialog', parseAsStringLiteral(DIALOGS));
}

/** The buttons that test the workflow and show its trigger as code. On phones these buttons are in the menu. */
export function EventButtons({ onOpen }: { onOpen: (dialog: EventDialogName) => void }) {
  const mayTrigger = useWhyNot('events:trigger');
  return (
    <span className="flex gap-2 max-sm:hidden">
      <Button variant="ghost" onClick={() => onOpen('code')}>
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
  dialog: EventDialogName | null;
  onClose: () => void;
}

/** The dialogs of the buttons. A dry run uses unsaved changes. */
export function EventDialogs({ dialog, onClose }: Props) {
  const { workflow, body, dirty, setActive } = useEditor();
  const target = { workflowId: workflow.workflowId, about: workflow.name, ...(dirty && { draft: body }) };
  if (dialog === 'code') return <CodeDialog {...target} onClose={onClose} />;
  return <EventDialog {...target} activate={() => setActive(true)} dialog={dialog} onClose={onClose} />;
}
