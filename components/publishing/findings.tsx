import { CircleAlert, CircleX, Info, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { Badge } from '#components/ui/badge.tsx';
import { cn } from '#components/ui/cn.ts';
import { CodeText } from '#components/ui/code-text.tsx';
import { variableAddress } from '#lib/environment-variables/address.ts';
import type { Environment } from '#lib/environments/schema.ts';
import type { PreflightLine } from '#lib/publishing/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import { byGravity, type FindingKind, kindText, shortName } from './finding-kinds.ts';

const effects = {
  blocks: { icon: CircleX, tone: 'text-bad', label: 'Cannot be published' },
  pauses: { icon: CircleAlert, tone: 'text-warn', label: 'Missing' },
  warns: { icon: TriangleAlert, tone: 'text-warn', label: 'Check' },
  informs: { icon: Info, tone: 'text-muted', label: 'Note' },
} as const satisfies Record<PreflightLine['effect'], object>;

/** Up to this many names are listed. */
const FEW = 3;

interface Props {
  /** The findings of this workflow only. */
  own: readonly FindingKind[];
  /** The findings that are listed above, because other workflows have them too. */
  elsewhere: readonly FindingKind[];
  target: Environment;
}

/** The findings about a workflow in its target, the gravest first. */
export function Findings({ own, elsewhere, target }: Props) {
  return (
    <ul className="flex flex-col gap-1.5">
      {[...elsewhere, ...own].sort(byGravity).map((kind) => (
        <li key={kind.key}>
          {elsewhere.includes(kind) ? <Marks kind={kind} /> : <Finding kind={kind} target={target} />}
        </li>
      ))}
    </ul>
  );
}

/**
 * The short names of a workflow's findings of one kind. The kind is explained above, because several workflows have it.
 */
function Marks({ kind: { effect, findings } }: { kind: FindingKind }) {
  return (
    <Line effect={effect}>
      <span className="inline-flex flex-wrap gap-1 align-top">
        {findings.map((finding) => (
          <Badge key={finding.message}>
            <CodeText>{shortName(finding)}</CodeText>
          </Badge>
        ))}
      </span>
    </Line>
  );
}

/** The findings that several workflows have, one line for each kind. */
export function SharedFindings({ shared, target }: { shared: readonly FindingKind[]; target: Environment }) {
  if (shared.length === 0) return null;
  return (
    <section aria-labelledby="shared-findings">
      <h2 id="shared-findings" className="mb-1.5 font-semibold">
        Concerns several workflows
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {shared.map((kind) => (
          <li key={kind.key} className="px-3 py-2.5">
            <Finding kind={kind} target={target} concerns={concerned(kind)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function concerned({ names }: FindingKind): string {
  return names.length > FEW ? counted(names.length, 'workflow') : listText(names);
}

interface FindingProps {
  kind: FindingKind;
  target: Environment;
  /** The workflows that have the finding. */
  concerns?: string;
}

function Finding({ kind, target, concerns }: FindingProps) {
  const remedy = remedyOf(kind.findings[0], target);
  return (
    <Line effect={kind.effect}>
      <CodeText>{kindText(kind, target.name)}</CodeText>
      {concerns && <span className="text-muted"> · {concerns}</span>}
      {remedy && (
        <>
          {' · '}
          <Link
            href={remedy.href}
            prefetch={false}
            className="rounded-sm text-accent-text underline underline-offset-2"
          >
            {remedy.label}
          </Link>
        </>
      )}
    </Line>
  );
}

/** Returns the place where a finding is remedied. */
function remedyOf({ about, lacks, variable }: PreflightLine, { slug }: Environment) {
  if (about === 'integration') {
    return {
      href: `/${slug}/integrations`,
      label: lacks === 'integration' ? 'Add integrations' : 'Open Integrations',
    };
  }
  if (variable === undefined) return undefined;
  return { href: variableAddress(variable, slug), label: lacks === 'value' ? 'Set value' : 'Create variable' };
}

function Line({ effect, children }: { effect: PreflightLine['effect']; children: React.ReactNode }) {
  const { icon: Icon, tone, label } = effects[effect];
  return (
    <span className="flex items-start gap-2">
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', tone)} />
      <span className="min-w-0 text-pretty break-words">
        <span className={cn('font-medium', tone)}>{label}:</span> {children}
      </span>
    </span>
  );
}
