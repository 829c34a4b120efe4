'use client';

import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { useSamplePayload } from '#components/workflows/use-sample-payload.ts';
import type { OpenApiDocument } from '#lib/api/openapi-document.ts';
import { type Language, type SampleRequest, sampleRequest } from '#lib/api-reference/code-samples.ts';
import type { ReferenceGroup, ReferenceOperation } from '#lib/api-reference/operations.ts';
import { hasTrigger, type OwnWorkflow, withOwnWorkflow } from '#lib/api-reference/own-workflow.ts';
import { KEY } from '#lib/api-reference/shell-key.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import { INBOX_TEST } from '#lib/workflows/inbox-test.ts';

interface ReferenceState {
  document: OpenApiDocument;
  groups: readonly ReferenceGroup[];
  language: Language;
  setLanguage: (language: Language) => void;
  /** The key that the reader has entered for the examples. It is kept in memory only. */
  key: string;
  setKey: (key: string) => void;
}

const ReferenceContext = createContext<ReferenceState | undefined>(undefined);

export function ReferenceProvider({ value, children }: { value: ReferenceState; children: ReactNode }) {
  return <ReferenceContext value={value}>{children}</ReferenceContext>;
}

export function useReference(): ReferenceState {
  const state = use(ReferenceContext);
  if (!state) throw new Error('useReference must be used inside the API reference');
  return state;
}

/**
 * Returns the example of an operation with this installation’s address and the key that the reader has entered. The
 * example of a trigger names a workflow of the environment, if the environment has any.
 */
export function useSample(operation: ReferenceOperation): SampleRequest {
  const { key } = useReference();
  const sample = sampleRequest(operation, location.origin, key || KEY);
  const own = useOwnWorkflow(hasTrigger(sample.body));
  return own && hasTrigger(sample.body) ? { ...sample, body: withOwnWorkflow(sample.body, own) } : sample;
}

/**
 * Returns the newest active workflow of the environment, with a payload with which each of its steps can run. The
 * workflow of inbox tests does not count. Undefined until the workflow is loaded.
 */
function useOwnWorkflow(isWanted: boolean): OwnWorkflow | undefined {
  const { id } = useEnvironment();
  const active = useQuery({ ...workflowQueries.list(id, { status: ['ACTIVE'], limit: 2 }), enabled: isWanted });
  const workflowId = active.data?.workflows.find((one) => one.workflowId !== INBOX_TEST)?.workflowId;
  const payload = useSamplePayload(workflowId);
  return isWanted && workflowId !== undefined && payload ? { workflowId, payload } : undefined;
}
