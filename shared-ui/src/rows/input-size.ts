import { INPUT_SIZE } from '@console/shared-contract/limits';

/** Side lengths in pixels of the square images that the user can select for training. The server refuses sizes below `invalidBelow`. */
export const INPUT_SIZES = { min: 384, max: INPUT_SIZE.max, step: 128, default: 512, invalidBelow: INPUT_SIZE.min } as const;

/** Training parameters of a task. The interface changes only `input_size`, the image size. */
export type TrainingParams = Readonly<Record<string, unknown>> & {
  readonly 'detection-model'?: Readonly<Record<string, unknown>> & { readonly input_size?: number };
};

export function getInputSize(params: TrainingParams): number {
  return params['detection-model']?.input_size ?? INPUT_SIZES.default;
}

/** Returns the training parameters with a new image size. Returns undefined if `inputSize` is undefined. */
export function withInputSize(params: TrainingParams, inputSize: number | undefined): TrainingParams | undefined {
  if (inputSize === undefined) return undefined;
  return { ...params, 'detection-model': { ...params['detection-model'], input_size: inputSize } };
}
