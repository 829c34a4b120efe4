import { CircleAlert, CircleX, Info, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { cn } from '#components/ui/cn.ts';
import { CodeText } from '#components/ui/code-text.tsx';
import { variableAddress } from '#lib/environment-variables/address.ts';
import type { Environment } from '#lib/environments/schema.ts';
import type { PreflightLine } from '#lib/publishing/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import type { SharedFinding } from './shared-findings.ts';

const effects = {
  blocks: { icon: CircleX, tone: 'text-bad', label: 'Cannot be published' },
  pauses: { icon: CircleAlert, tone: 'text-warn', label: 'Missing' },
  warns: { icon: TriangleAlert, tone: 'text-warn', label: 'Check' },
  informs: { icon: Info, tone: 'text-muted', label: 'Note' },
} as const satisfies Record<PreflightLine['effect'], object>;

/** The place of the findings that several workflows have. */
const SHARED = 'shared-findings';
/** Names up to this number are listed. */
const FEW = 5;

interface Props {
  findings: readonly PreflightLine[];
  /** Findings that are listed above, because other workflows have them too. */
  elsewhere: readonly PreflightLine[];
  target: Environment;
}

/** The findings about a workflow in its target, the gravest first. */
export function Findings({ findings, elsewhere, target }: Props) {
  const [first] = elsewhere;
  return (
    <ul className="flex flex-col gap-1">
      {findings.map((finding) => (
        <Finding key={`${finding.stepId} ${finding.message}`} finding={finding} target={target} />
      ))}
      {first && (
        <li>
          <Line effect={first.effect}>
            <a href={`#${SHARED}`} className={linkClass}>
              {counted(elsewhere.length, 'finding')} above
            </a>
            , which other workflows have too
          </Line>
        </li>
      )}
    </ul>
  );
}

/** The findings that several workflows have, each with the workflows. */
export function SharedFindings({ shared, target }: { shared: readonly SharedFinding[]; target: Environment }) {
  if (shared.length === 0) return null;
  return (
    <section id={SHARED} aria-labelledby={`${SHARED}-title`} className="scroll-mt-4">
      <h2 id={`${SHARED}-title`} className="mb-1.5 font-semibold">
        Concerns several workflows
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {shared.map(({ finding, names }) => (
          <Finding
            key={finding.message}
            finding={finding}
            target={target}
            concerns={listText(names.length > FEW ? [...names.slice(0, FEW), `${names.length - FEW} more`] : names)}
          />
        ))}
      </ul>
    </section>
  );
}

interface FindingProps {
  finding: PreflightLine;
  target: Environment;
  /** The workflows that have it. */
  concerns?: string;
}

function Finding({ finding, target, concerns }: FindingProps) {
  const { effect, message } = finding;
  const remedy = remedyOf(finding, target);
  return (
    <li className={concerns ? 'px-3 py-2.5' : undefined}>
      <Line effect={effect}>
        <CodeText>{message}</CodeText>
        {remedy && (
          <>
            {' '}
            <Link href={remedy.href} prefetch={false} className={linkClass}>
              {remedy.label}
            </Link>
          </>
        )}
        {concerns && <span className="mt-0.5 block text-muted">{concerns}</span>}
      </Line>
    </li>
  );
}

/** Returns the place where a finding is remedied. */
function remedyOf({ about, variable }: PreflightLine, { slug }: Environment) {
  if (about === 'integration') return { href: `/${slug}/integrations`, label: 'Open Integrations' };
  return variable === undefined ? undefined : { href: variableAddress(variable, slug), label: 'Open Variables' };
}

const linkClass = 'rounded-sm text-accent-text underline underline-offset-2';

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
