'use client';

import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { variableAddress, variableKeyOf } from '#lib/environment-variables/address.ts';
import type { StepContentIssue } from '#lib/steps/issues.ts';

type Issue = Pick<StepContentIssue, 'issueType' | 'variableName'>;

interface Props {
  issue: Issue;
  className?: string;
}

/** Links an issue about an environment variable to the form of the variable. Empty for other issues. */
export function VariableLink({ issue, className }: Props) {
  const key = issue.issueType === 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE' ? variableKeyOf(issue.variableName) : undefined;
  return key === undefined ? null : <OpenVariables variableKey={key} className={className} />;
}

function OpenVariables({ variableKey, className }: { variableKey: string; className: string | undefined }) {
  const { slug } = useEnvironment();
  return (
    <Link href={variableAddress(variableKey, slug)} prefetch={false} className={className}>
      Open Variables
    </Link>
  );
}
