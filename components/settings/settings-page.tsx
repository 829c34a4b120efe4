import type { ReactNode } from 'react';
import { PageFrame } from '#components/layout/page-frame.tsx';

interface Props {
  title: string;
  /** The purpose of the page, in a sentence or two. */
  intro: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A settings page: its purpose, then a table over the whole width, as in every list. */
export function SettingsPage({ title, intro, actions, children }: Props) {
  return (
    <PageFrame title={title} actions={actions}>
      <div className="pb-6 md:px-3">
        <p className="max-w-4xl list-x py-3 text-pretty text-muted">{intro}</p>
        {children}
      </div>
    </PageFrame>
  );
}

interface SectionProps {
  id: string;
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}

/** A section below the table: the text on the left, the content on the right. */
export function SettingsSection({ id, title, intro, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="grid gap-x-8 gap-y-3 list-x pt-8 lg:grid-cols-[320px_minmax(0,1fr)]">
      <div>
        <h2 id={id} className="mb-1 scroll-mt-24 text-base font-semibold">
          {title}
        </h2>
        {intro && <p className="max-w-3xl text-pretty text-muted">{intro}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
