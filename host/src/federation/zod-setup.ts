import { config, locales } from 'zod/mini';

// Runs before any schema is created: zod would try `new Function`, which the content security policy blocks and reports. The
// setting is global, so it applies to the copies of zod in the remotes, too.
config({ jitless: true, ...locales.en() });
