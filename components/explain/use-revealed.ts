import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import type { Explanation } from '#lib/explain/schema.ts';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { SummarisedRun } from '#lib/notifications/schema.ts';
import { WITHHELD } from '#lib/reasons/withheld.ts';

/**
 * Returns the answer, and a function that reveals withheld evidence. The run then provides the evidence, and the audit
 * log records the access.
 */
export function useRevealed(answer: Explanation): { answer: Explanation; onReveal: (() => void) | undefined } {
  const { id } = useEnvironment();
  const [revealed, reveal] = useState<string>();
  const runId = answer.decisive.run?._id ?? '';
  const isRevealed = revealed === runId && runId !== '';
  const { data } = useQuery({ ...notificationQueries.one(id, runId, true), enabled: isRevealed });
  const isWithheld = runId !== '' && Object.values(answer.decisive.reason.evidence).includes(WITHHELD);
  return {
    answer: isRevealed && data ? withEvidence(answer, data) : answer,
    onReveal: isWithheld && !isRevealed ? () => reveal(runId) : undefined,
  };
}

/** Returns the answer with the complete reason of its step, read from the run. */
export function withEvidence(
  answer: Explanation,
  { jobs = [], summary }: Pick<SummarisedRun, 'jobs' | 'summary'>,
): Explanation {
  const { decisive } = answer;
  const decisiveStep = decisive.earlier ?? decisive.step;
  const reason = jobs.find(({ _id }) => _id === decisiveStep?._id)?.reason;
  if (reason?.code !== decisive.reason.code) return answer;
  const whole = (field: string) => (reason.evidence as Record<string, unknown>)[field];
  return {
    ...answer,
    decisive: { ...decisive, reason, ...(decisive.runSummary && { runSummary: summary }) },
    evidence: answer.evidence.map((each) => (each.value === WITHHELD ? { ...each, value: whole(each.field) } : each)),
  };
}
