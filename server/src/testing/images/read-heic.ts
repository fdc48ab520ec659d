import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads a HEIC file of 64 x 48 pixels with the colors of `QUARTERS`. `rotated` is turned by 90 degrees to the left. It also has an EXIF
 * orientation, which readers of HEIC must ignore. `odd-size` has 65 x 47 pixels.
 */
export const readHeic = (name: 'display-p3' | 'odd-size' | 'rotated' | 'transparent') =>
  readFileSync(join(__dirname, `${name}.heic`));
