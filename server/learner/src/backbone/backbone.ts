import { readFileSync } from 'node:fs';
import type { GraphBuilder } from '../onnx/graph';
import { convertBackbone } from './convert-backbone';
import { readLiteModel } from './tflite';

/**
 * File with the weights: SSD-MobileNetV2, trained on Open Images V4, as packed by MediaPipe's Objectron (Apache License
 * 2.0, ADR 0054). Its first 184 bytes are a list of labels. The package version is pinned because this offset depends on it.
 */
const PACKED_WEIGHTS = '@mediapipe/objectron/objectron_solution_packed_assets.data';
const WEIGHTS_OFFSET = 184;

/** The layers of the backbone that serve as features: tensor name, side of a cell in pixels, and number of channels. */
export const TAPS = {
  s4: { tensor: 'expanded_conv_2/add', stride: 4, channels: 24 },
  s8: { tensor: 'expanded_conv_5/add', stride: 8, channels: 32 },
  s16: { tensor: 'expanded_conv_12/add', stride: 16, channels: 96 },
  s32: { tensor: 'expanded_conv_15/add', stride: 32, channels: 160 },
} as const;
/** Name of a layer in TAPS. */
export type Tap = keyof typeof TAPS;

/** Licence notice for every file that contains these weights. */
export const BACKBONE_NOTICE = [
  'The backbone is SSD-MobileNetV2 trained on Open Images V4 (object_detection_ssd_mobilenetv2_oidv4_fp16),',
  'Copyright The MediaPipe Authors, from the npm package @mediapipe/objectron by Google,',
  'under the Apache License 2.0; its layers were converted to ONNX.',
].join('\n');

/** Whether the package with the weights is installed. */
export function isBackboneInstalled(): boolean {
  try {
    require.resolve(PACKED_WEIGHTS);
    return true;
  } catch {
    return false;
  }
}

/** Reads the TensorFlow Lite file with the weights. */
export const readWeightsFile = (): Buffer => readFileSync(require.resolve(PACKED_WEIGHTS)).subarray(WEIGHTS_OFFSET);

/** Adds the backbone to a graph and returns its feature values by tap. `image` names a value of 1 x H x W x 3 with RGB from 0 to 255. */
export function addBackbone(graph: GraphBuilder, image: string): Record<Tap, string> {
  const file = readWeightsFile();
  const scaledImage = graph.addNode('Mul', [image, graph.addScalar(2 / 255)]);
  const centredImage = graph.addNode('Sub', [scaledImage, graph.addScalar(1)]);
  const input = graph.addNode('Transpose', [centredImage], { perm: [0, 3, 1, 2] });
  const outputs = convertBackbone(readLiteModel(file), graph, input);
  const taps = Object.entries(TAPS).map(([tap, { tensor }]) => {
    const tensorName = [...outputs].find(([name]) => name.endsWith(tensor))?.[1];
    if (tensorName === undefined) throw new Error(`The backbone has no ${tensor}`);
    return [tap, tensorName];
  });
  return Object.fromEntries(taps) as Record<Tap, string>;
}
