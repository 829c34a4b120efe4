import Link from 'next/link';
import { Fragment } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { ContractVariable, PayloadContract } from '#lib/payload-contracts/schema.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { type Finding, findingsOf } from './variable-findings.ts';

export interface ContractRow extends ContractVariable {
  findings: Finding[];
  triggers: number;
  /** The steps that read the variable. */
  readBy: { stepId: string; name: string }[];
  /** The identifier of the workflow. */
  workflowId: string;
}

/** Returns the variables with their findings. Variables with a finding are first. */
export function withFindings(contract: PayloadContract, now = Date.now()): ContractRow[] {
  const names = new Map(contract.steps.map(({ stepId, name }) => [stepId, name]));
  const rows = contract.variables.map((variable) => ({
    ...variable,
    readBy: variable.usedBy.map((stepId) => ({ stepId, name: names.get(stepId) ?? stepId })),
    workflowId: contract.workflow.workflowId,
    findings: findingsOf(variable, contract, now),
    triggers: contract.sample.triggers,
  }));
  const rank = ({ findings }: ContractRow) => ['bad', 'warn', 'idle'].indexOf(findings[0]?.tone ?? '') >>> 0;
  return rows.sort((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1));
}

const column = columnHelper<ContractRow>();

export const contractColumns = column.columns([
  column.accessor('path', {
    header: 'Variable',
    meta: { from: 'phone' },
    cell: ({ row: { original } }) => <Variable row={original} />,
  }),
  column.display({
    id: 'types',
    header: 'Type',
    meta: { from: 'desk', width: '14%' },
    cell: ({ row: { original } }) => <Types row={original} />,
  }),
  column.display({
    id: 'used',
    header: 'Read by',
    meta: { from: 'desk', width: '34%' },
    cell: ({ row: { original } }) =>
      original.readBy.length > 0 ? <Readers row={original} /> : <Missing label="No step" />,
  }),
  column.display({
    id: 'seen',
    header: 'Sent in',
    meta: { width: '112px', align: 'end' },
    cell: ({ row: { original } }) => <Sent row={original} />,
  }),
]);

/** The variable, with its findings as badges. On phones, the second line shows the findings. */
function Variable({ row: { path, findings } }: { row: ContractRow }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <Truncate value={path} at="middle" mono className="font-medium" />
      {findings.map(({ kind, tone, text }) => (
        <Badge key={kind} tone={tone} className="max-sm:hidden">
          {text}
        </Badge>
      ))}
    </span>
  );
}

/** The steps that read the variable, each a link to the step in the editor. */
function Readers({ row: { readBy, workflowId } }: { row: ContractRow }) {
  const { base } = useEnvironment();
  return (
    <span className="text-pretty whitespace-normal text-muted">
      {readBy.map(({ stepId, name }, at) => (
        <Fragment key={stepId}>
          {at > 0 && ', '}
          <Link
            href={workflowAddress(base, workflowId, { step: stepId })}
            className="touch-area rounded-sm text-accent-text underline-offset-2 hover:underline"
          >
            {name}
          </Link>
        </Fragment>
      ))}
    </span>
  );
}

function Types({ row: { types } }: { row: ContractRow }) {
  if (types.length === 0) return <Missing label="Not seen" />;
  return <Truncate value={types.map(({ type }) => type).join(', ')} className="text-muted" />;
}

function Sent({ row: { seen, triggers } }: { row: ContractRow }) {
  return (
    <span className="text-muted tabular-nums">
      {seen.toLocaleString('en')} of {triggers.toLocaleString('en')}
    </span>
  );
}

/** The second line of a row on phones. */
export function VariableSecondLine({ row }: { row: ContractRow }) {
  const { findings, types, readBy } = row;
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-0.5 text-xs text-faint">
      <span className="flex min-w-0 items-baseline justify-between gap-2">
        <span className="min-w-0 text-pretty whitespace-normal">
          {findings.map(({ text }) => text).join(', ') || types.map(({ type }) => type).join(', ') || 'Not seen'}
        </span>
        <span className="shrink-0">
          <Sent row={row} />
        </span>
      </span>
      {readBy.length > 0 && (
        <span>
          Read by <Readers row={row} />
        </span>
      )}
    </span>
  );
}
