// `npm run notices`: writes THIRD_PARTY_NOTICES.md.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatNotices, NOTICES_FILE } from './format-notices';

const root = path.resolve(__dirname, '..', '..');
writeFileSync(path.join(root, NOTICES_FILE), formatNotices(root));
console.log(`${NOTICES_FILE} was updated.`);
