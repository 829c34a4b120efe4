import { CliError, runMain } from './cli-error.ts';
import { adoptRunning, localOrigin, readEnvironment } from './instance.ts';

/**
 * `npm run password -- <email>`: prints a link with which a member chooses a new password, for an owner whom no other
 * member can help. Belfry keeps running.
 */
await runMain(async () => {
  const [email] = process.argv.slice(2);
  if (!email) throw new CliError('Name the member: npm run password -- owner@example.com');
  const env = adoptRunning(readEnvironment());
  const { createPasswordResetFor } = await import('#lib/password-resets/service.ts');
  const { disconnect } = await import('#lib/postgres/db.ts');
  const made = await createPasswordResetFor(email).finally(disconnect);
  if (!made) throw new CliError(`${email} is not a member.`);
  console.log(`Open this link within 24 hours to choose a new password for ${made.email}. It works once.\n`);
  console.log(`  ${env.PUBLIC_URL ?? localOrigin(env)}${made.path}`);
});
