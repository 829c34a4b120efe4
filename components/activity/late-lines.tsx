import { Fragment } from 'react';
import { Prose } from '#components/ui/prose.tsx';
import { lateParts, lateText } from '#lib/notifications/lateness/late-text.ts';
import type { Lateness } from '#lib/notifications/lateness/lateness.ts';
import { timesAt } from '#lib/time/day-time.ts';

interface Props {
  /** The first sentence of a heading. */
  text: string;
  late: Lateness | undefined;
}

const NONE = { head: '', parts: [], usual: undefined };

/** The first sentence of a heading. A delay with several causes has a line for each of them on phones. */
export function LateLines({ text, late }: Props) {
  const times = timesAt(Date.now());
  const { head, parts, usual } = late && text === lateText(late, times) ? lateParts(late, times) : NONE;
  if (parts.length === 0) return <Prose>{text}</Prose>;
  const causes = parts.map((part, at) => `${part}${at < parts.length - 1 ? ';' : '.'}`);
  return (
    <>
      <Prose>{`${head}.`}</Prose>
      {[...causes, ...(usual ? [usual] : [])].map((line) => (
        <Fragment key={line}>
          {' '}
          <span className="max-sm:mt-1 max-sm:block max-sm:text-base max-sm:font-normal">
            <Prose>{line}</Prose>
          </span>
        </Fragment>
      ))}
    </>
  );
}
