import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import type { JsonObject } from '#lib/json/values.ts';
import { type WorkflowWriteBody, workflowQueries } from '#lib/workflows/client.ts';
import { definitionOf, writeBodyOf } from './editor/definition.ts';

/** Returns a payload with which each step of the stored workflow can run. Undefined until it is loaded. */
export function useSamplePayload(workflowId: string | undefined): JsonObject | undefined {
  const { id } = useEnvironment();
  const stored = useQuery({ ...workflowQueries.one(id, workflowId ?? ''), enabled: workflowId !== undefined });
  const body = stored.data && writeBodyOf(definitionOf(stored.data.body));
  const sample = workflowQueries.samplePayload(id, body as WorkflowWriteBody);
  return useQuery({ ...sample, enabled: body !== undefined }).data?.payload;
}
