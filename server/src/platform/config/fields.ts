import { z } from 'zod';

/** A boolean setting: `on`, `off` or a synonym such as `yes`, `true` or `0`. */
export const flag = (defaultValue: boolean) =>
  z
    .string()
    .optional()
    .transform((value, context) => {
      if (value === undefined || value === '') return defaultValue;
      if (/^(1|on|yes|true)$/i.test(value)) return true;
      if (/^(0|off|no|false)$/i.test(value)) return false;
      context.addIssue({ code: 'custom', message: 'must be on or off' });
      return z.NEVER;
    });

/** An integer setting. */
export const integer = (defaultValue: number, min: number, max: number) =>
  z.coerce.number({ error: 'must be a number' }).int('must be a whole number').min(min).max(max).default(defaultValue);

export const commaSeparatedList = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((text) => text.trim())
      .filter(Boolean),
  );

export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
/** A URL to which paths are appended. Removes final slashes. */
export const baseUrl = httpUrl.transform((url) => url.replace(/\/+$/, ''));

/** Thrown for invalid settings. The message has one line per setting. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Parses the settings of a schema. An empty variable counts as missing. Throws ConfigError. */
export function readSettings<T>(schema: z.ZodType<T>, environment: NodeJS.ProcessEnv): T {
  const result = schema.safeParse(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')));
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
}
