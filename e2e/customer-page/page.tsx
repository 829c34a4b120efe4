/** A customer's page with the official packages. The fragment of its URL contains the options of the page as JSON. */
import { Novu } from '@novu/js';
import { NovuUI } from '@novu/js/ui';
import { Inbox, NovuProvider, Subscription, useCounts, useSchedule } from '@novu/react';
import { createRoot } from 'react-dom/client';
import type { InboxOptions, PageOptions } from './server.ts';

declare global {
  interface Window {
    novu: Novu;
    /** The counts of unread messages that `novu` has received. */
    unread: number[];
  }
}

const TABS = [
  { label: 'All', filter: {} },
  { label: 'Orders', filter: { tags: ['orders'] } },
  { label: 'Bristol', filter: { data: { shop: 'bristol' } } },
];

const { kind, inbox } = JSON.parse(decodeURIComponent(location.hash.slice(1))) as PageOptions;
const root = document.querySelector('#root') ?? document.body;
if (kind === 'react') createRoot(root).render(<Inbox {...inbox} tabs={TABS} />);
if (kind === 'hooks') createRoot(root).render(<Hooks {...inbox} />);
if (kind === 'module') new NovuUI({ options: inbox }).mountComponent({ name: 'Inbox', element: root });
if (kind === 'headless') {
  window.novu = new Novu(inbox);
  window.unread = [];
  window.novu.on('notifications.unread_count_changed', ({ result }) => window.unread.push(result.total));
}

function Hooks({ backendUrl, ...options }: InboxOptions) {
  return (
    <NovuProvider {...options} apiUrl={backendUrl}>
      <Figures />
      <Subscription topicKey="updates" preferences={['news']} />
    </NovuProvider>
  );
}

function Figures() {
  const { counts } = useCounts({ filters: [{ read: false }, { archived: true }] });
  const { schedule } = useSchedule();
  return (
    <p>
      Unread {counts?.[0]?.count}, archived {counts?.[1]?.count}, schedule {schedule?.isEnabled ? 'on' : 'off'}
    </p>
  );
}
