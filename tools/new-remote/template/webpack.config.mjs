import { fileURLToPath } from 'node:url';
import { makeRemoteConfig } from '@console/tools/webpack';

export default makeRemoteConfig({ dir: fileURLToPath(new URL('.', import.meta.url)) });
