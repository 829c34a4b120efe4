'use client';

import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useEnvironment } from '#components/layout/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import { capitalised } from '#lib/reasons/definition.ts';

/** Says that nothing leaves the environment: all its active integrations are in sandbox mode. The inbox needs none. */
export function SandboxMark() {
  const { id, name } = useEnvironment();
  const { data = [] } = useQuery(integrationQueries.list(id));
  const active = data.filter(({ active, channel }) => active && channel && channel !== 'in_app');
  if (active.length === 0 || !active.every(({ sandbox }) => sandbox)) return null;
  const why = `all integrations of ${name} accept messages, and nothing leaves`;
  return (
    <Badge tone="info" className="max-sm:mr-1.5" data-tip={capitalised(why)}>
      <FlaskConical aria-hidden />
      Sandbox<span className="sr-only">: {why}</span>
    </Badge>
  );
}
