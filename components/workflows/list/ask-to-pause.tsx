import { confirm } from '#components/form/confirm.tsx';
import { type ActionTarget, PauseConsequences } from './consequences.tsx';

interface Environment {
  id: string;
  name: string;
}

/** Asks before workflows are paused. Resolves to true if `run` was called. */
export function askToPause(
  workflows: readonly ActionTarget[],
  environment: Environment,
  run: () => Promise<unknown>,
): Promise<boolean> {
  return confirm({
    title: `Pause ${namesOf(workflows)}?`,
    body: <PauseConsequences workflows={workflows} environment={environment} />,
    action: workflows.length === 1 ? 'Pause workflow' : `Pause ${workflows.length} workflows`,
    run,
  });
}

/** Returns "Order shipped", or "3 workflows". */
export function namesOf(workflows: readonly ActionTarget[]): string {
  return workflows.length === 1 ? (workflows[0]?.name ?? '') : `${workflows.length} workflows`;
}
