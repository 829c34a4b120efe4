'use client';

import { Activity, Pencil, Trash2, Zap } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { ActionsMenu } from '#components/ui/actions-menu.tsx';
import { DropdownMenuSeparator } from '#components/ui/dropdown-menu.tsx';
import { MenuAction } from '#components/ui/menu-action.tsx';
import type { Topic } from '#lib/topics/schema.ts';
import { topicName, topicRunsAddress } from './address.ts';
import { useTopicAction } from './topic-action.ts';

/** The actions on a topic as a whole. */
export function TopicMenu({ topic }: { topic: Topic }) {
  const open = useTopicAction();
  const denied = useWhyNot('topics:write');
  const cannotTrigger = useWhyNot('events:trigger');
  const { base } = useEnvironment();
  const router = useRouter();
  return (
    <ActionsMenu name={topicName(topic)} denied={denied}>
      <MenuAction icon={Zap} reason={cannotTrigger} onSelect={() => open('trigger', topic)}>
        Trigger for this topic…
      </MenuAction>
      <MenuAction icon={Activity} onSelect={() => router.push(topicRunsAddress(base, topic.key))}>
        Show its runs
      </MenuAction>
      <MenuAction icon={Pencil} reason={denied} onSelect={() => open('rename', topic)}>
        Rename…
      </MenuAction>
      <DropdownMenuSeparator />
      <MenuAction icon={Trash2} reason={denied} onSelect={() => open('delete', topic)}>
        Delete…
      </MenuAction>
    </ActionsMenu>
  );
}
