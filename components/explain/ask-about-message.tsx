'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { AskProvider } from '#components/messages/ask-provider.tsx';
import { messageQueries } from '#lib/messages/client.ts';

interface Props {
  messageId: string;
  /** Whether the last that is known about the message is that the provider accepted it. */
  isOpen: boolean;
}

/** Fetches from the provider what became of a message. Its answer stays when the explanation has changed because of it. */
export function AskAboutMessage({ messageId, isOpen }: Props) {
  const { id } = useEnvironment();
  const [wasOpen] = useState(isOpen);
  const { data } = useQuery({ ...messageQueries.one(id, messageId), enabled: wasOpen });
  return wasOpen && data?.fate && <AskProvider messageId={messageId} whyNot={data.fate.whyNot} />;
}
