import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** As lib/front/embedded.ts, for Next alone and in development. */
const embedded = (cacheControl) => [
  { key: 'access-control-allow-origin', value: '*' },
  { key: 'cross-origin-resource-policy', value: 'cross-origin' },
  { key: 'cache-control', value: cacheControl },
];

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // The front does it, with Brotli too.
  compress: false,
  reactStrictMode: true,
  devIndicators: false,
  turbopack: { root: import.meta.dirname },
  // Filling the cache takes a fifth of a build, so the first start does without; who builds again gains from it.
  experimental: { turbopackFileSystemCacheForBuild: existsSync(join(import.meta.dirname, '.next', 'BUILD_ID')) },
  headers: async () => [
    { source: '/embed/:file*', headers: embedded('public, max-age=300, must-revalidate') },
    {
      source: '/embed/:name-:hash([0-9a-f]{12}).js',
      headers: embedded('public, max-age=31536000, immutable'),
    },
  ],
  // Types are checked by `npm run check`, which `npm test` runs too.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    'pg',
    'pino',
    'prom-client',
    '@prisma/adapter-pg',
    '@prisma/client',
    'better-auth',
    'nodemailer',
    'tinypool',
    'undici',
  ],
};
