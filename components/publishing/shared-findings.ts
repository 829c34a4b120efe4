import type { PreflightLine } from '#lib/publishing/schema.ts';
import type { Candidate } from './candidates.ts';

/** A finding about several workflows. */
export interface SharedFinding {
  finding: PreflightLine;
  /** The names of the workflows. */
  names: string[];
}

const GRAVEST_FIRST: readonly PreflightLine['effect'][] = ['blocks', 'pauses', 'warns', 'informs'];

/** Returns the findings with the same text in several workflows, the gravest first. */
export function sharedFindings(candidates: readonly Candidate[]): SharedFinding[] {
  const byText = new Map<string, SharedFinding>();
  for (const { name, findings } of candidates) {
    for (const finding of findings) {
      if (finding.stepId !== undefined) continue;
      const found = byText.get(textOf(finding));
      if (found) found.names.push(name);
      else byText.set(textOf(finding), { finding, names: [name] });
    }
  }
  const gravity = ({ finding }: SharedFinding) => GRAVEST_FIRST.indexOf(finding.effect);
  return [...byText.values()]
    .filter(({ names }) => names.length > 1)
    .sort((one, other) => gravity(one) - gravity(other));
}

/** Splits the findings of a workflow into its own, and those that several workflows have. */
export function ownFindings(findings: readonly PreflightLine[], shared: readonly SharedFinding[]) {
  const texts = new Set(shared.map(({ finding }) => textOf(finding)));
  const isShared = (finding: PreflightLine) => finding.stepId === undefined && texts.has(textOf(finding));
  return { own: findings.filter((each) => !isShared(each)), elsewhere: findings.filter(isShared) };
}

function textOf({ effect, message }: PreflightLine): string {
  return `${effect} ${message}`;
}
