import { z } from 'zod';
import { ConfigError } from './fields';

/** The SMTP server through which emails are sent. */
export interface MailSettings {
  /** With credentials and options, such as `smtp://user:password@mail.example:587?requireTLS=true`. */
  url: string;
  /** The sender, such as `Console <console@mail.example>`. */
  from: string;
}

export const mailFields = {
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(/^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, 'must be an email, such as Console <console@mail.example>')
    .optional(),
};
type MailEnvironment = z.output<z.ZodObject<typeof mailFields>> & { PUBLIC_URL?: string };

/** Returns the settings of emails, or null if none are set. Throws ConfigError if only some are set. */
export function getMailSettings({ SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: publicUrl }: MailEnvironment): MailSettings | null {
  if (!url && !from) return null;
  if (!url) throw new ConfigError('SMTP_URL: is required with MAIL_FROM');
  if (!from) throw new ConfigError('MAIL_FROM: is required with SMTP_URL');
  // A link in an email must not depend on the host name of the request that caused it.
  if (!publicUrl) throw new ConfigError('PUBLIC_URL: is required with SMTP_URL, because emails contain links');
  return { url, from };
}
