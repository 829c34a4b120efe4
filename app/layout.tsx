import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { fontClass } from '#components/layout/fonts.ts';
import { Providers } from '#components/layout/providers.tsx';
import { firstPaint } from '#lib/api/prefetch.ts';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Belfry', template: '%s · Belfry' },
  description: 'Notification delivery',
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafafc' },
    { media: '(prefers-color-scheme: dark)', color: '#0d0d11' },
  ],
};

/** Rendered per request, because the nonces of the content security policy do not reach prerendered pages. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection();
  const jar = await cookies();
  const first = await firstPaint();
  const theme = jar.get('theme')?.value;
  return (
    <html
      lang="en"
      data-theme={theme === 'light' || theme === 'dark' ? theme : undefined}
      data-zone={first.isChosen ? first.zone : undefined}
      data-density={jar.get('density')?.value === 'compact' ? 'compact' : undefined}
      className={fontClass}
    >
      <body>
        <Providers first={first}>{children}</Providers>
      </body>
    </html>
  );
}
