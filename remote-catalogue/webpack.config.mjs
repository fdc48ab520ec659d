import { fileURLToPath } from 'node:url';
import { createRemoteConfig } from '@console/tools/webpack';

export default createRemoteConfig({ dir: fileURLToPath(new URL('.', import.meta.url)) });
