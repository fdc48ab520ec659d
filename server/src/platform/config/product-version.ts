import { version } from '../../../../package.json';

/** The version of the product, from the package.json of the repository. */
export const PRODUCT_VERSION = version;
