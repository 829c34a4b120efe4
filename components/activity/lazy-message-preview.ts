'use client';

import dynamic from 'next/dynamic';

/** With the next part of the page: what somebody saw is read after what became of it. */
export const MessagePreview = dynamic(
  () => import('#components/messages/message-preview.tsx').then((module) => module.MessagePreview),
  { ssr: false },
);
