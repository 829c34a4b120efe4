import { localOrigin } from '#lib/env.ts';
import { CliError, runMain } from './cli-error.ts';
import { adoptRunning, readEnvironment } from './instance.ts';

const RESET_TWO_STEP = '--reset-two-step';

/**
 * Runs `npm run password -- <email>`: prints a link with which a member chooses a new password, for an owner whom no
 * other member can help. With `--reset-two-step`, also turns off the member's two-step sign-in. Belfry may keep
 * running.
 */
await runMain(async () => {
  const given = process.argv.slice(2);
  const [email] = given.filter((argument) => argument !== RESET_TWO_STEP);
  if (!email) throw new CliError('Name the member: npm run password -- owner@example.com');
  const env = adoptRunning(readEnvironment());
  const { createPasswordResetFor } = await import('#lib/password-resets/service.ts');
  const { disconnect } = await import('#lib/postgres/db.ts');
  const { userWithTwoStep } = await import('#lib/two-step/check.ts');
  const { resetTwoStepFor } = await import('#lib/two-step/reset.ts');
  const work = async () => {
    const made = await createPasswordResetFor(email);
    if (!made) throw new CliError(`${email} is not a member.`);
    const wasReset = given.includes(RESET_TWO_STEP) && (await resetTwoStepFor(email));
    return { made, wasReset, needsCode: (await userWithTwoStep(email)) !== undefined };
  };
  const { made, wasReset, needsCode } = await work().finally(disconnect);
  console.log(`Open this link within 24 hours to choose a new password for ${made.email}. The link works once.\n`);
  console.log(`  ${env.PUBLIC_URL ?? localOrigin(env)}${made.path}`);
  if (wasReset) console.log('\nTwo-step sign-in is off now.');
  if (needsCode)
    console.log(
      `\nSign-in still requires a code. If the user has lost the authenticator app and all recovery codes, run this command again with ${RESET_TWO_STEP}.`,
    );
});
