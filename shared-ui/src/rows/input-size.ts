import { INPUT_SIZE } from '@console/shared-contract/limits';

/** Image sizes that the user can select for training: side of a square in pixels. The server refuses sizes below `invalidBelow`. */
export const INPUT_SIZES = { min: 384, max: INPUT_SIZE.max, step: 128, default: 512, invalidBelow: INPUT_SIZE.min } as const;

/** Training parameters of a task. This module changes only the image size and keeps the others. */
export type TrainingParams = Readonly<Record<string, unknown>> & {
  readonly 'detection-model'?: Readonly<Record<string, unknown>> & { readonly input_size?: number };
};

export function getInputSize(params: TrainingParams): number {
  return params['detection-model']?.input_size ?? INPUT_SIZES.default;
}

/** Returns the training parameters with a new image size; undefined without a size. */
export function withInputSize(params: TrainingParams, inputSize: number | undefined): TrainingParams | undefined {
  if (inputSize === undefined) return undefined;
  return { ...params, 'detection-model': { ...params['detection-model'], input_size: inputSize } };
}
