import type { AttackClass } from '../frame/attempt';
import { afterLeaving } from './after-leaving';
import { crossTenant } from './cross-tenant';
import { deepJson } from './deep-json';
import { diskFull } from './disk-full';
import { hostNames } from './host-names';
import { largeBodies } from './large-bodies';
import { massAssignment } from './mass-assignment';
import { signIn } from './sign-in';
import { pictureBombs } from './picture-bombs';
import { withoutToken } from './without-token';

/** In the order they are run. */
export const attackClasses: readonly AttackClass[] = [
  crossTenant,
  withoutToken,
  massAssignment,
  deepJson,
  afterLeaving,
  diskFull,
  hostNames,
  signIn,
  pictureBombs,
  largeBodies,
];
