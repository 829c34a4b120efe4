import { CHANNEL_NAMES, CHANNELS } from '#lib/providers/channel-names.ts';
import type { PreflightLine, ResourceDiff } from '#lib/publishing/schema.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import { listText } from '#lib/text/list-text.ts';
import type { Candidate } from './candidates.ts';

/** Findings of one kind, which one line shows. */
export interface FindingKind {
  key: string;
  effect: PreflightLine['effect'];
  /** The distinct findings. Never empty. */
  findings: readonly [PreflightLine, ...PreflightLine[]];
  /** The names of the workflows that have one of the findings. */
  names: string[];
}

const GRAVEST_FIRST: readonly PreflightLine['effect'][] = ['blocks', 'pauses', 'warns', 'informs'];

/** Returns the findings of workflows by their kind, the gravest first. */
function findingKinds(candidates: readonly Pick<Candidate, 'name' | 'findings'>[]): FindingKind[] {
  const kinds = new Map<string, FindingKind>();
  for (const { name, findings } of candidates) {
    for (const finding of findings) {
      const key = kindOf(finding);
      const kind = kinds.get(key);
      if (!kind) kinds.set(key, { key, effect: finding.effect, findings: [finding], names: [name] });
      else {
        if (!kind.findings.some(({ message }) => message === finding.message)) {
          kind.findings = [...kind.findings, finding];
        }
        if (!kind.names.includes(name)) kind.names.push(name);
      }
    }
  }
  return [...kinds.values()].sort(byGravity);
}

/** Sorts the gravest first. */
export function byGravity(one: FindingKind, other: FindingKind): number {
  return GRAVEST_FIRST.indexOf(one.effect) - GRAVEST_FIRST.indexOf(other.effect);
}

/** Returns the kinds that several workflows have. Findings about a step belong to its workflow. */
export function sharedKinds(candidates: readonly Candidate[]): FindingKind[] {
  const all = candidates.map(({ name, findings }) => ({
    name,
    findings: findings.filter(({ stepId }) => stepId === undefined),
  }));
  return findingKinds(all).filter(({ names }) => names.length > 1);
}

/**
 * Splits the findings of a workflow into findings of this workflow only, and findings of kinds that several workflows
 * have.
 */
export function splitFindings(
  { name, findings }: Pick<Candidate, 'name' | 'findings'>,
  shared: readonly FindingKind[],
) {
  const keys = new Set(shared.map(({ key }) => key));
  const isShared = (finding: PreflightLine) => keys.has(kindOf(finding));
  return {
    own: findingKinds([{ name, findings: findings.filter((each) => !isShared(each)) }]),
    elsewhere: findingKinds([{ name, findings: findings.filter(isShared) }]),
  };
}

/** Returns what a kind lacks in its target: "Development has no active integration for email and SMS". Code is between backticks. */
export function kindText({ findings }: FindingKind, target: string): string {
  const [{ lacks, message }] = findings;
  const lacking = CHANNELS.filter((name) => findings.some(({ channel }) => channel === name));
  const channels = listText(lacking.map((channel) => CHANNEL_NAMES[channel]));
  const variables = listText(findings.flatMap(({ variable }) => (variable ? `\`env.${variable}\`` : [])));
  const layouts = listText(findings.flatMap(({ layout }) => (layout ? `“${layout}”` : [])));
  const isOne = findings.length === 1;
  switch (lacks) {
    case 'integration':
      return `${target} has no active integration for ${channels}`;
    case 'primary':
      return `${target} has no primary integration for ${channels}`;
    case 'value':
      return `${target} has no value for ${variables}`;
    case 'variable':
      return isOne ? `There is no variable ${variables}` : `There are no variables ${variables}`;
    case 'layout':
      return isOne
        ? `${target} lacks the layout ${layouts}. Publishing the workflow brings it along`
        : `${target} lacks the layouts ${layouts}. Publishing the workflows brings them along`;
    default:
      return message;
  }
}

/**
 * Returns whether a workflow is active in the target after publishing. `causes` are the findings that a line above the
 * list explains, of which this workflow's are named: "Arrives paused: lacks SMS". Code is between backticks.
 */
export function arrivalText(
  { activeAfter, activeThere, preflight }: ResourceDiff,
  causes: readonly FindingKind[] = [],
): string {
  if (activeThere !== undefined) return activeThere ? 'Stays active' : 'Stays paused';
  if (activeAfter) return 'Arrives active';
  if (!preflight.some(({ effect }) => effect === 'pauses')) return 'Arrives paused, because it is paused here';
  const lacking = causes.flatMap(({ findings }) => findings.map(shortName));
  return lacking.length === 0 ? 'Arrives paused' : `Arrives paused: lacks ${listText(lacking)}`;
}

/** Returns the short name of a finding, for a mark on its workflow. Code is between backticks. */
export function shortName({ channel, variable, layout, about }: PreflightLine): string {
  if (channel) return channelLabels[channel];
  if (variable) return `\`env.${variable}\``;
  if (layout) return `Layout “${layout}”`;
  return about === 'content' ? 'Sensitive content' : 'Inbox not connected';
}

function kindOf({ effect, lacks, stepId, message }: PreflightLine): string {
  return lacks ? `${effect} ${lacks}` : `${effect} ${stepId} ${message}`;
}
