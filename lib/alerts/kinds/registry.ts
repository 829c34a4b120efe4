import { z } from 'zod';
import { credentialsEnd } from './credentials-end.ts';
import { integrationFailures } from './integration-failures.ts';
import { noWorker } from './no-worker.ts';
import { oldestWork } from './oldest-work.ts';
import { workflowIssues } from './workflow-issues.ts';

/** Every kind of condition, in the order in which people choose among them. */
export const ALERT_KINDS = [integrationFailures, oldestWork, noWorker, workflowIssues, credentialsEnd] as const;

type AnyKind = (typeof ALERT_KINDS)[number];
export type AlertKindName = AnyKind['kind'];

export const ALERT_KIND_NAMES = ALERT_KINDS.map(({ kind }) => kind) as [AlertKindName, ...AlertKindName[]];

/** The condition that a rule watches. */
export const AlertCondition = z.discriminatedUnion('kind', [
  integrationFailures.condition,
  oldestWork.condition,
  noWorker.condition,
  workflowIssues.condition,
  credentialsEnd.condition,
]);
export type AlertCondition = z.infer<typeof AlertCondition>;

/** The facts that a kind judges. */
export type AlertFacts<Name extends AlertKindName = AlertKindName> = Parameters<
  Extract<AnyKind, { kind: Name }>['judge']
>[0];

/** A kind without its own types. The caller must pass a condition and facts of the same kind. */
export type ErasedKind = Omit<AnyKind, 'phrase' | 'judge'> & {
  phrase(condition: AlertCondition, watched: string): string;
  judge(facts: AlertFacts, condition: AlertCondition): ReturnType<AnyKind['judge']>;
};

export function alertKindOf(name: AlertKindName): ErasedKind {
  return ALERT_KINDS.find(({ kind }) => kind === name) as unknown as ErasedKind;
}
