// The package of the ONNX runtime contains its libraries for all platforms (288 MB), of which each needs one (ADR 0054).
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Deletes the libraries of other platforms from the installed ONNX runtime.
 * @param {string} root folder of the repository
 * @returns {boolean} false if the library of this platform was deleted, because another platform has used the folder
 */
export function deleteForeignBinaries(root, { platform, arch } = process) {
  const bin = path.join(root, 'server', 'learner', 'node_modules', 'onnxruntime-node', 'bin');
  if (!existsSync(bin)) return true;
  const folders = readdirSync(bin).flatMap((version) =>
    readdirSync(path.join(bin, version)).flatMap((system) =>
      readdirSync(path.join(bin, version, system)).map((cpu) => ({ version, system, cpu })),
    ),
  );
  const isNeeded = ({ system, cpu }) => system === platform && cpu === arch;
  // A package that still has several platforms, but not this one, does not support it.
  if (!folders.some(isNeeded)) return folders.length > 1;
  for (const { version, system, cpu } of folders.filter((folder) => !isNeeded(folder)))
    rmSync(path.join(bin, version, system, cpu), { recursive: true });
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  deleteForeignBinaries(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'));
