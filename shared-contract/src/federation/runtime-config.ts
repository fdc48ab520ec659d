import * as z from 'zod';

/** An address to link to, absolute or a path of the same origin; empty: there is none, so no link is shown. */
const Link = z.union([z.url({ protocol: /^https?$/ }), z.string().regex(/^\/(?!\/)/), z.literal('')]);

/** `/config.json`: what one build of the console needs to know of the deployment it is served by. */
export const RuntimeConfig = z.object({
  /** Base of the API without a final slash: a path of the same origin or an absolute address. */
  apiBase: z.string().min(1),
  docsUrl: Link,
  /** The provider's main app. */
  providerUrl: Link,
  environment: z.enum(['production', 'development']),
  /** Whether a tab may replace a remote's version by another one, or by one on a developer's machine. */
  overridesAllowed: z.boolean(),
});
export type RuntimeConfig = z.output<typeof RuntimeConfig>;
