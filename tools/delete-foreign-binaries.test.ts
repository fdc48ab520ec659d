import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

it('deletes the libraries of other platforms from the ONNX runtime', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'foreign-binaries-'));
  const bin = path.join(root, 'server/learner/node_modules/onnxruntime-node/bin/napi-v6');
  const script = path.join(root, 'tools/delete-foreign-binaries.mjs');
  try {
    for (const folder of [`${process.platform}/${process.arch}`, `${process.platform}/other`, 'other/x64'])
      mkdirSync(path.join(bin, folder), { recursive: true });
    mkdirSync(path.dirname(script));
    copyFileSync(path.join(__dirname, 'delete-foreign-binaries.mjs'), script);
    execFileSync(process.execPath, [script]);
    expect([readdirSync(path.join(bin, process.platform)), readdirSync(path.join(bin, 'other'))]).toEqual([[process.arch], []]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
