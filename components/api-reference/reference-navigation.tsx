'use client';

import { useState } from 'react';
import { matchesAll } from '#components/layout/matches-all.ts';
import { SideNavigation, sideLinkClass } from '#components/layout/side-navigation.tsx';
import { FoldButton } from '#components/ui/fold-button.tsx';
import type { ReferenceGroup, ReferenceOperation } from '#lib/api-reference/operations.ts';
import { MethodMark } from './method-mark.tsx';
import { useReference } from './reference-state.tsx';

interface Props {
  place: string;
  search: string;
  onSearch: (text: string) => void;
}

/** The operations by group. Next to the page on a desktop, behind a button on smaller screens. */
export function ReferenceNavigation({ place, search, onSearch }: Props) {
  const { groups } = useReference();
  const found = groups.map((group) => matching(group, search)).filter(({ operations }) => operations.length > 0);
  return (
    <SideNavigation
      label="Operations"
      searchLabel="Search the reference"
      place={place}
      search={search}
      onSearch={onSearch}
    >
      {search === '' && <StartLink isCurrent={place === 'start'} />}
      {found.map((group, at) => (
        <div key={group.id}>
          {group.isForPeople && !found[at - 1]?.isForPeople && (
            <p className="mt-3 border-t border-line px-2 pt-3 pb-1 text-xs text-faint">
              For signed-in people, not for API keys
            </p>
          )}
          <Group group={group} place={place} isSearch={search !== ''} />
        </div>
      ))}
      {found.length === 0 && <p className="px-2 py-4 text-muted">No operation matches “{search}”.</p>}
    </SideNavigation>
  );
}

function matching(group: ReferenceGroup, search: string): ReferenceGroup {
  const textOf = ({ method, path, summary, operationId }: ReferenceOperation) =>
    `${group.name} ${method} ${path} ${summary} ${operationId}`;
  return { ...group, operations: group.operations.filter((one) => matchesAll(textOf(one), search)) };
}

function StartLink({ isCurrent }: { isCurrent: boolean }) {
  return (
    <a href="#start" aria-current={isCurrent ? 'page' : undefined} className={sideLinkClass}>
      Start here
    </a>
  );
}

interface GroupProps {
  group: ReferenceGroup;
  place: string;
  isSearch: boolean;
}

function Group({ group, place, isSearch }: GroupProps) {
  const { id, name, operations } = group;
  const isHere = id === place || operations.some(({ operationId }) => operationId === place);
  const [fold, setFold] = useState<{ place: string; isOpen: boolean }>();
  const isOpen =
    isSearch || (fold && fold.place === place ? fold.isOpen : isHere || (place === 'start' && name === 'Events'));
  return (
    <section aria-label={name}>
      <FoldButton
        open={isOpen}
        onFold={(open) => setFold({ place, isOpen: open })}
        className="focus-inset flex min-h-7 w-full items-center gap-1.5 rounded-md px-2 py-1 text-left font-medium hover:bg-hover pointer-coarse:min-h-11"
      >
        <span className="flex-1 truncate">{name}</span>
        <span className="text-xs font-normal text-faint">{operations.length}</span>
      </FoldButton>
      {isOpen && (
        <ul className="mb-1 ml-[13px] border-l border-line pl-1.5">
          {operations.map(({ operationId, method, summary }) => (
            <li key={operationId}>
              <a
                href={`#${operationId}`}
                aria-current={operationId === place ? 'page' : undefined}
                className={sideLinkClass}
              >
                <span className="min-w-0 flex-1 leading-5 text-pretty">{summary}</span>
                <MethodMark method={method} className="shrink-0 self-start leading-5" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
