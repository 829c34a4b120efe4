/** Something a person can put right: its message is the whole of what they see, one message and no stack. */
export class CliError extends Error {
  override name = 'Failure';
}

/** Runs a script's main function: a Failure is printed as its message, anything else with its stack; exit code 1 both times. */
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
