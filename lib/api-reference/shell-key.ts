/** The placeholder of the API key in every example. A shell reads the key from the variable `KEY`. */
export const KEY = '$KEY';

/** Returns a curl command with `$KEY` in double quotes, because shells expand no variables in single quotes. */
export function withShellKey(command: string): string {
  return command.replace("'Authorization: ApiKey $KEY'", '"Authorization: ApiKey $KEY"');
}
