import { readFileSync } from 'node:fs';
import { AssignableRole } from '@console/shared-contract/api';
import { z } from 'zod';
import { type baseUrl, ConfigError, flag, httpUrl, integer } from './fields';
import { getHostName, isLoopback } from './names';

/** The role that the members of a group get in a workspace. */
export interface GroupMapping {
  group: string;
  /** Id of the workspace. */
  workspace: string;
  role: AssignableRole;
}

/** An identity provider, at which users sign in by OpenID Connect. */
export interface OidcSettings {
  /** Exactly as in the provider's discovery document. */
  issuer: string;
  clientId: string;
  /** Null for a public client. */
  clientSecret: string | null;
  /** For the button "Sign in with ...". */
  name: string;
  /** Separated by spaces. */
  scopes: string;
  /** The claim with the list of the user's groups. */
  groupsClaim: string;
  /** Null if groups give no memberships. */
  groups: readonly GroupMapping[] | null;
  /** Whether a user signs in to the existing account with the same email, if the provider has verified it. */
  linkAccounts: boolean;
  /** Whether emails count as verified for new accounts, although the provider does not say so. */
  trustEmails: boolean;
  clockToleranceSeconds: number;
  /** Maximum duration of a session, even if it is in use. */
  sessionHours: number;
}

const GroupMappings = z
  .array(
    z.strictObject({
      group: z.string().min(1, 'must not be empty'),
      workspace: z.uuid('must be the id of a workspace (npm run admin -- list)'),
      role: AssignableRole,
    }),
  )
  .min(1, 'must have at least one mapping');

const GROUPS_EXAMPLE = '[{"group": "annotators", "workspace": "ID", "role": "annotator"}]';

export const oidcFields = {
  OIDC_ISSUER: httpUrl.refine(isSecure, 'must be an https URL').optional(),
  OIDC_CLIENT_ID: z.string().trim().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().trim().min(1).max(40, 'must have at most 40 characters').default('single sign-on'),
  OIDC_SCOPES: z
    .string()
    .trim()
    .default('openid email profile')
    .refine((scopes) => scopes.split(/\s+/).includes('openid'), 'must contain openid'),
  OIDC_GROUPS_CLAIM: z.string().trim().min(1).default('groups'),
  OIDC_GROUPS: z.string().trim().optional().transform(parseGroups),
  OIDC_LINK_ACCOUNTS: flag(false),
  OIDC_TRUST_EMAILS: flag(false),
  OIDC_CLOCK_TOLERANCE_SECONDS: integer(30, 1, 300),
  OIDC_SESSION_HOURS: integer(12, 1, 8760),
  PASSWORD_SIGN_IN: flag(true),
  EMERGENCY_ACCOUNT: z.string().trim().toLowerCase().includes('@', { message: 'must be the email of an account' }).optional(),
};
type OidcEnvironment = z.output<z.ZodObject<typeof oidcFields>> & { PUBLIC_URL?: z.output<typeof baseUrl> };

/** Whether nobody between this server and the URL can read or change what is sent: https, or a local host name. */
function isSecure(url: string): boolean {
  return URL.canParse(url) && (url.startsWith('https:') || isLoopback(getHostName(new URL(url).host)));
}

/** Parses the mappings of groups from JSON, or from the JSON file with this path. */
function parseGroups(value: string | undefined, context: z.RefinementCtx): GroupMapping[] | undefined {
  if (value === undefined) return undefined;
  const addIssue = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  let json: unknown;
  try {
    json = JSON.parse(value.startsWith('[') ? value : readFileSync(value, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return addIssue(`must be JSON such as ${GROUPS_EXAMPLE}, or the path of a file with it: ${reason}`);
  }
  const result = GroupMappings.safeParse(json);
  if (result.success) return result.data;
  return addIssue(
    result.error.issues
      .map(({ path: [index, field], message }) =>
        typeof index === 'number'
          ? `mapping ${index + 1}${field === undefined ? '' : `, ${String(field)}`}: ${message}`
          : message,
      )
      .join('; '),
  );
}

/** Returns the settings of the identity provider, or null if none are set. Throws ConfigError if only some are set. */
export function getOidcSettings(env: OidcEnvironment): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = env;
  if (!issuer) {
    if (clientId || env.OIDC_CLIENT_SECRET || env.OIDC_GROUPS)
      throw new ConfigError('OIDC_ISSUER: is required with OIDC_CLIENT_ID');
    return null;
  }
  if (!clientId) throw new ConfigError('OIDC_CLIENT_ID: is required with OIDC_ISSUER');
  // The provider knows this URL, and it must not depend on the host name of a request.
  if (!env.PUBLIC_URL)
    throw new ConfigError('PUBLIC_URL: is required with OIDC_ISSUER, because the provider returns users to it');
  return {
    issuer,
    clientId,
    clientSecret: env.OIDC_CLIENT_SECRET ?? null,
    name: env.OIDC_NAME,
    scopes: env.OIDC_SCOPES,
    groupsClaim: env.OIDC_GROUPS_CLAIM,
    groups: env.OIDC_GROUPS ?? null,
    linkAccounts: env.OIDC_LINK_ACCOUNTS,
    trustEmails: env.OIDC_TRUST_EMAILS,
    clockToleranceSeconds: env.OIDC_CLOCK_TOLERANCE_SECONDS,
    sessionHours: env.OIDC_SESSION_HOURS,
  };
}

/** Throws ConfigError if nobody could sign in while the identity provider does not respond. */
export function checkPasswordSignIn(env: OidcEnvironment): void {
  if (env.PASSWORD_SIGN_IN) return;
  if (!env.OIDC_ISSUER) throw new ConfigError('OIDC_ISSUER: is required with PASSWORD_SIGN_IN=off, or nobody could sign in');
  if (!env.EMERGENCY_ACCOUNT)
    throw new ConfigError(
      'EMERGENCY_ACCOUNT: is required with PASSWORD_SIGN_IN=off: the email of the account that can sign in while the identity provider is down',
    );
}
