'use client';

import { createContext, use } from 'react';
import type { Topic } from '#lib/topics/schema.ts';

export type TopicAction = 'trigger' | 'rename' | 'delete';
type Open = (action: TopicAction, topic: Topic) => void;

export const TopicActionContext = createContext<Open | undefined>(undefined);

/** Opens the dialog of an action. Needs `TopicActions` around it. */
export function useTopicAction(): Open {
  const open = use(TopicActionContext);
  if (!open) throw new Error('useTopicAction must be used inside TopicActions');
  return open;
}

/** The props of the dialogs of a topic. */
export interface TopicDialogProps {
  topic: Topic;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}
