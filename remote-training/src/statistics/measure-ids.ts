/** Ids of the measures in the order of the columns. */
export const MEASURE_IDS = [
  'items_done',
  'active_seconds',
  'seconds_per_item',
  'images_verified',
  'shapes_created',
  'shapes_changed',
  'shapes_deleted',
  'labels_set',
  'items_sent_back',
  'found_wrong',
] as const;
export type MeasureId = (typeof MEASURE_IDS)[number];

/** Ids of the measures that can be added up, so that a chart of days can show them. */
export const CHART_MEASURES = MEASURE_IDS.filter((id) => id !== 'seconds_per_item');
