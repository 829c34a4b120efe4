import type { Metadata } from 'next';
import { Permitted } from '#components/layout/permitted.tsx';
import { AuditLogPage } from '#components/settings/audit-log-page.tsx';

export const metadata: Metadata = { title: 'Audit log' };

export default function Page() {
  return (
    <Permitted permission="audit-log:read" title="Audit log">
      <AuditLogPage />
    </Permitted>
  );
}
