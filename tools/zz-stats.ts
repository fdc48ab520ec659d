import webpack from 'webpack';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { writeFileSync } from 'node:fs';
async function main() {
  const folder = process.argv[2]!;
  const mod = await import(pathToFileURL(path.resolve(folder, 'webpack.config.mjs')).href);
  const config = await mod.default;
  config.cache = false; config.devtool = false; config.output.path = '/tmp/stats-out';
  webpack(config, (err, stats) => {
    if (err) throw err;
    const j = stats!.toJson({ all: false, chunks: true, chunkModules: true, modules: true, nestedModules: true, chunkModulesSpace: 1e6, modulesSpace: 1e6, nestedModulesSpace: 1e6, ids: true, assets: true });
    writeFileSync(process.argv[3]!, JSON.stringify(j));
    console.log('ok', stats!.hasErrors());
  });
}
void main();
