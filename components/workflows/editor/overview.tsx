'use client';

import { Settings2 } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { WorkflowFacts } from '#components/workflows/workflow-facts.tsx';
import { WorkflowPreferences } from '#components/workflows/workflow-preferences.tsx';
import { useEditor } from './editor-context.tsx';

/** The facts about the workflow itself, shown when no step is open. */
export function Overview({ onSettings }: { onSettings: () => void }) {
  const { workflow, definition } = useEditor();
  return (
    <aside
      aria-label="About"
      className="min-w-0 border-line page-x py-5 max-lg:border-t lg:sticky lg:top-24 lg:h-[calc(100dvh-96px)] min-[1400px]:top-12 min-[1400px]:h-[calc(100dvh-48px)] lg:overflow-y-auto lg:border-l lg:pl-8"
    >
      <div className="flex max-w-3xl flex-col gap-7">
        {definition.description && <p className="text-pretty text-muted">{definition.description}</p>}
        <WorkflowFacts workflow={workflow} definition={definition} />
        <WorkflowPreferences
          preferences={{ user: definition.preferences, default: definition.defaultPreferences }}
          types={definition.steps.map(({ type }) => type)}
        />
        <div>
          <Button onClick={onSettings}>
            <Settings2 aria-hidden />
            Change settings
          </Button>
        </div>
      </div>
    </aside>
  );
}
