'use client';

import { CircleAlert } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { Fragment, type ReactNode } from 'react';
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

/** The value in an environment, on up to three lines, because values often differ only at their ends. Without a value, a button opens the form at the environment's field. */
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
  return (
    <span
      data-tip-truncated={value}
      className="line-clamp-3 min-w-0 py-0.5 font-mono text-xs whitespace-normal wrap-anywhere"
    >
      {value}
    </span>
  );
}

function NoValue({ variable, environment }: Props) {
  const isMissing = isReadIn(loaded(useReaders(variable.key)), environment._id);
  const tip = isMissing
    ? `Templates in ${environment.name} read the variable, and get an empty text`
    : `Not used in ${environment.name}`;
  const word = isMissing ? 'Missing' : 'No value';
  return (
    <SetValue
      variable={variable}
      environment={environment}
      word={word}
      tip={tip}
      className={isMissing ? 'font-medium text-warn' : 'text-faint'}
    >
      {isMissing && <CircleAlert aria-hidden className="size-4 shrink-0" />}
      {word}
    </SetValue>
  );
}

interface SetValueProps extends Props {
  /** The state of the value, for screen readers. */
  word: 'Missing' | 'No value';
  tip?: string;
  className?: string;
  children: ReactNode;
}

/** A button that opens the form of the variable at the field of the environment. */
function SetValue({ variable, environment, word, tip, className, children }: SetValueProps) {
  const [, setQuery] = useQueryStates(variablesParsers);
  const denied = useWhyNot('environment-variables:write');
  return (
    <button
      type="button"
      aria-label={`${word} in ${environment.name}: set ${variable.key}`}
      aria-disabled={denied ? true : undefined}
      data-tip={denied ?? tip}
      onClick={() => denied ?? void setQuery({ variable: variable.key, in: environment.slug }, { history: 'push' })}
      className={cn(
        'focus-inset touch-area inline-flex max-w-full items-center gap-1.5 rounded-sm underline-offset-2',
        denied ? 'cursor-not-allowed' : 'hover:underline',
        className,
      )}
    >
      {children}
    </button>
  );
}

/**
 * The values, each with its environment: for phones, and for more environments than the table has columns. Environments
 * without a value are one line, unless a template there reads the variable.
 */
export function ValueList({ variable }: { variable: EnvironmentVariable }) {
  const { environments } = useSession();
  const readers = loaded(useReaders(variable.key));
  const isQuiet = ({ _id }: Environment) => valueIn(variable, _id) === undefined && !isReadIn(readers, _id);
  const quiet = environments.filter(isQuiet);
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-1">
      {environments
        .filter((environment) => !isQuiet(environment))
        .map((environment) => (
          <span key={environment._id} className="flex min-w-0 items-center gap-3">
            <span className="flex w-2/5 max-w-56 min-w-28 shrink-0 items-center gap-1.5 text-xs text-muted">
              <EnvironmentDot environment={environment} />
              <Truncate value={environment.name} />
            </span>
            <ValueCell variable={variable} environment={environment} />
          </span>
        ))}
      {quiet.length > 0 && (
        <span className="text-xs whitespace-normal text-faint">
          No value in{' '}
          {quiet.slice(0, FEW).map((environment, index) => (
            <Fragment key={environment._id}>
              {index > 0 && ', '}
              <SetValue variable={variable} environment={environment} word="No value">
                <span className="truncate">{environment.name}</span>
              </SetValue>
            </Fragment>
          ))}
          {quiet.length > FEW && ` and ${quiet.length - FEW} more`}
        </span>
      )}
    </span>
  );
}

/** Up to this many names of environments without a value are listed. */
const FEW = 3;
