'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs.tsx';
import type { JsonObject } from '#lib/json/values.ts';
import type { WorkflowChange, WorkflowVersion } from '#lib/workflows/client.ts';
import { versionMutations, versionQueries } from '#lib/workflows/version-client.ts';
import type { StepNames } from './change-summary.ts';
import { ChangesView } from './changes-view.tsx';
import type { VersionSubject, VersionsProps } from './versions-props.ts';

interface Props extends VersionsProps {
  version: WorkflowVersion;
}

/** The changes of a version, its differences from the current version, and the button to restore it. */
export function VersionDetail({ version, subject, onRestored, disabledReason }: Props) {
  const { restoring, consequence = '', names } = useRestoring(subject, version);
  const [tab, setTab] = useState('changes');
  const denied = useWhyNot('workflows:write') ?? disabledReason;
  const restore = useRestore({ version, subject, onRestored, restoring, consequence, names });
  const equal = restoring?.length === 0 ? 'This version has the same content as the current version' : undefined;
  return (
    <div className="border-t border-line bg-bg px-3 pt-2 pb-3">
      <Tabs value={tab} onValueChange={setTab}>
        {!version.current && (
          <TabsList>
            <TabsTrigger value="changes">Changes</TabsTrigger>
            <TabsTrigger value="current">Compared with the current version</TabsTrigger>
          </TabsList>
        )}
        <TabsContent value="changes" className={version.current ? 'pt-1' : 'pt-3'}>
          <ChangesView changes={version.changes} names={names} />
          {version.changes.length === 0 && <p className="text-muted">{nothing(version, subject)}</p>}
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
  restoring?: WorkflowChange[];
  /** The effect of restoring on later messages. */
  consequence?: string;
  names: StepNames;
}

function useRestoring(subject: VersionSubject, version: WorkflowVersion): Restoring {
  const then = useDefinition(subject, version.version);
  const now = useDefinition(subject, subject.current);
  const names = { ...(then && subject.namesOf(then)), ...(now && subject.namesOf(now)) };
  if (!now || !then) return { names };
  return { names, restoring: subject.restoring(now, then), consequence: subject.consequence(now) };
}

/** Returns the definition of a version, which never changes. */
function useDefinition(subject: VersionSubject, version: number | undefined): JsonObject | undefined {
  const { id } = useEnvironment();
  const enabled = version !== undefined;
  return useQuery({ ...versionQueries.one(id, subject, version ?? 0), enabled }).data?.definition;
}

type RestoreInput = Props & Restoring;

function useRestore({ version, subject, onRestored, restoring = [], consequence, names }: RestoreInput): () => void {
  const { id } = useEnvironment();
  const mutation = useMutation(versionMutations.restore(id, subject));
  return async () => {
    const done = await confirm({
      title: `Restore version ${version.version}?`,
      body: (
        <>
          <p className="mb-2">{consequence} The current content stays as a version.</p>
          <ChangesView changes={restoring} names={names} />
        </>
      ),
      action: `Restore version ${version.version}`,
      run: () => mutation.mutateAsync(version.version),
    });
    if (!done) return;
    notify.done(`Version ${version.version} is restored`);
    onRestored();
  };
}

function nothing({ cause }: WorkflowVersion, { unchanged }: VersionSubject): string {
  return cause === 'update' ? `${unchanged}.` : 'This is the first version.';
}
