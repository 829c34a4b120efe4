'use client';

import { CircleCheck, Eye, TriangleAlert } from 'lucide-react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { toneText } from '#components/ui/tone.ts';
import { replaySentence } from '#lib/replay/changes.ts';
import type { ReplayResult } from '#lib/replay/schema.ts';
import { counted } from '#lib/text/counted.ts';

interface Props {
  result: ReplayResult;
  isRunning: boolean;
  /** Replays again with the content of a sensitive workflow. */
  onReveal: () => void;
}

/** The result in one sentence, and how far it can be relied on. */
export function ReplaySummary({ result, isRunning, onReveal }: Props) {
  const mayReveal = useWhyNot('messages:content');
  const isSame = result.same === result.runs;
  const Icon = isSame ? CircleCheck : TriangleAlert;
  const notes = notesOf(result);
  return (
    <section aria-label="Result of the replay" className="rounded-lg border border-line bg-surface px-4 py-3">
      <p role={isRunning ? undefined : 'status'} className="flex items-start gap-2 text-base font-semibold text-pretty">
        <Icon aria-hidden className={cn('mt-0.5 size-5 shrink-0', toneText[isSame ? 'ok' : 'warn'])} />
        {replaySentence(result)}
      </p>
      {notes.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1 pl-7 text-xs text-pretty text-muted">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {result.differences.some(({ withheld }) => withheld) && (
        <div className="mt-3 flex flex-wrap items-center gap-2 pl-7">
          <span className="text-xs text-muted">The texts are withheld: the workflow is sensitive.</span>
          <Button size="sm" disabledReason={mayReveal} pending={isRunning} onClick={onReveal}>
            <Eye aria-hidden />
            Reveal
          </Button>
        </div>
      )}
    </section>
  );
}

function notesOf({ runs, same, unlikeRecord, withoutResponse, unfinished }: ReplayResult): string[] {
  return [
    same > 0 &&
      same < runs &&
      `${counted(same, 'run')} would be the same: they did not reach the changed steps, or the change makes no difference with their payload.`,
    unlikeRecord > 0 &&
      `With the saved workflow, ${unlikeRecord} of ${counted(runs, 'run')} would differ from the record, because the workflow or its data has changed since.`,
    withoutResponse > 0 &&
      `${counted(withoutResponse, 'run')} reached an HTTP step without a recorded response. Later steps read an empty response.`,
    unfinished > 0 && `${counted(unfinished, 'run')} took too long to replay.`,
  ].filter((note) => note !== false);
}
