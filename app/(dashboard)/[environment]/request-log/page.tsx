import type { Metadata } from 'next';
import { RequestLogPage } from '#components/request-log/request-log-page.tsx';

export const metadata: Metadata = { title: 'Request log' };

export default function Page() {
  return <RequestLogPage />;
}
