const path = require('node:path');
const { build } = require('esbuild');

/** Bundles a worker and its imports into one script. */
module.exports = function bundleWorker() {
  const done = this.async();
  const { minify } = this.getOptions();
  build({
    entryPoints: [this.resourcePath],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    minify,
    metafile: true,
  })
    .then(({ outputFiles: [file], metafile }) => {
      for (const input of Object.keys(metafile.inputs)) this.addDependency(path.resolve(input));
      done(null, file.text);
    })
    .catch(done);
};
