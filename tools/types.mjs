import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runSideBySide } from './side-by-side.mjs';

/** Packages with the same settings are one program, which reads what they share once. */
function programs(root) {
  const inBrowser = readdirSync(root).filter((name) => /^(host|remote-.+|shared-.+)$/.test(name));
  return [
    { name: 'front end', project: 'tsconfig.web.json', packages: [...inBrowser, 'tools/new-remote/template'] },
    { name: 'server', project: 'server', packages: ['server', 'server/demo', 'server/learner'] },
    { name: 'tools', project: 'tools', packages: ['tools'] },
    { name: 'e2e', project: 'e2e', packages: ['e2e'] },
  ];
}

/** Checks the programs of these packages, or all. Throws when types do not hold. */
export async function checkTypes(root, names) {
  const all = programs(root);
  const packages = all.flatMap((program) => program.packages);
  // A remote by its name too, as the other commands have it.
  const asked = names.map((name) => (packages.includes(`remote-${name}`) ? `remote-${name}` : name));
  const unknown = asked.filter((name) => !packages.includes(name));
  if (unknown.length > 0) throw new Error(`No such package: ${unknown.join(', ')}. There are: ${packages.join(', ')}.`);
  const compiler = path.join(root, 'node_modules/typescript-native/bin/tsc');
  const failed = await runSideBySide(
    all
      .filter((program) => asked.length === 0 || asked.some((name) => program.packages.includes(name)))
      .map(({ name, project }) => ({
        name,
        // More checkers would each check the libraries anew: on two cores twice the time.
        args: [compiler, '-p', path.join(root, project), '--noEmit', '--checkers', '1'],
      })),
  );
  if (failed.length > 0) throw new Error(`Types do not hold in: ${failed.join(', ')}`);
}
