// Publishes a release in a separate process: `publish PLACE NAME VERSION`. PLACE is a build folder or bucket settings as JSON.
import { createPublication, readBuiltRelease } from '../../operations/releases';
import type { BucketLocation } from '../../platform/config/releases';
import { createBucketStore } from '../../operations/releases/bucket/bucket-store';
import { createFolderStore } from '../../operations/releases/folder/folder-store';
import { createReleaseFiles } from './release-samples';

const [location = '', name = '', version = ''] = process.argv.slice(2);
const store = location.startsWith('{') ? createBucketStore(JSON.parse(location) as BucketLocation) : createFolderStore(location);
const files = createReleaseFiles(version, { name });
createPublication(files, readBuiltRelease(files, name, version), new Date())
  .then((publication) => store.publish(publication, { action: `publish ${name} ${version}`, by: 'a test' }))
  .catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
