import type { OutcomeSummary, StepReason } from './run-summary.ts';

/** Returns the summary with `change` applied to each step's reason. */
export function mapReasons<Summary extends OutcomeSummary>(
  summary: Summary,
  change: (step: StepReason) => StepReason,
): Summary {
  const { decidedBy, reported, alsoSkipped, moreSkipped, alsoCancelled, alsoMerged } = summary;
  return {
    ...summary,
    ...(decidedBy && { decidedBy: change(decidedBy) }),
    ...(reported && { reported: change(reported) }),
    ...(alsoSkipped && { alsoSkipped: change(alsoSkipped) }),
    ...(moreSkipped && { moreSkipped: moreSkipped.map(change) }),
    ...(alsoCancelled && { alsoCancelled: alsoCancelled.map(change) }),
    ...(alsoMerged && { alsoMerged: alsoMerged.map(change) }),
  };
}
