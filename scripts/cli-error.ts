/** A problem that the user can solve. Only its message is shown, without a stack. */
export class CliError extends Error {
  override name = 'Failure';
}

/** Runs a script's main function. A CliError is printed as its message, any other error with its stack. Both exit with code 1. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const known = error instanceof Error && (error.name === 'Failure' || error.name === 'EnvError');
    console.error(known ? error.message : error);
    process.exit(1);
  }
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
