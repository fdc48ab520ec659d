import { bindAccount } from '../account';
import type { ApiModule } from './app';

/** Every domain of the API; each binds its own calls. */
export const apiModules: readonly ApiModule[] = [bindAccount];
