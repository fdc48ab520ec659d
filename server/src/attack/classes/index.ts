import type { AttackClass } from '../frame/attempt';
import { afterLeaving } from './after-leaving';
import { cutConnections } from './cut-connections';
import { crossTenant } from './cross-tenant';
import { deepJson } from './deep-json';
import { diskFull } from './disk-full';
import { filterInjection } from './filter-injection';
import { fuzzedBodies } from './fuzzed-bodies';
import { hostNames } from './host-names';
import { kills } from './kills';
import { largeBodies } from './large-bodies';
import { learning } from './learning';
import { massAssignment } from './mass-assignment';
import { oddPages } from './odd-pages';
import { releases } from './releases';
import { signIn } from './sign-in';
import { pictureBombs } from './picture-bombs';
import { ssrf } from './ssrf';
import { withoutToken } from './without-token';

/** All attack classes in the order of execution. */
export const attackClasses: readonly AttackClass[] = [
  crossTenant,
  withoutToken,
  massAssignment,
  filterInjection,
  oddPages,
  fuzzedBodies,
  deepJson,
  afterLeaving,
  ssrf,
  releases,
  cutConnections,
  kills,
  diskFull,
  hostNames,
  signIn,
  pictureBombs,
  largeBodies,
  learning,
];
