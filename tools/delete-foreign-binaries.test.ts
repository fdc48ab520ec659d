import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

it('deletes libraries of other platforms from the ONNX runtime, and unused files beside the weights', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'foreign-binaries-'));
  const bin = path.join(root, 'server/learner/node_modules/onnxruntime-node/bin/napi-v6');
  const weights = path.join(root, 'server/learner/node_modules/@mediapipe/objectron');
  const script = path.join(root, 'tools/delete-foreign-binaries.mjs');
  try {
    for (const folder of [`${process.platform}/${process.arch}`, `${process.platform}/other`, 'other/x64'])
      mkdirSync(path.join(bin, folder), { recursive: true });
    mkdirSync(weights, { recursive: true });
    for (const file of ['objectron_solution_packed_assets.data', 'package.json', 'README.md', 'objectron.js'])
      writeFileSync(path.join(weights, file), '');
    mkdirSync(path.dirname(script));
    copyFileSync(path.join(__dirname, 'delete-foreign-binaries.mjs'), script);
    execFileSync(process.execPath, [script]);
    expect(readdirSync(weights).sort()).toEqual(['README.md', 'objectron_solution_packed_assets.data', 'package.json']);
    expect([readdirSync(path.join(bin, process.platform)), readdirSync(path.join(bin, 'other'))]).toEqual([[process.arch], []]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
