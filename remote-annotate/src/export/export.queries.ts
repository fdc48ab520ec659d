import { api, type CallOptions } from '@console/shared-auth';
import type { ExportFormat, ExportOffer, ExportShapes } from '@console/shared-contract/api';
import { toSelectionBody, type ImageSelection } from '../exchange/image-selection';

export interface ExportValues {
  format: ExportFormat;
  shapes: ExportShapes;
  pictures: boolean;
  onlyVerified: boolean;
  split: 'none' | 'test' | 'shares';
  /** Percentages as typed by the user. */
  train: string;
  val: string;
  test: string;
  seed: string;
}

type ExportRequest = NonNullable<CallOptions<'POST /recognition/v2/training-image/export'>['body']>;

/** Requests an export and returns the URL of its zip file. */
export function requestExport(source: ImageSelection | { version: string }, values: ExportValues): Promise<ExportOffer> {
  const split: ExportRequest['split'] =
    values.split === 'shares'
      ? {
          by: 'shares',
          train: Number(values.train),
          val: Number(values.val),
          test: Number(values.test),
          seed: Number(values.seed),
        }
      : { by: values.split };
  const { format, shapes, pictures, onlyVerified } = values;
  const body = { format, shapes, pictures, only_verified: onlyVerified, split };
  const selectionBody: Partial<ExportRequest> = 'version' in source ? { version: source.version } : toSelectionBody(source);
  return api.call('POST /recognition/v2/training-image/export', { body: { ...body, ...selectionBody } });
}
