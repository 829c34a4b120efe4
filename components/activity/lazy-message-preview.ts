'use client';

import dynamic from 'next/dynamic';

/** Loaded with the next part of the page, because readers look at the content of a message after its result. */
export const MessagePreview = dynamic(
  () => import('#components/messages/message-preview.tsx').then((module) => module.MessagePreview),
  { ssr: false },
);
