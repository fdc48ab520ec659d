import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { packPackage, readPackageJson, type PackageJson } from './pack-package';

/** A package with fewer files or dependencies than the registry's package of the same version. */
interface ReducedPackage {
  packageJson: PackageJson;
  tarball: Uint8Array;
}

/** Files of jsoneditor that `shared-ui` imports. Their dependencies are bundled in these files. */
const JSON_EDITOR_FILES = /^(dist\/(jsoneditor-minimalist\.min\.js|jsoneditor\.min\.css|img\/.+)|LICENSE|NOTICE|README\.md)$/;

async function pack(dir: string, isIncluded: (file: string) => boolean, removedFields: readonly string[]) {
  const sourceFields = Object.entries(readPackageJson(dir)).filter(
    ([field]) => !['scripts', 'devDependencies', ...removedFields].includes(field),
  );
  const packageJson = Object.fromEntries(sourceFields) as unknown as PackageJson;
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .filter((file) => file !== 'package.json' && !file.startsWith('node_modules') && isIncluded(file));
  const contents = new Map(files.map((file) => [file, readFileSync(path.join(dir, file))]));
  return { packageJson, tarball: await packPackage(packageJson, contents) };
}

/**
 * Packs third-party packages without large dependencies that no remote uses. The original jsoneditor would install `ace-builds` (62 MB)
 * for its text editor, and the original Module Federation plugin would install Rspack (53 MB).
 */
export async function packReducedPackages(root: string): Promise<ReducedPackage[]> {
  const jsonEditor = path.join(root, 'shared-ui/node_modules/jsoneditor');
  const federation = realpathSync(path.join(root, 'tools/node_modules/@module-federation/enhanced'));
  return [
    await pack(jsonEditor, (file) => JSON_EDITOR_FILES.test(file), ['dependencies', 'main', 'files']),
    await pack(path.join(federation, '../rspack'), () => true, ['peerDependencies', 'peerDependenciesMeta']),
  ];
}
