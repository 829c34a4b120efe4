'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import type { FacetOption } from '#components/table/facet-filter.tsx';
import { useDebounced } from '#components/ui/use-debounced.ts';
import { workflowQueries } from '#lib/workflows/client.ts';

const FOUND = 50;
const PAUSE_MS = 200;

export interface WorkflowOptions {
  options: FacetOption[];
  /** The names of the options and of the chosen workflows, by `_id`. */
  known: ReadonlyMap<string, string>;
  find: (needle: string) => void;
}

/**
 * Returns the workflows to choose from, which the server searches during typing, and the names of the chosen workflows.
 */
export function useWorkflowOptions(chosen: readonly string[], enabled = true): WorkflowOptions {
  const environment = useEnvironment();
  const [needle, find] = useState('');
  const query = useDebounced(needle, PAUSE_MS);
  const found = useQuery({
    ...workflowQueries.list(environment.id, { query, limit: FOUND, orderBy: 'name', orderDirection: 'ASC' }),
    enabled,
  });
  const options = (found.data?.workflows ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  const missing = found.data ? chosen.filter((id) => !options.some(({ value }) => value === id)) : [];
  const others = useQueries({ queries: missing.map((id) => workflowQueries.one(environment.id, id)) });
  const known = new Map([
    ...options.map(({ value, label }) => [value, label] as const),
    ...others.flatMap(({ data }, at) => (data ? [[missing[at] ?? '', data.body.name] as const] : [])),
  ]);
  return { options, known, find };
}
