/** The path of the dashboard page of environment variables. */
const VARIABLES_PATH = '/settings/environment-variables';

/**
 * Returns the address of the page with the form of a variable open. If the key does not exist, the form is for a new
 * variable. `environment` is the slug of the environment whose value gets the focus.
 */
export function variableAddress(key: string, environment?: string): string {
  return `${VARIABLES_PATH}?${new URLSearchParams({ variable: key, ...(environment && { in: environment }) })}`;
}

/** Returns the key of the environment variable that an expression such as `env.SHOP_URL` names. */
export function variableKeyOf(expression: string | undefined): string | undefined {
  const [root, key, ...rest] = expression?.split('.') ?? [];
  return root === 'env' && key && rest.length === 0 ? key : undefined;
}
