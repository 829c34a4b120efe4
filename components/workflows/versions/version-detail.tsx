'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs.tsx';
import { changesBetween } from '#lib/workflows/changes.ts';
import { type WorkflowVersion, workflowMutations, workflowQueries } from '#lib/workflows/client.ts';
import { restored } from '#lib/workflows/restored.ts';
import type { Change, WorkflowDefinition } from '#lib/workflows/schema.ts';
import { type StepNames, stepNames } from './change-summary.ts';
import { ChangesView } from './changes-view.tsx';
import type { VersionsProps } from './versions-props.ts';

interface Props extends VersionsProps {
  version: WorkflowVersion;
}

/** The changes of a version, its differences from the current one, and the button to restore it. */
export function VersionDetail({ version, workflowId, onRestored, disabledReason }: Props) {
  const { restoring, isActive, names } = useRestoring(workflowId, version);
  const [tab, setTab] = useState('changes');
  const denied = useWhyNot('workflows:write') ?? disabledReason;
  const restore = useRestore({ version, workflowId, onRestored, restoring, isActive, names });
  const equal = restoring?.length === 0 ? 'Its content is the same as that of the current version' : undefined;
  return (
    <div className="border-t border-line bg-bg px-3 pt-2 pb-3">
      <p className="pb-1 text-muted">
        Saved <RelativeTime value={version.createdAt} absolute /> by {version.createdBy.label}
      </p>
      <Tabs value={tab} onValueChange={setTab}>
        <TabsList>
          <TabsTrigger value="changes">What it changed</TabsTrigger>
          {!version.current && <TabsTrigger value="current">Compared with now</TabsTrigger>}
        </TabsList>
        <TabsContent value="changes" className="pt-3">
          <ChangesView changes={version.changes} names={names} />
          {version.changes.length === 0 && <p className="text-muted">{nothing(version)}</p>}
        </TabsContent>
        <TabsContent value="current" className="pt-3">
          {restoring ? (
            <>
              <p className="mb-2 text-muted">
                {equal ? `${equal}.` : 'The changes that restoring this version would make:'}
              </p>
              <ChangesView changes={restoring} names={names} />
            </>
          ) : (
            <Skeleton className="h-16 rounded-lg" />
          )}
        </TabsContent>
      </Tabs>
      {!version.current && (
        <Button
          size="sm"
          className="mt-3"
          disabledReason={denied ?? equal ?? (restoring ? undefined : 'The changes are not loaded yet')}
          onClick={restore}
        >
          <RotateCcw aria-hidden />
          Restore this version
        </Button>
      )}
    </div>
  );
}

interface Restoring {
  /** The changes that restoring the version would make. Undefined while they load. */
  restoring?: Change[];
  /** Whether the workflow is active. Restoring does not change that. */
  isActive?: boolean;
  names: StepNames;
}

function useRestoring(workflowId: string, version: WorkflowVersion): Restoring {
  const { id } = useEnvironment();
  const workflow = useQuery(workflowQueries.one(id, workflowId));
  const current = versionOf(workflow.data?.etag);
  const then = useDefinition(workflowId, version.version);
  const now = useDefinition(workflowId, current);
  const names = { ...stepNames(then?.steps ?? []), ...stepNames(now?.steps ?? []) };
  return { ...(now && then && { restoring: changesBetween(now, restored(then, now)), isActive: now.active }), names };
}

/** Returns the definition of a version, which never changes. */
function useDefinition(workflowId: string, version: number | undefined): WorkflowDefinition | undefined {
  const { id } = useEnvironment();
  const enabled = version !== undefined;
  const { data } = useQuery({ ...workflowQueries.version(id, workflowId, version ?? 0), enabled });
  return data?.definition as WorkflowDefinition | undefined;
}

/** Returns the version number in a workflow's ETag. */
function versionOf(etag: string | undefined): number | undefined {
  const [, number] = /^(?:W\/)?"(\d+)"$/.exec(etag ?? '') ?? [];
  return number === undefined ? undefined : Number(number);
}

type RestoreInput = Props & Restoring;

function useRestore({ version, workflowId, onRestored, restoring = [], isActive, names }: RestoreInput): () => void {
  const { id, name } = useEnvironment();
  const mutation = useMutation(workflowMutations.restore(id));
  return async () => {
    const done = await confirm({
      title: `Restore version ${version.version}?`,
      body: (
        <>
          <p className="mb-2">
            This changes the content of the workflow in {name}
            {isActive ? ' from the next trigger on. The workflow stays active' : '. The workflow stays paused'}. The
            current content stays as a version.
          </p>
          <ChangesView changes={restoring} names={names} />
        </>
      ),
      action: `Restore version ${version.version}`,
      run: () => mutation.mutateAsync({ workflowId, version: version.version }),
    });
    if (!done) return;
    notify.done(`Version ${version.version} is restored`);
    onRestored();
  };
}

function nothing({ cause }: WorkflowVersion): string {
  return cause === 'update' ? 'It was saved without a change.' : 'It is the first version.';
}
