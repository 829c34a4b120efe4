'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { AskProvider } from '#components/messages/ask-provider.tsx';
import { messageQueries } from '#lib/messages/client.ts';

interface Props {
  messageId: string;
  /** Whether the provider's acceptance is the last known event of the message. */
  isOpen: boolean;
}

/** Fetches the fate of a message. The provider's response stays visible after it has changed the explanation. */
export function AskAboutMessage({ messageId, isOpen }: Props) {
  const { id } = useEnvironment();
  const [wasOpen] = useState(isOpen);
  const { data } = useQuery({ ...messageQueries.one(id, messageId), enabled: wasOpen });
  return wasOpen && data?.fate && <AskProvider messageId={messageId} whyNot={data.fate.whyNot} />;
}
