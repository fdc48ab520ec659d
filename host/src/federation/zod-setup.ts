import { config, locales } from 'zod/mini';

// Import this file before any schema is created: zod would try `new Function`, which the content security policy blocks and reports.
// The setting is global, so it also applies to the copies of zod in the remotes.
config({ jitless: true, ...locales.en() });
