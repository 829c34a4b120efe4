'use client';

import type { ReactNode } from 'react';
import { ErrorState } from '#components/ui/error-state.tsx';
import type { Permission } from '#lib/auth/permissions.ts';
import { PageFrame } from './page-frame.tsx';
import { useWhyNot } from './session.tsx';

interface Props {
  permission: Permission;
  title: string;
  children: ReactNode;
}

/** A page, or why the role of the member does not include it. The page's requests, which the audit log would list, are not made. */
export function Permitted({ permission, title, children }: Props) {
  const denied = useWhyNot(permission);
  if (denied === undefined) return children;
  return (
    <PageFrame title={title}>
      <ErrorState title={title} message={denied} final="denied" />
    </PageFrame>
  );
}
