import type { AttackClass } from '../harness/attack-class';
import { apiTokens } from './access/api-tokens';
import { afterLeaving } from './access/after-leaving';
import { cutConnections } from './outages/cut-connections';
import { crossTenant } from './access/cross-tenant';
import { deepJson } from './input/deep-json';
import { diskFull } from './outages/disk-full';
import { filterInjection } from './input/filter-injection';
import { fuzzedBodies } from './input/fuzzed-bodies';
import { hostNames } from './access/host-names';
import { invitations } from './access/invitations';
import { kills } from './outages/kills';
import { largeBodies } from './input/large-bodies';
import { learning } from './outages/learning';
import { massAssignment } from './access/mass-assignment';
import { openIdConnect } from './access/open-id-connect';
import { oddPages } from './input/odd-pages';
import { releases } from './input/releases';
import { roles } from './access/roles';
import { signIn } from './access/sign-in';
import { decompressionBombs } from './input/decompression-bombs';
import { ssrf } from './input/ssrf';
import { webhooks } from './input/webhooks';
import { withoutToken } from './access/without-token';

/** All attack classes in the order of execution. */
export const attackClasses: readonly AttackClass[] = [
  crossTenant,
  withoutToken,
  massAssignment,
  roles,
  invitations,
  apiTokens,
  filterInjection,
  oddPages,
  fuzzedBodies,
  deepJson,
  afterLeaving,
  ssrf,
  webhooks,
  releases,
  cutConnections,
  kills,
  diskFull,
  hostNames,
  signIn,
  openIdConnect,
  decompressionBombs,
  largeBodies,
  learning,
];
