import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const NOT_BUILT = /(\.test\.tsx?|\.md)$|(^|\/)(node_modules|dist|standalone|testing)(\/|$)/;

function filesUnder(root: string, entry: string, notBuilt: RegExp): string[] {
  const full = path.join(root, entry);
  if (!existsSync(full) || notBuilt.test(entry)) return [];
  if (!statSync(full).isDirectory()) return [entry];
  return readdirSync(full).flatMap((name) => filesUnder(root, `${entry}/${name}`, notBuilt));
}

/** Hash of names and contents of the files under these paths, those that no build reads left out; 16 hexadecimal digits. */
export function hashInputs(root: string, entries: string[], notBuilt = NOT_BUILT): string {
  const hash = createHash('sha256');
  for (const file of entries.flatMap((entry) => filesUnder(root, entry, notBuilt)).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
