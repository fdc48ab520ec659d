import { fileURLToPath } from 'node:url';
import { createOneBundleConfig } from '../../../../../tools/webpack/index.ts';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

export default createOneBundleConfig({
  dir: here('.'),
  replacements: { 'federation/start': here('./start.ts') },
});
