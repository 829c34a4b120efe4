'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { confirm } from '#components/form/confirm.tsx';
import { notifyUndoable } from '#components/form/notify-undoable.ts';
import { isProduction } from '#components/layout/is-production.ts';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Code, CodeBlock } from '#components/ui/code.tsx';
import { ApiFailure } from '#lib/api/client.ts';
import { variableAddress } from '#lib/environment-variables/address.ts';
import { environmentVariableMutations, environmentVariableQueries } from '#lib/environment-variables/client.ts';
import type { EnvironmentDiff } from '#lib/publishing/schema.ts';
import type { PublishEnds } from './publish-ends.ts';

interface Props extends PublishEnds {
  variables: EnvironmentDiff['variables'];
}

/** The variables whose value one of the environments lacks. Secrets are never copied. */
export function VariableDifferences({ variables, source, target }: Props) {
  return (
    <ul className="mt-1.5 divide-y divide-line rounded-lg border border-line bg-surface">
      {variables.map(({ key, isSecret, inSource }) => {
        const [owner, lacking] = inSource ? [source, target] : [target, source];
        return (
          <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-3 py-2">
            <span className="min-w-0 flex-1 basis-72 break-words">
              <Code>{key}</Code>
              {isSecret && ' (secret)'} has a value in {owner.name}, and none in {lacking.name}.
            </span>
            <span className="flex gap-1.5">
              {inSource && !isSecret && <CopyValue variableKey={key} source={source} target={target} />}
              <Link href={variableAddress(key, lacking.slug)} prefetch={false} className={buttonClass({ size: 'sm' })}>
                Set value
                <span className="sr-only">
                  of {key} in {lacking.name}
                </span>
              </Link>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function CopyValue({ variableKey, source, target }: PublishEnds & { variableKey: string }) {
  const denied = useWhyNot('environment-variables:write');
  const { data, refetch } = useQuery(environmentVariableQueries.list());
  const update = useMutation(environmentVariableMutations.update());
  const valueThere = (variables: typeof data, environmentId: string) =>
    variables
      ?.find(({ key }) => key === variableKey)
      ?.values.find(({ _environmentId }) => _environmentId === environmentId)?.value;
  const value = valueThere(data, source._id);
  const set = (next: string | null) =>
    update.mutateAsync({ variableKey, values: [{ _environmentId: target._id, value: next }] });
  const undo = async () => {
    const now = await refetch({ throwOnError: true });
    if (valueThere(now.data, target._id) === value) return set(null);
    throw new ApiFailure({ message: `${variableKey} now has another value in ${target.name}.` });
  };
  const ask = async () => {
    if (value === undefined) return;
    const done = await confirm({
      title: `Copy ${variableKey} to ${target.name}?`,
      body: (
        <div className="flex flex-col gap-2">
          <p>
            Templates in {target.name} then get this value of {source.name}
            {isProduction(target) ? ', in messages to real people' : ''}:
          </p>
          <CodeBlock className="max-h-40">{value || 'Empty text'}</CodeBlock>
        </div>
      ),
      action: 'Copy value',
      run: () => set(value),
    });
    if (!done) return;
    notifyUndoable(`${variableKey} was copied to ${target.name}`, {
      undo,
      undone: `${variableKey} has no value in ${target.name} again`,
    });
  };
  return (
    <Button
      size="sm"
      disabledReason={denied ?? (value === undefined ? 'The value is not loaded' : undefined)}
      onClick={() => void ask()}
    >
      Copy value…
      <span className="sr-only">
        of {variableKey} to {target.name}
      </span>
    </Button>
  );
}
