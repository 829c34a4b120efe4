import { z } from 'zod';
import {
  CreateSignInProviderBody,
  DEFAULT_JOINING_ROLE,
  DEFAULT_SCOPES,
  JOINING_ROLES,
  type SignInProvider,
} from '#lib/sign-in-providers/schema.ts';

/** The fields of the form. Lists are text, as people type them. */
export interface ProviderValues {
  name: string;
  issuer: string;
  clientId: string;
  /** Empty: the stored client secret stays. */
  clientSecret: string;
  emailDomains: string;
  createsMembers: boolean;
  defaultRole: SignInProvider['defaultRole'];
  ownersAllowed: boolean;
  scopes: string;
}

const fields = CreateSignInProviderBody.shape;

/** Validates with the schemas of the API, so that each problem is shown at its field. */
export function providerForm(provider: SignInProvider | undefined) {
  return z
    .object({
      ...{ name: fields.name, issuer: fields.issuer, clientId: fields.clientId },
      clientSecret: provider ? z.string() : fields.clientSecret,
      ...{ emailDomains: z.string(), scopes: z.string() },
      ...{ createsMembers: z.boolean(), defaultRole: z.enum(JOINING_ROLES), ownersAllowed: z.boolean() },
    })
    .superRefine((values, ctx) => {
      const report = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
      for (const name of ['emailDomains', 'scopes'] as const) {
        const [issue] = fields[name].safeParse(listOf(values[name])).error?.issues ?? [];
        if (issue) report(name, issue.message);
      }
      if (values.createsMembers && listOf(values.emailDomains).length === 0)
        report('emailDomains', 'must name the email domains whose users become members');
      if (provider && values.issuer !== provider.issuer && values.clientSecret === '')
        report('clientSecret', 'is required for another issuer');
    }) as unknown as z.ZodType<ProviderValues, ProviderValues>;
}

/** Returns the body of a new provider, or of a change. */
export function bodyOf({ clientSecret, emailDomains, scopes, ...values }: ProviderValues) {
  return {
    ...values,
    emailDomains: listOf(emailDomains),
    scopes: listOf(scopes),
    ...(clientSecret !== '' && { clientSecret }),
  };
}

export function valuesOf(provider: SignInProvider | undefined): ProviderValues {
  return {
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    emailDomains: provider?.emailDomains.join(', ') ?? '',
    createsMembers: provider?.createsMembers ?? false,
    defaultRole: provider?.defaultRole ?? DEFAULT_JOINING_ROLE,
    ownersAllowed: provider?.ownersAllowed ?? false,
    scopes: (provider?.scopes ?? DEFAULT_SCOPES).join(' '),
  };
}

/** Splits at spaces and commas. */
function listOf(text: string): string[] {
  return text.split(/[\s,]/).filter((entry) => entry !== '');
}
