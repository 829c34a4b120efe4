import { EventDialog } from '#components/events/event-dialog.tsx';
import { topicName } from './address.ts';
import type { TopicDialogProps } from './topic-action.ts';

/** Triggers a workflow for all subscribers of a topic. */
export function TriggerDialog({ topic, onClose }: TopicDialogProps) {
  return <EventDialog dialog="trigger" about={topicName(topic)} topicKey={topic.key} onClose={onClose} />;
}
