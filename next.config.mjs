import { existsSync } from 'node:fs';
import { join } from 'node:path';

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
