// Contract code that runs in the browser. It is a separate webpack chunk, because the schemas are large.
import '../zod-setup';

export { isInRange, resolveRegistry, resolveRelease } from '@console/shared-contract/federation';
