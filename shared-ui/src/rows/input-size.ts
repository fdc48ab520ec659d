import { INPUT_SIZE } from '@console/shared-contract/limits';

/** Side of the square that a model learns from, in pixels; below `invalidBelow` the server refuses it. */
export const INPUT_SIZES = { min: 384, max: INPUT_SIZE.max, step: 128, default: 512, invalidBelow: INPUT_SIZE.min } as const;

/** A task's training parameters, as the API has them: others than the size are left as they are. */
export type TrainingParams = Readonly<Record<string, unknown>> & {
  readonly 'detection-model'?: Readonly<Record<string, unknown>> & { readonly input_size?: number };
};

export function getInputSize(params: TrainingParams): number {
  return params['detection-model']?.input_size ?? INPUT_SIZES.default;
}

/** What an update sends; nothing where the size was not asked for. */
export function withInputSize(params: TrainingParams, inputSize: number | undefined): TrainingParams | undefined {
  if (inputSize === undefined) return undefined;
  return { ...params, 'detection-model': { ...params['detection-model'], input_size: inputSize } };
}
