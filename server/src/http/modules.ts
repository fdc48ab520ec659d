import { bindAccount } from '../account';
import { bindRecognition } from '../recognition';
import type { ApiModule } from './app';

/** Every domain of the API; each binds its own calls. */
export const apiModules: readonly ApiModule[] = [bindAccount, bindRecognition];
