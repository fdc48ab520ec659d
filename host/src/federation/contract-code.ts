// The code of the contract that runs in the browser, in a chunk of its own.
import './zod-setup';

export { inRange, resolveRegistry, resolveRelease } from '@console/shared-contract/federation';
