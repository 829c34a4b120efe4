import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { EnvironmentDiff, PublishResult, UndoResult } from './schema.ts';

/** The two environments of a comparison. */
interface Ends {
  sourceEnvironmentId: string;
  targetEnvironmentId: string;
}

interface PublishInput {
  /** The identifiers of the workflows. */
  workflows: readonly string[];
  layouts: readonly string[];
}

export const publishingQueries = {
  /** The effects of publishing each workflow and layout from the source to the target. */
  diff: ({ sourceEnvironmentId, targetEnvironmentId }: Ends) =>
    queryOptions({
      queryKey: ['publishing', targetEnvironmentId, sourceEnvironmentId],
      queryFn: ({ signal }) =>
        api<EnvironmentDiff>(place(targetEnvironmentId, 'diff'), {
          method: 'POST',
          environmentId: sourceEnvironmentId,
          body: { sourceEnvironmentId },
          signal,
        }),
      staleTime: 0,
    }),
};

const changed = { invalidates: [['publishing'], ['workflows'], ['layouts']] };

export const publishingMutations = {
  publish: ({ sourceEnvironmentId, targetEnvironmentId }: Ends) =>
    mutationOptions({
      mutationFn: ({ workflows, layouts }: PublishInput) =>
        api<PublishResult>(place(targetEnvironmentId, 'publish'), {
          method: 'POST',
          environmentId: sourceEnvironmentId,
          body: {
            sourceEnvironmentId,
            resources: workflows.map((resourceId) => ({ resourceType: 'REGULAR', resourceId })),
            layouts,
          },
        }),
      meta: changed,
    }),
  undo: ({ sourceEnvironmentId, targetEnvironmentId }: Ends) =>
    mutationOptions({
      mutationFn: (publicationId: string) =>
        api<UndoResult>(place(targetEnvironmentId, `publications/${publicationId}/undo`), {
          method: 'POST',
          environmentId: sourceEnvironmentId,
        }),
      meta: changed,
    }),
};

const place = (environmentId: string, rest: string) => `/v2/environments/${environmentId}/${rest}`;
