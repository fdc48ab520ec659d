import type { BoxData, BoxShape } from '../../editor/model/types';

export const BOX_A: BoxData = [10, 10, 60, 60];
export const BOX_B: BoxData = [100, 100, 160, 160];
export const BOX_C: BoxData = [200, 200, 260, 260];

/** A box that a user draws. */
export const createDraft = (data: BoxData, labelId = 'cat') => ({ kind: 'object', labelId, data }) as const;

/** A box that the server has. */
export const createLoadedBox = (id: string, data: BoxData, version = 1): BoxShape => ({
  kind: 'object',
  id,
  serverId: id,
  version,
  labelId: 'cat',
  data,
  metaData: {},
});

/** The fields of a box in a request. */
export const createObjectFields = (data: BoxData, label = 'cat') => ({ data, detection_label: { id: label }, meta_data: {} });
