import { fileURLToPath } from 'node:url';
import { makeOneBundleConfig } from '../../../tools/webpack/index.ts';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

export default makeOneBundleConfig({
  dir: here('.'),
  replaced: { 'federation/start': here('./start.ts') },
});
