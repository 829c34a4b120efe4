'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import type { JsonObject } from '#lib/json/values.ts';
import { changesBetween } from '#lib/workflows/changes.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import { restored } from '#lib/workflows/restored.ts';
import type { WorkflowDefinition } from '#lib/workflows/version-schema.ts';
import { stepNames } from './change-summary.ts';
import { versionNumber } from './version-number.ts';
import { VersionsPanel } from './versions-panel.tsx';
import type { VersionsProps } from './versions-props.ts';

interface Props extends Omit<VersionsProps, 'subject'> {
  workflowId: string;
}

/** The versions of a workflow. */
export function WorkflowVersions({ workflowId, ...props }: Props) {
  const { id, name } = useEnvironment();
  const { data } = useQuery(workflowQueries.one(id, workflowId));
  const definitionOf = (definition: JsonObject) => definition as WorkflowDefinition;
  return (
    <VersionsPanel
      {...props}
      subject={{
        noun: 'workflows',
        id: workflowId,
        current: versionNumber(data?.etag),
        names: stepNames(data?.body.steps ?? []),
        namesOf: (definition) => stepNames(definitionOf(definition).steps),
        restoring: (now, then) => changesBetween(definitionOf(now), restored(definitionOf(then), definitionOf(now))),
        consequence: (now) =>
          definitionOf(now).active
            ? `This changes the content of the workflow in ${name} from the next trigger on. The workflow stays active.`
            : `This changes the content of the workflow in ${name}. The workflow stays paused.`,
        unchanged: 'Saved without a change',
      }}
    />
  );
}
