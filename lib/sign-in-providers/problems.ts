/** The reasons why a sign-in through a provider is rejected, as the query of the sign-in page names them. */
const signInProblems = {
  expired: 'This sign-in has expired or was already used. Start again.',
  disabled: 'This sign-in provider is turned off. Use another way, or contact an owner or admin.',
  cancelled: 'The provider did not confirm your sign-in.',
  unreachable: 'The provider did not respond as expected. Try again, or contact an owner or admin.',
  invalid: 'The provider’s response is not valid, so you are not signed in. Contact an owner or admin.',
  unverified: 'The provider did not confirm your email address. Verify it there, then sign in again.',
  domain: 'Addresses of this domain may not sign in through this provider. Contact an owner or admin.',
  not_member: 'You are not a member. An owner or admin can send you an invitation link.',
  other_organization: 'This address belongs to a member of another organization. Contact an owner or admin.',
  other_identity: 'Your account is linked to another identity of this provider. Contact an owner or admin.',
  owner: 'Owners sign in with their password here, until an owner allows this provider for owners.',
  required: 'Your organization requires sign-in through its provider.',
} as const;

export type SignInProblem = keyof typeof signInProblems;

/** Thrown if a sign-in through a provider is rejected. */
export class SignInRejection extends Error {
  override readonly name = 'SignInRejection';
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, cause?: unknown) {
    super(signInProblems[problem], { cause });
    this.problem = problem;
  }
}

/** Returns the text for a problem in the query of the sign-in page. Undefined for an unknown problem. */
export function problemText(problem: string | undefined): string | undefined {
  return problem !== undefined && Object.hasOwn(signInProblems, problem)
    ? signInProblems[problem as SignInProblem]
    : undefined;
}
