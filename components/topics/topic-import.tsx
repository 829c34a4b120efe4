'use client';

import { useEnvironment } from '#components/layout/session.tsx';
import { ImportDialog } from '#components/subscribers/import-dialog.tsx';
import type { ImportKind } from '#components/subscribers/import-kind.ts';
import { counted } from '#lib/text/counted.ts';
import { topicMutations } from '#lib/topics/client.ts';
import type { Topic } from '#lib/topics/schema.ts';
import { topicName } from './address.ts';

/** Subscribes the subscribers of a CSV file to a topic. */
export function TopicImport({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const { name } = useEnvironment();
  return <ImportDialog kind={kindOf(topic, name)} onClose={onClose} />;
}

function kindOf(topic: Topic, environment: string): ImportKind {
  return {
    title: `Subscribe to ${topicName(topic)}`,
    description: `Subscribes existing subscribers of ${environment} from a CSV file. Existing subscriptions stay unchanged.`,
    example: 'subscriberId\nuser_1042\nuser_1043\n',
    format:
      'The first row names the columns; only the subscriber ID is read. IDs without a subscriber are left out, so import new subscribers first.',
    uses: [
      { value: 'subscriberId', label: 'Subscriber ID' },
      { value: 'ignore', label: 'Not imported' },
    ],
    action: (count) => `Subscribe ${counted(count, 'subscriber')}`,
    created: { check: 'to subscribe', done: 'subscribed' },
    updated: { check: 'subscribed already', done: 'subscribed already' },
    run: (environmentId) => topicMutations.import(environmentId, topic.key),
  };
}
