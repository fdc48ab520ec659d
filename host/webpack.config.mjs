import { fileURLToPath } from 'node:url';
import { makeHostConfig } from '@console/tools/webpack';

export default makeHostConfig({ dir: fileURLToPath(new URL('.', import.meta.url)) });
