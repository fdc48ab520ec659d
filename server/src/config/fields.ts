import { z } from 'zod';

/** `on` or `off` and their likes. */
export const flag = (whenAbsent: boolean) =>
  z
    .string()
    .optional()
    .transform((value, context) => {
      if (value === undefined || value === '') return whenAbsent;
      if (/^(1|on|yes|true)$/i.test(value)) return true;
      if (/^(0|off|no|false)$/i.test(value)) return false;
      context.addIssue({ code: 'custom', message: 'must be on or off' });
      return z.NEVER;
    });

export const whole = (whenAbsent: number, min: number, max: number) =>
  z.coerce.number({ error: 'must be a number' }).int('must be a whole number').min(min).max(max).default(whenAbsent);

/** Words between commas. */
export const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );

export const link = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
/** The address of something to which paths are added. */
export const base = link.transform((url) => url.replace(/\/+$/, ''));

/** Thrown with one line for each setting that cannot be used. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** The settings that the schema names; an empty one counts as absent. Throws ConfigError. */
export function readSettings<T>(schema: z.ZodType<T>, environment: NodeJS.ProcessEnv): T {
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')));
  if (parsed.success) return parsed.data;
  throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
}
