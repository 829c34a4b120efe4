/** Returns a curl command whose shell replaces `$KEY`, which it does in double quotes only. */
export function withShellKey(command: string): string {
  return command.replace("'Authorization: ApiKey $KEY'", '"Authorization: ApiKey $KEY"');
}
