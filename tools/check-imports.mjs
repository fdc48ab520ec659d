// `node --import tsx tools/check-imports.mjs FOLDER...` checks the rules of .dependency-cruiser.cjs, and that folders do not import each
// other in cycles (ADR 0022). Both checks use one pass over the sources.
import { cruise, format } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { findFolderCycles } from './folder-cycles.ts';

const options = await extractOptions('./.dependency-cruiser.cjs');
const { output: result } = await cruise(process.argv.slice(2), options, undefined, {
  tsConfig: extractTsConfig(options.tsConfig.fileName),
});
const { output, exitCode } = await format(result, { outputType: 'err-long' });
console.log(output);
const cycles = findFolderCycles(result.modules.filter(({ source }) => !source.startsWith('node_modules/')));
for (const cycle of cycles) console.error(`error folders import each other in a cycle: ${cycle.join(' → ')}`);
process.exitCode = exitCode > 0 || cycles.length > 0 ? 1 : 0;
