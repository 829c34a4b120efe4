import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { type Candidate, namedCounts } from './candidates.ts';

interface Props {
  chosen: readonly Candidate[];
  along: readonly Candidate[];
  target: string;
  onPublish: () => void;
}

/** The selection and the button. The bar stays visible at the end of the page. */
export function PublishBar({ chosen, along, target, onPublish }: Props) {
  const denied = useWhyNot('workflows:write');
  const isNothing = chosen.length === 0;
  return (
    <section
      aria-label="Selection"
      data-bottom-bar
      className="sticky bottom-4 z-20 flex flex-wrap items-center gap-x-4 gap-y-1.5 self-end rounded-lg bg-raised py-1.5 pr-1.5 pl-3 shadow-float"
    >
      <p aria-live="polite" className="font-medium" data-numeric>
        {isNothing ? 'Nothing selected' : `${namedCounts([...chosen, ...along])} selected`}
      </p>
      <Button
        variant="primary"
        disabledReason={denied ?? (isNothing ? 'Select a workflow or layout first' : undefined)}
        onClick={onPublish}
      >
        Publish to {target}…
      </Button>
    </section>
  );
}
