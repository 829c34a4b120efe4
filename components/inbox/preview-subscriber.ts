import { useState } from 'react';
import { useSelf } from '#components/subscribers/use-self.ts';

export interface PreviewSubscriber {
  /** The ID of the subscriber in the preview and in the code. Null if no subscriber is chosen. */
  chosen: string | null;
  pick: (subscriberId: string | null) => void;
}

/** Returns the subscriber whose inbox is shown: at first the signed-in user, if the user is a subscriber. */
export function usePreviewSubscriber(): PreviewSubscriber {
  const self = useSelf();
  const own = self && !self.isNew ? self.subscriber.subscriberId : null;
  const [picked, pick] = useState<string | null>();
  return { chosen: picked === undefined ? own : picked, pick };
}
