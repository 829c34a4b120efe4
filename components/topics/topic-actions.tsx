'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import type { Topic } from '#lib/topics/schema.ts';
import { type TopicAction, TopicActionContext } from './topic-action.ts';

const dialogs = {
  trigger: dynamic(() => import('./trigger-dialog.tsx').then((module) => module.TriggerDialog), { ssr: false }),
  rename: dynamic(() => import('./topic-dialogs.tsx').then((module) => module.RenameTopicDialog), { ssr: false }),
  delete: dynamic(() => import('./delete-topic-dialog.tsx').then((module) => module.DeleteTopicDialog), { ssr: false }),
} as const;

interface Props {
  children: ReactNode;
  /** Runs after the topic was deleted. */
  onDeleted?: () => void;
}

/** The dialogs of a topic, one open at a time. */
export function TopicActions({ children, onDeleted }: Props) {
  const [open, setOpen] = useState<{ action: TopicAction; topic: Topic }>();
  const Dialog = open && dialogs[open.action];
  return (
    <TopicActionContext value={(action, topic) => setOpen({ action, topic })}>
      {children}
      {Dialog && <Dialog topic={open.topic} onClose={() => setOpen(undefined)} onDeleted={onDeleted} />}
    </TopicActionContext>
  );
}
