/** The dashboard page of environment variables. */
const VARIABLES_PATH = '/settings/environment-variables';

/**
 * Returns the address at which the page opens the form of a variable, or the form of a new variable with this key. `environment` is the
 * slug of the environment whose value gets the focus.
 */
export function variableAddress(key: string, environment?: string): string {
  return `${VARIABLES_PATH}?${new URLSearchParams({ variable: key, ...(environment && { in: environment }) })}`;
}

/** Returns the key of the environment variable that an expression such as `env.SHOP_URL` names. */
export function variableKeyOf(expression: string | undefined): string | undefined {
  const [root, key, ...rest] = expression?.split('.') ?? [];
  return root === 'env' && key && rest.length === 0 ? key : undefined;
}
