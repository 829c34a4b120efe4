import { CircleCheck, CircleX, TriangleAlert, WifiOff } from 'lucide-react';
import Link from 'next/link';
import { outageAddress } from '#components/outages/outage-address.ts';
import { cn } from '#components/ui/cn.ts';
import { Code } from '#components/ui/code.tsx';
import { CodeText } from '#components/ui/code-text.tsx';
import { toneText } from '#components/ui/tone.ts';
import type { Finding, SystemReport } from '#lib/system/schema.ts';
import { clockTime } from '#lib/time/time.ts';

const icons = { bad: CircleX, warn: TriangleAlert } as const;
const labels = { bad: 'Red', warn: 'Warning' } as const;

interface Props {
  report: SystemReport;
  /** Whether the last attempt to read the report failed. */
  isOld: boolean;
}

/** The problems with their fixes, or a note that there are none. */
export function Findings({ report: { at, findings, outages }, isOld }: Props) {
  return (
    <section aria-label="Problems" className="list-x">
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {isOld && (
          <Line icon={WifiOff} tone="warn" title="Belfry does not respond">
            The page shows the state at {clockTime(at)}. <Code>npm run doctor</Code> on the server shows the current
            state, and needs only the database.
          </Line>
        )}
        {findings.map((finding) => (
          <FindingLine key={`${finding.code} ${finding.title}`} finding={finding} outages={outages} />
        ))}
        {findings.length === 0 && !isOld && (
          <Line icon={CircleCheck} tone="ok" title="Everything works">
            No problem in workers, queue, outages, database, history, maintenance, versions, keys and requests.
          </Line>
        )}
      </ul>
    </section>
  );
}

function FindingLine({ finding, outages }: { finding: Finding } & Pick<SystemReport, 'outages'>) {
  const { level, title, action } = finding;
  const address = outageOf(finding, outages);
  return (
    <Line icon={icons[level]} tone={level} label={labels[level]} title={title}>
      <CodeText>{action}</CodeText>
      {address && (
        <>
          {' '}
          <Link href={address} className="touch-area font-medium whitespace-nowrap text-accent-text hover:underline">
            Open the outage
          </Link>
        </>
      )}
    </Line>
  );
}

/** Returns the address of the outage that a finding reports. Undefined for other findings. */
function outageOf({ outage }: Finding, outages: SystemReport['outages']): string | undefined {
  const found = outage && outages.find(({ _integrationId }) => _integrationId === outage._integrationId);
  if (!found || !outage) return undefined;
  return outageAddress(`/${found.environment.slug}`, {
    integrationId: outage._integrationId,
    openedAt: found.openedAt,
  });
}

interface LineProps {
  icon: typeof CircleX;
  tone: 'ok' | 'warn' | 'bad';
  label?: string;
  title: string;
  children: React.ReactNode;
}

function Line({ icon: Icon, tone, label, title, children }: LineProps) {
  return (
    <li className="flex gap-2.5 px-3 py-2.5">
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', toneText[tone])} />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {label && <span className="sr-only">{label}: </span>}
          {title}
        </p>
        <p className="text-pretty text-muted">{children}</p>
      </div>
    </li>
  );
}
