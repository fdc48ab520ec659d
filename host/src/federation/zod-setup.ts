import { config, locales } from 'zod/mini';

// Before any schema is made: zod tries `new Function` then, which the page's policy forbids and reports each time. The
// setting is global, so it serves the copies of zod in the remotes too.
config({ jitless: true, ...locales.en() });
