'use client';

import { CircleAlert } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { EnvironmentDot } from '#components/layout/environment-dot.tsx';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { cn } from '#components/ui/cn.ts';
import { Truncate } from '#components/ui/truncate.tsx';
import type { EnvironmentVariable } from '#lib/environment-variables/schema.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { loaded, useReaders } from './use-readers.ts';
import { isReadIn, valueIn } from './variable-rows.ts';
import { variablesParsers } from './variables-query.ts';

interface Props {
  variable: EnvironmentVariable;
  environment: Environment;
}

/** The value in an environment. Without a value, a button opens the form at the environment's field. */
export function ValueCell({ variable, environment }: Props) {
  const value = valueIn(variable, environment._id);
  if (value === undefined) return <NoValue variable={variable} environment={environment} />;
  if (value === '') return <span className="text-faint">Empty text</span>;
  if (variable.isSecret) {
    return (
      <span className="text-muted">
        <span aria-hidden>{value}</span>
        <span className="sr-only">Stored secret</span>
      </span>
    );
  }
  return <Truncate value={value} mono />;
}

function NoValue({ variable, environment }: Props) {
  const [, setQuery] = useQueryStates(variablesParsers);
  const denied = useWhyNot('environment-variables:write');
  const isMissing = isReadIn(loaded(useReaders(variable.key)), environment._id);
  const tip = isMissing
    ? `Templates in ${environment.name} read the variable, and get an empty text`
    : `Not used in ${environment.name}`;
  return (
    <button
      type="button"
      aria-label={`${isMissing ? 'Missing' : 'No value'} in ${environment.name}: set ${variable.key}`}
      aria-disabled={denied ? true : undefined}
      data-tip={denied ?? tip}
      onClick={() => denied ?? void setQuery({ variable: variable.key, in: environment.slug }, { history: 'push' })}
      className={cn(
        'focus-inset touch-area inline-flex max-w-full items-center gap-1.5 rounded-sm underline-offset-2',
        denied ? 'cursor-not-allowed' : 'hover:underline',
        isMissing ? 'font-medium text-warn' : 'text-faint',
      )}
    >
      {isMissing && <CircleAlert aria-hidden className="size-4 shrink-0" />}
      {isMissing ? 'Missing' : 'No value'}
    </button>
  );
}

/** All values, each with its environment: for phones, and for more environments than the table has columns. */
export function ValueList({ variable }: { variable: EnvironmentVariable }) {
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-1">
      {useSession().environments.map((environment) => (
        <span key={environment._id} className="flex min-w-0 items-center gap-2">
          <span className="flex w-28 shrink-0 items-center gap-1.5 text-xs text-muted">
            <EnvironmentDot environment={environment} />
            <span className="truncate">{environment.name}</span>
          </span>
          <ValueCell variable={variable} environment={environment} />
        </span>
      ))}
    </span>
  );
}
