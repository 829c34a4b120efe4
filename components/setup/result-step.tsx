import Link from 'next/link';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Prose } from '#components/ui/prose.tsx';
import type { RunSummary } from '#lib/notifications/list/run-summary.ts';
import { rowText } from '#lib/notifications/status/run-sentence.ts';
import { ended, sentSummary } from '#lib/reasons/step-summary.ts';

interface Props {
  /** The first run. Undefined if there is none yet. */
  run: RunSummary | undefined;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The messages that the first run has sent, and the reason why it waits. */
export function ResultStep({ run, isOpen, onOpen, onClose }: Props) {
  const { now, zone } = useReader();
  const { base } = useEnvironment();
  if (!run) {
    return <p className="text-pretty">The run opens next to this list automatically, each step with its reason.</p>;
  }
  return (
    <>
      <p role="status" className="text-pretty">
        <Prose>{resultText(run, now, zone)}</Prose>
      </p>
      <div className="flex flex-wrap gap-2">
        {!isOpen && <Button onClick={onOpen}>Open the run</Button>}
        <Button variant={run.steps.some(({ status }) => status === 'sent') ? 'primary' : 'secondary'} onClick={onClose}>
          Close the checklist
        </Button>
        {run.steps.some(({ sandbox }) => sandbox) && (
          <Link href={`${base}/integrations?add=email`} className={buttonClass()}>
            Send for real: add a provider
          </Link>
        )}
      </div>
    </>
  );
}

/** "Email sent (sandbox). SMS waits until 29 Nov." */
export function resultText(run: RunSummary, now: number, zone?: string): string {
  const { text } = rowText(run, now, zone);
  const sent = run.steps.filter(({ status }) => status === 'sent');
  const isSaid = run.status === 'sent' || sent.length === 0 || text.startsWith(sentSummary(sent));
  return isSaid ? ended(text) : `${ended(sentSummary(sent))} ${ended(text)}`;
}
