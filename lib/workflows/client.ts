import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, apiTagged } from '#lib/api/client.ts';
import type { JsonObject } from '#lib/json/values.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import type { DraftPayload } from './preview-schema.ts';
import type {
  CreateWorkflowBody,
  PatchWorkflowBody,
  Workflow,
  WorkflowListItem,
  WorkflowPage,
  WorkflowWriteBody,
} from './schema.ts';
import type { TestedRequest } from './test-request-schema.ts';
import type { Change, VersionAuthor, WorkflowVersion } from './version-schema.ts';

export type { WorkflowVersion, WorkflowWriteBody };
/** One difference between two versions, by its path in the definition. */
export type WorkflowChange = Change;
/** The body of `POST /v2/workflows`. */
export type WorkflowCreateBody = z.input<typeof CreateWorkflowBody>;
/** The body of `PATCH /v2/workflows/{workflowId}`. */
export type WorkflowPatchBody = z.input<typeof PatchWorkflowBody>;

/** The query of `GET /v2/workflows` as the dashboard sends it. */
export interface WorkflowListInput {
  query?: string;
  status?: string[];
  tags?: string[];
  issueType?: string[];
  orderBy?: string;
  orderDirection?: string;
  limit?: number;
  offset?: number;
}

/** The fields of a 412 in addition to its message. */
export interface StaleWorkflow {
  currentVersion: number;
  changedBy: VersionAuthor;
  changedAt: string;
  changes: WorkflowChange[];
}

/** Sample data of a preview. Missing values come from the example. */
export interface PreviewPayload {
  subscriber?: JsonObject;
  payload?: JsonObject;
  steps?: JsonObject;
  context?: JsonObject;
}

/** The rendered step. */
export interface StepPreviewResult {
  /** The data that the step was rendered with. */
  previewPayloadExample: PreviewPayload & JsonObject;
  /** A JSON Schema of the sample data. */
  schema?: JsonObject | null;
  result: {
    type: WorkflowStepType;
    preview: JsonObject;
    error?: { title: string; message: string; hint?: string; control?: string };
  };
}

const PAGE = 100;

async function everyWorkflow(environmentId: string, signal: AbortSignal): Promise<WorkflowListItem[]> {
  const found: WorkflowListItem[] = [];
  for (;;) {
    const query = { limit: PAGE, offset: found.length, orderBy: 'name', orderDirection: 'ASC' };
    const { workflows, totalCount } = await api<WorkflowPage>('/v2/workflows', { environmentId, query, signal });
    found.push(...workflows);
    if (workflows.length < PAGE || found.length >= totalCount) return found;
  }
}

export const workflowQueries = {
  list: (environmentId: string, query: WorkflowListInput) =>
    queryOptions({
      queryKey: ['workflows', environmentId, 'list', query],
      queryFn: ({ signal }) => api<WorkflowPage>('/v2/workflows', { environmentId, query: { ...query }, signal }),
      placeholderData: keepPreviousData,
    }),
  /** All workflows by name, from all pages. */
  all: (environmentId: string) =>
    queryOptions({
      queryKey: ['workflows', environmentId, 'all'],
      queryFn: ({ signal }) => everyWorkflow(environmentId, signal),
    }),
  /** A workflow with its version, which the next save sends. */
  one: (environmentId: string, workflowId: string) =>
    queryOptions({
      queryKey: ['workflows', environmentId, 'one', workflowId],
      queryFn: ({ signal }) => apiTagged<Workflow>(place(workflowId), { environmentId, signal }),
    }),
  tags: (environmentId: string) =>
    queryOptions({
      queryKey: ['workflows', environmentId, 'tags'],
      queryFn: ({ signal }) =>
        api<{ tags: { name: string; count: number }[] }>('/v2/workflow-tags', { environmentId, signal }),
    }),
  /** The workflow that saving the draft would produce, with issues and variables of each step. Nothing is stored. */
  analysis: (environmentId: string, workflowId: string, body: WorkflowWriteBody) =>
    queryOptions({
      queryKey: ['workflow-drafts', environmentId, workflowId, body],
      queryFn: ({ signal }) =>
        api<Workflow>('/v2/workflow-drafts/analyse', { method: 'POST', environmentId, body, signal }),
      placeholderData: keepPreviousData,
      gcTime: 60_000,
    }),
  /**
   * A sample payload for a trigger of the draft, from its payload schema or from the values that its steps read.
   * Nothing is stored.
   */
  samplePayload: (environmentId: string, body: WorkflowWriteBody) =>
    queryOptions({
      queryKey: ['workflow-drafts', environmentId, 'payload', body],
      queryFn: ({ signal }) =>
        api<DraftPayload>('/v2/workflow-drafts/payload', { method: 'POST', environmentId, body, signal }),
      gcTime: 60_000,
    }),
  /** A rendered step of the draft. Nothing is stored or sent. */
  preview: (
    environmentId: string,
    body: { workflow: WorkflowWriteBody; stepId: string; previewPayload?: PreviewPayload | undefined },
  ) =>
    queryOptions({
      queryKey: ['workflow-drafts', environmentId, 'preview', body],
      queryFn: ({ signal }) =>
        api<StepPreviewResult>('/v2/workflow-drafts/preview', { method: 'POST', environmentId, body, signal }),
      placeholderData: keepPreviousData,
      gcTime: 60_000,
    }),
};

export const workflowMutations = {
  create: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: WorkflowCreateBody) => api<Workflow>('/v2/workflows', { method: 'POST', environmentId, body }),
      meta: staleIn(environmentId),
    }),
  /**
   * Without `ifMatch`, the save overwrites changes that another user saved in the meantime. The overwritten state
   * remains available as a version.
   */
  update: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ workflowId, body, ifMatch }: { workflowId: string; body: WorkflowWriteBody; ifMatch?: string }) =>
        apiTagged<Workflow>(place(workflowId), { method: 'PUT', environmentId, body, ...(ifMatch && { ifMatch }) }),
      meta: staleIn(environmentId),
    }),
  patch: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ workflowId, ...request }: { workflowId: string; body: WorkflowPatchBody; ifMatch?: string }) =>
        apiTagged<Workflow>(place(workflowId), { method: 'PATCH', environmentId, ...request }),
      meta: staleIn(environmentId),
    }),
  /** Sends the request of one of the draft's HTTP steps once. */
  testRequest: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: {
        workflow: WorkflowWriteBody;
        stepId: string;
        previewPayload?: PreviewPayload | undefined;
      }) => api<TestedRequest>('/v2/workflow-drafts/request', { method: 'POST', environmentId, body }),
    }),
  duplicate: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ workflowId, body }: { workflowId: string; body: { name?: string; workflowId?: string } }) =>
        api<Workflow>(place(workflowId, '/duplicate'), { method: 'POST', environmentId, body }),
      meta: staleIn(environmentId),
    }),
  remove: (environmentId: string) =>
    mutationOptions({
      mutationFn: (workflowId: string) => api<void>(place(workflowId), { method: 'DELETE', environmentId }),
      meta: staleIn(environmentId),
    }),
};

const place = (workflowId: string, rest = '') => `/v2/workflows/${encodeURIComponent(workflowId)}${rest}`;

function staleIn(environmentId: string) {
  return { invalidates: [['workflows', environmentId]] };
}
