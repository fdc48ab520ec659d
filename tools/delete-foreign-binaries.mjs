// Deletes unused files of installed packages. The ONNX runtime contains libraries for all platforms (288 MB), of which a machine needs
// only one. The package with pretrained weights also contains a browser program and models that are not used (33 MB, ADR 0054).
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The files of `@mediapipe/objectron` that are used: the weights, and the files that state their license. */
const WEIGHTS_FILES = ['objectron_solution_packed_assets.data', 'package.json', 'README.md'];

/** Deletes the unused files of the package with the pretrained weights. */
function deleteUnusedWeightsFiles(modulesFolder) {
  const folder = path.join(modulesFolder, '@mediapipe', 'objectron');
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder).filter((name) => !WEIGHTS_FILES.includes(name))) rmSync(path.join(folder, file));
}

/**
 * Deletes unused files of the package with the pretrained weights, and the libraries of other platforms from the installed ONNX runtime.
 * @param {string} root folder of the repository
 * @returns {boolean} false if the library of this platform is missing, because an install on another platform deleted it
 */
export function deleteForeignBinaries(root, { platform, arch } = process) {
  const modulesFolder = path.join(root, 'server', 'learner', 'node_modules');
  deleteUnusedWeightsFiles(modulesFolder);
  const binFolder = path.join(modulesFolder, 'onnxruntime-node', 'bin');
  if (!existsSync(binFolder)) return true;
  const folders = readdirSync(binFolder).flatMap((version) =>
    readdirSync(path.join(binFolder, version)).flatMap((system) =>
      readdirSync(path.join(binFolder, version, system)).map((cpu) => ({ version, system, cpu })),
    ),
  );
  const isNeeded = ({ system, cpu }) => system === platform && cpu === arch;
  // If libraries for several other platforms exist, none was deleted before, so the ONNX runtime does not support this platform.
  if (!folders.some(isNeeded)) return folders.length > 1;
  for (const { version, system, cpu } of folders.filter((folder) => !isNeeded(folder)))
    rmSync(path.join(binFolder, version, system, cpu), { recursive: true });
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  deleteForeignBinaries(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'));
