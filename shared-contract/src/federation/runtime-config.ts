import * as z from 'zod';

/** URL of a link: absolute, or a path of the same origin. If the text is empty, no link is shown. */
const Link = z.union([z.url({ protocol: /^https?$/ }), z.string().regex(/^\/(?!\/)/), z.literal('')]);

/** Content of `/config.json`: the settings of the deployment that serves this build of the console. */
export const RuntimeConfig = z.object({
  /** Base of the API without a final slash: a path of the same origin or an absolute URL. */
  apiBase: z.string().min(1),
  docsUrl: Link,
  /** URL of the main application of the provider. */
  providerUrl: Link,
  environment: z.enum(['production', 'development']),
  /** Whether a tab may override a remote with another version or with a development build. */
  overridesAllowed: z.boolean(),
  /** Whether the server sends emails, for example for password resets. Older servers omit this field. */
  sendsMail: z.boolean().optional(),
  /** The identity provider at which users sign in. Missing if there is none. */
  identityProvider: z.object({ name: z.string() }).optional(),
  /** False if only the emergency account signs in with a password. */
  passwordSignIn: z.boolean().optional(),
});
export type RuntimeConfig = z.output<typeof RuntimeConfig>;
