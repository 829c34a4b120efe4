'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2, Users } from 'lucide-react';
import Link from 'next/link';
import { type FormEvent, useId, useState } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { Input } from '#components/ui/input.tsx';
import { menuItemClass, menuLabelClass } from '#components/ui/menu-classes.ts';
import { notify } from '#components/ui/notify.ts';
import { can } from '#lib/auth/permissions.ts';
import { savedViewMutations, savedViewQueries } from '#lib/saved-views/client.ts';
import type { SavedView, ViewPage } from '#lib/saved-views/schema.ts';

interface Props {
  page: ViewPage;
  /** The filters of the page, as a view stores them. */
  current: string;
  onClose: () => void;
}

/** The saved views, and the form that saves the current filters. */
export function SavedViewsPanel({ page, current, onClose }: Props) {
  const environment = useEnvironment();
  const { data } = useQuery(savedViewQueries.list(environment.id));
  const views = data?.filter((view) => view.page === page);
  return (
    <>
      <ViewGroup
        label="Yours"
        views={views?.filter(({ own }) => own)}
        none="You have not saved a view of this page yet."
        current={current}
        onChoose={onClose}
      />
      {views?.some(({ own }) => !own) && (
        <ViewGroup
          label="Shared by others"
          views={views.filter(({ own }) => !own)}
          current={current}
          onChoose={onClose}
        />
      )}
      <SaveView page={page} query={current} environment={environment.name} onSaved={onClose} />
    </>
  );
}

interface GroupProps {
  label: string;
  views: readonly SavedView[] | undefined;
  none?: string;
  current: string;
  onChoose: () => void;
}

function ViewGroup({ label, views, none, current, onChoose }: GroupProps) {
  const { base } = useEnvironment();
  return (
    <section aria-label={label}>
      <h3 className={menuLabelClass}>{label}</h3>
      {views?.length === 0 && <p className="px-2 pb-1 text-xs text-faint">{none}</p>}
      <ul>
        {views?.map((view) => (
          <li key={view._id} className="flex items-center">
            <Link
              href={`${base}/${view.page}?${view.query}`}
              onClick={onChoose}
              aria-current={view.query === current || undefined}
              className={cn(menuItemClass, 'focus-inset min-w-0 flex-1 hover:bg-hover aria-[current]:text-accent-text')}
            >
              <span className="truncate">{view.name}</span>
              {view.shared && view.own && <Users aria-label="Shared" className="text-faint" />}
              {!view.own && <span className="ml-auto truncate text-xs text-faint">{view.createdByName}</span>}
            </Link>
            <DeleteView view={view} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const KEPT: Record<ViewPage, string> = {
  activity: 'Runs are not affected.',
  messages: 'Messages are not affected.',
  subscribers: 'Subscribers are not affected.',
};

function DeleteView({ view }: { view: SavedView }) {
  const environment = useEnvironment();
  const { user } = useSession();
  const remove = useMutation(savedViewMutations.remove(environment.id));
  if (!view.own && !can(user.role, 'environments:write')) return null;
  const ask = () =>
    confirm({
      title: `Delete the view “${view.name}”?`,
      body: view.shared
        ? `The view is deleted for everyone in ${environment.name}. ${KEPT[view.page]}`
        : KEPT[view.page],
      action: 'Delete the view',
      danger: true,
      run: () => remove.mutateAsync(view._id),
    });
  return (
    <Button
      size="icon"
      variant="ghost"
      className="control-sm"
      aria-label={`Delete ${view.name}`}
      onClick={() => void ask()}
    >
      <Trash2 aria-hidden />
    </Button>
  );
}

interface SaveProps {
  page: ViewPage;
  query: string;
  environment: string;
  onSaved: () => void;
}

function SaveView({ page, query, environment, onSaved }: SaveProps) {
  const { id } = useEnvironment();
  const [isUnnamed, setIsUnnamed] = useState(false);
  const error = useId();
  const create = useMutation({
    ...savedViewMutations.create(id),
    onSuccess: ({ name }) => {
      notify.done(`View “${name}” saved`);
      onSaved();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const name = String(data.get('name') ?? '').trim();
    setIsUnnamed(name === '');
    if (name === '') return event.currentTarget.querySelector('input')?.focus();
    create.mutate({ page, name, query, shared: data.has('shared') });
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Save this view"
      className="mt-1 flex flex-col gap-2 border-t border-line p-2"
    >
      <Input
        name="name"
        maxLength={80}
        placeholder="Name of these filters"
        aria-label="Name of the view"
        aria-invalid={isUnnamed || undefined}
        aria-describedby={isUnnamed ? error : undefined}
        onChange={() => setIsUnnamed(false)}
      />
      {isUnnamed && (
        <p id={error} role="alert" className="text-xs text-bad">
          Enter a name for the view
        </p>
      )}
      <label className="flex items-center gap-2 text-xs text-muted">
        <input type="checkbox" name="shared" className="size-4 accent-accent" />
        Share with everyone in {environment}
      </label>
      {create.error && (
        <p role="alert" className="text-xs text-bad">
          {create.error.message}
        </p>
      )}
      <Button type="submit" size="sm" variant="primary" className="justify-center" pending={create.isPending}>
        Save this view
      </Button>
    </form>
  );
}
