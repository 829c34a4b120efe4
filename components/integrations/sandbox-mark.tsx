'use client';

import { useQuery } from '@tanstack/react-query';
import { SandboxBadge } from '#components/status/sandbox-note.tsx';
import type { Environment } from '#lib/environments/schema.ts';
import { integrationQueries } from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { capitalised } from '#lib/reasons/definition.ts';

interface Props {
  environment: Environment;
  className?: string;
}

/** Says that nothing leaves the environment. */
export function SandboxMark({ environment: { _id: id, name }, className }: Props) {
  const { data = [] } = useQuery(integrationQueries.list(id));
  if (!isSandboxed(data)) return null;
  const why = `all integrations of ${name} accept messages, and nothing leaves`;
  return <SandboxBadge why={capitalised(why)} className={className} />;
}

/** Whether every active integration that sends is in sandbox mode. What is for inboxes does not leave anyway. */
export function isSandboxed(integrations: readonly Integration[]): boolean {
  const sending = integrations.filter(({ active, channel }) => active && channel && channel !== 'in_app');
  return sending.length > 0 && sending.every(({ sandbox }) => sandbox);
}
