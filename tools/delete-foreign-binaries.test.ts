import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

it('deletes libraries of other platforms from the ONNX runtime, and unused files beside the weights', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'foreign-binaries-'));
  const binFolder = path.join(root, 'server/learner/node_modules/onnxruntime-node/bin/napi-v6');
  const weightsFolder = path.join(root, 'server/learner/node_modules/@mediapipe/objectron');
  const scriptFile = path.join(root, 'tools/delete-foreign-binaries.mjs');
  try {
    for (const folder of [`${process.platform}/${process.arch}`, `${process.platform}/other`, 'other/x64'])
      mkdirSync(path.join(binFolder, folder), { recursive: true });
    mkdirSync(weightsFolder, { recursive: true });
    for (const file of ['objectron_solution_packed_assets.data', 'package.json', 'README.md', 'objectron.js'])
      writeFileSync(path.join(weightsFolder, file), '');
    mkdirSync(path.dirname(scriptFile));
    copyFileSync(path.join(__dirname, 'delete-foreign-binaries.mjs'), scriptFile);
    execFileSync(process.execPath, [scriptFile]);
    expect(readdirSync(weightsFolder).sort()).toEqual(['README.md', 'objectron_solution_packed_assets.data', 'package.json']);
    expect([readdirSync(path.join(binFolder, process.platform)), readdirSync(path.join(binFolder, 'other'))]).toEqual([
      [process.arch],
      [],
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
