/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // The front does it, with Brotli too.
  compress: false,
  reactStrictMode: true,
  devIndicators: false,
  turbopack: { root: import.meta.dirname },
  // Types are checked by `npm run check`, which `npm test` runs too.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    'pg',
    'pg-boss',
    'pino',
    'prom-client',
    '@prisma/adapter-pg',
    '@prisma/client',
    'better-auth',
    'nodemailer',
    'undici',
  ],
};
