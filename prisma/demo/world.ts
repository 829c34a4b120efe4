import { makeContexts, makePreferences, makeSuppressions, makeTopics, type Topics } from './audience.ts';
import { type Integrations, makeIntegrations } from './integrations.ts';
import { makePeople, type Person } from './people.ts';
import type { Base, ContextRow, PreferenceRow, SuppressionRow } from './rows.ts';
import { makeWorkflows, type Workflows } from './workflows.ts';

/** The company, from which its history is made. */
export interface World extends Base {
  integrations: Integrations;
  workflows: Workflows;
  people: Person[];
  contexts: ContextRow[];
  topics: Topics;
  preferences: PreferenceRow[];
  suppressions: SuppressionRow[];
}

export function makeWorld(base: Base): World {
  const integrations = makeIntegrations(base);
  const workflows = makeWorkflows(base);
  const people = makePeople(base, integrations);
  return {
    ...base,
    integrations,
    workflows,
    people,
    contexts: makeContexts(base),
    topics: makeTopics(base, people),
    preferences: makePreferences(base, people, workflows),
    suppressions: makeSuppressions(base, people),
  };
}
