import { useMutation } from '@tanstack/react-query';
import { confirm } from '#components/form/confirm.tsx';
import { useSession } from '#components/layout/session.tsx';
import { notify } from '#components/ui/notify.ts';
import { environmentVariableMutations } from '#lib/environment-variables/client.ts';
import type { EnvironmentVariable, EnvironmentVariableReaders } from '#lib/environment-variables/schema.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import { readersText } from './readers.tsx';
import { loaded, useReaders } from './use-readers.ts';

/** Returns a function that shows the uses of a variable, asks for confirmation, and deletes the variable. */
export function useDeleteVariable(variable: EnvironmentVariable): () => Promise<void> {
  const { key } = variable;
  const { environments } = useSession();
  const readers = loaded(useReaders(key));
  const remove = useMutation(environmentVariableMutations.remove());
  return async () => {
    const done = await confirm({
      title: `Delete ${key}?`,
      body: <Consequences variable={variable} readers={readers} environments={environments} />,
      action: 'Delete variable',
      danger: true,
      ...(readers && readersText(readers) && { typed: key }),
      run: () => remove.mutateAsync(key),
    });
    if (done) notify.done(`${key} was deleted`);
  };
}

interface Props {
  variable: EnvironmentVariable;
  readers: EnvironmentVariableReaders | undefined;
  environments: readonly Environment[];
}

function Consequences({ variable: { values, isSecret }, readers, environments }: Props) {
  const users = readers && readersText(readers);
  const what =
    values.length === 0 ? 'The variable has no value.' : `This also deletes ${counted(values.length, 'value')}.`;
  return (
    <div className="flex flex-col gap-3">
      <p>
        {what} {isSecret && values.length > 0 ? 'Secrets cannot be shown, so note them elsewhere first. ' : ''}
        This cannot be undone.
      </p>
      {readers === undefined && <p>The workflows and layouts that use the variable could not be loaded.</p>}
      {users === '' && <p>No workflow or layout uses the variable.</p>}
      {users && (
        <>
          <p className="font-medium text-fg">Used by {users}. Templates get an empty text instead:</p>
          <ul className="max-h-56 list-disc overflow-y-auto pl-4">
            {environments.map(({ _id, name }) => {
              const names = namesIn(readers, _id);
              return names.length > 0 && <li key={_id}>{`${name}: ${listText(names)}`}</li>;
            })}
          </ul>
        </>
      )}
    </div>
  );
}

function namesIn({ workflows, layouts }: EnvironmentVariableReaders, environmentId: string): string[] {
  return [...workflows, ...layouts].flatMap(({ _environmentId, name }) =>
    _environmentId === environmentId ? name : [],
  );
}
