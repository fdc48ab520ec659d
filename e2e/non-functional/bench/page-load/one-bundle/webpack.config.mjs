import { fileURLToPath } from 'node:url';
import { createOneBundleConfig } from '../../../../../tools/webpack/index.ts';

const resolveFile = (file) => fileURLToPath(new URL(file, import.meta.url));

export default createOneBundleConfig({
  dir: resolveFile('.'),
  replacements: { 'federation/start': resolveFile('./start.ts') },
});
