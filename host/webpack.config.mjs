import { fileURLToPath } from 'node:url';
import { createHostConfig } from '@console/tools/webpack';

export default createHostConfig({ dir: fileURLToPath(new URL('.', import.meta.url)) });
