import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runInParallel } from './run-in-parallel.mjs';

/** Lists the programs to type-check. Packages with the same settings form one program, so that shared packages are checked only once. */
function listPrograms(root) {
  const browserPackages = readdirSync(root).filter((name) => /^(host|remote-.+|shared-.+)$/.test(name));
  return [
    { name: 'front end', project: 'tsconfig.web.json', packages: [...browserPackages, 'tools/new-remote/template'] },
    { name: 'server', project: 'server', packages: ['server', 'server/demo', 'server/learner'] },
    { name: 'tools', project: 'tools', packages: ['tools'] },
    { name: 'e2e', project: 'e2e', packages: ['e2e', 'e2e/non-functional'] },
  ];
}

/** Type-checks the programs that contain the named packages, or all programs. Throws if a check fails. */
export async function checkTypes(root, names) {
  const allPrograms = listPrograms(root);
  const packages = allPrograms.flatMap((program) => program.packages);
  // Accept `annotate` for `remote-annotate`, as other commands do.
  const requestedPackages = names.map((name) => (packages.includes(`remote-${name}`) ? `remote-${name}` : name));
  const unknownPackages = requestedPackages.filter((name) => !packages.includes(name));
  if (unknownPackages.length > 0)
    throw new Error(`Unknown package: ${unknownPackages.join(', ')}. Available: ${packages.join(', ')}.`);
  const compiler = path.join(root, 'node_modules/typescript-native/bin/tsc');
  const failedProjects = await runInParallel(
    allPrograms
      .filter((program) => requestedPackages.length === 0 || requestedPackages.some((name) => program.packages.includes(name)))
      .map(({ name, project }) => ({
        name,
        // Use one checker. Each additional checker would check the libraries again, which takes twice as long on two cores.
        args: [compiler, '-p', path.join(root, project), '--noEmit', '--checkers', '1'],
      })),
  );
  if (failedProjects.length > 0) throw new Error(`The type check failed in: ${failedProjects.join(', ')}`);
}
