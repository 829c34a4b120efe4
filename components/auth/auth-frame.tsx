import type { ReactNode } from 'react';
import { BrandMark } from '#components/layout/brand-mark.tsx';

/** The frame of pages without a session. It begins at a fixed height, so that nothing moves when errors appear. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-[360px] flex-col gap-6 px-4 pt-[max(48px,18dvh)] pb-12">
      <div className="flex items-center gap-2.5 text-lg font-semibold">
        <BrandMark className="size-6" />
        Belfry
      </div>
      {children}
    </main>
  );
}
