import { createHash } from 'node:crypto';
import { readWeightsFile } from './backbone';

it('the installed weights have the hash of the file that MediaPipe publishes', () => {
  // The hash is in third_party/external_files.bzl of google-ai-edge/mediapipe.
  expect(createHash('sha256').update(readWeightsFile()).digest('hex')).toBe(
    'd0a5255bf8c4f5a0bc4240741a76c41d5e939f7655078f945f50ab53a9375da6',
  );
});
