'use client';

import dynamic from 'next/dynamic';
import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs.tsx';
import { EventForm } from './event-form.tsx';
import type { EventTarget } from './use-event.ts';

const Replay = dynamic(() => import('#components/replay/replay.tsx').then((module) => module.Replay), { ssr: false });

export type EventDialogKind = 'test' | 'trigger' | 'dry-run';

interface Props extends EventTarget {
  kind: EventDialogKind;
  /** The known workflow or subscriber, in words. */
  about: string;
  onClose: () => void;
}

const TITLES = { test: 'Test', trigger: 'Trigger', 'dry-run': 'Dry run' } as const;

/** Triggers a workflow as the product does through the API, or plays it as a dry run. */
export function OpenEventDialog({ kind, about, onClose, ...target }: Props) {
  const { name } = useEnvironment();
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`${TITLES[kind]}: ${about}`}
        description={`A dry run shows every step and sends nothing. A trigger starts a run in ${name} now; integrations in sandbox mode send nothing.`}
        className="max-w-4xl"
      >
        {kind === 'test' && target.workflowId !== undefined ? (
          <Tabs defaultValue="event">
            <TabsList>
              <TabsTrigger value="event">One event</TabsTrigger>
              <TabsTrigger value="replay">Replay</TabsTrigger>
            </TabsList>
            <TabsContent value="event">
              <EventForm {...target} first="dry-run" />
            </TabsContent>
            <TabsContent value="replay">
              <Replay workflowId={target.workflowId} draft={target.draft} />
            </TabsContent>
          </Tabs>
        ) : (
          <EventForm {...target} first={kind === 'trigger' ? 'trigger' : 'dry-run'} />
        )}
      </DialogContent>
    </Dialog>
  );
}
