import type { StepType } from './controls.ts';
import { STEPS } from './index.ts';

/**
 * Returns the text of `facts.generated.ts`: the data about step types for pages that only show steps. `hosts` maps a
 * control to the control whose field edits it.
 */
export function stepFactsFile(): string {
  const lines = Object.values(STEPS).map(({ type, label, icon, fields }: StepType) => {
    const hosts = Object.fromEntries(
      Object.entries(fields).flatMap(([path, field]) => ('partOf' in field ? [[path, field.partOf]] : [])),
    );
    return `  ${type}: ${JSON.stringify({ label, icon, hosts })},`;
  });
  return `// Written by scripts/generate.ts from the registry of step types.
export const STEP_FACTS = {
${lines.join('\n')}
} as const;
`;
}
