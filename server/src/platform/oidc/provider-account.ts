import { z } from 'zod';
import type { OidcSettings } from '../config';

/** The user of the identity provider who signs in. */
export interface ProviderAccount {
  issuer: string;
  /** Identifies the user at the issuer. Emails and names may change, and may get another owner. */
  subject: string;
  /** In lower case. Null if the provider does not send a valid email. */
  email: string | null;
  /** Whether the provider has verified that the email belongs to the user. */
  isEmailVerified: boolean;
  /** The name to show. Null if the provider sends none. */
  name: string | null;
  groups: readonly string[];
  idToken: string;
}

const OptionalText = z.string().trim().min(1).optional().catch(undefined);
const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(320)
    .regex(/^[^\s@,;<>"]+@[^\s@,;<>"]+$/)
    .optional()
    .catch(undefined),
  // Some providers send this claim as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  name: OptionalText,
  preferred_username: OptionalText,
});
const Groups = z.union([z.array(z.string()), z.string().transform((group) => [group])]).catch([]);

/** Reads the account from the claims of the ID token and of the provider's response about the user. */
export function parseClaims(
  claims: Record<string, unknown>,
  { groupsClaim }: Pick<OidcSettings, 'groupsClaim'>,
  idToken: string,
): ProviderAccount {
  const { iss, sub, email, email_verified: isEmailVerified = false, name, preferred_username: username } = Claims.parse(claims);
  return {
    issuer: iss,
    subject: sub,
    email: email ?? null,
    isEmailVerified,
    idToken,
    name: name ?? username ?? null,
    groups: Groups.parse(claims[groupsClaim]),
  };
}
