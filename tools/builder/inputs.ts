import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const NOT_BUILT_PATTERN = /(\.test\.tsx?|\.md)$|(^|\/)(node_modules|dist|standalone|testing)(\/|$)/;

function filesUnder(root: string, entry: string, notBuilt: RegExp): string[] {
  const full = path.join(root, entry);
  if (!existsSync(full) || notBuilt.test(entry)) return [];
  if (!statSync(full).isDirectory()) return [entry];
  return readdirSync(full).flatMap((name) => filesUnder(root, `${entry}/${name}`, notBuilt));
}

/**
 * Returns a hash of the names and contents of all files below the given paths, as 16 hexadecimal digits. Files that no build
 * reads, such as tests, are left out.
 */
export function hashInputs(root: string, entries: string[], notBuilt = NOT_BUILT_PATTERN): string {
  const hash = createHash('sha256');
  for (const file of entries.flatMap((entry) => filesUnder(root, entry, notBuilt)).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
