import type { ReactNode } from 'react';
import { BrandMark } from '#components/layout/brand-mark.tsx';

export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-[360px] flex-col justify-center gap-6 px-4 py-12">
      <div className="flex items-center gap-2.5 text-lg font-semibold">
        <BrandMark className="size-6" />
        Belfry
      </div>
      {children}
    </main>
  );
}
