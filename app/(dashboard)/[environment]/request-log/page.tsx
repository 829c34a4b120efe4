import type { Metadata } from 'next';
import { Permitted } from '#components/layout/permitted.tsx';
import { RequestLogPage } from '#components/request-log/request-log-page.tsx';

export const metadata: Metadata = { title: 'Request log' };

export default function Page() {
  return (
    <Permitted permission="request-log:read" title="Request log">
      <RequestLogPage />
    </Permitted>
  );
}
