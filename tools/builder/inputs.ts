import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const DEFAULT_EXCLUDED = /(\.test\.tsx?|\.md)$|(^|\/)(node_modules|dist|standalone|testing)(\/|$)/;

function listFiles(root: string, entry: string, excluded: RegExp): string[] {
  const fullPath = path.join(root, entry);
  if (!existsSync(fullPath) || excluded.test(entry)) return [];
  if (!statSync(fullPath).isDirectory()) return [entry];
  return readdirSync(fullPath).flatMap((name) => listFiles(root, `${entry}/${name}`, excluded));
}

/**
 * Returns a hash of the names and contents of all files below the given paths, as 16 hexadecimal digits.
 * @param excluded pattern of files to skip because the build does not read them; default: tests, documentation and output folders
 */
export function hashInputs(root: string, entries: string[], excluded = DEFAULT_EXCLUDED): string {
  const hash = createHash('sha256');
  for (const file of entries.flatMap((inputPath) => listFiles(root, inputPath, excluded)).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
