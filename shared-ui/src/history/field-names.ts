/** Names to show for columns of the change log. For other columns, `toFieldName` derives a name. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  test_image: 'TEST image',
  test_group: 'TEST group',
  real: 'Real background',
  data: 'Shape',
  meta_data: 'Metadata',
  img_width: 'Width',
  img_height: 'Height',
  detection_label_id: 'Label',
  segmentation_label_id: 'Label',
  mark_done_label_id: 'Label of completed items',
  negative_for_task: 'Negative label of the task',
  product_set_id: 'Set',
  collection_id: 'Collection',
  todo_number: 'Annotators per item',
  extra_threshold: 'Agreement below which an additional annotator is asked (%)',
  max_people: 'Maximum annotators per item',
  review_share: 'Images to review (%)',
  train_status: 'State of the training',
  training_params: 'Training settings',
  json_data: 'Steps',
  type_id: 'Type',
  user_id: 'User',
  requested_by: 'Started by',
  item_link: 'Link',
};

/** Returns the name to show for a field of the change log, such as `Label`, `Metadata: aisle` or `occluded` (an attribute). */
export function toFieldName(field: string): string {
  const [column = '', ...keys] = field.split('.');
  if (column === 'attributes' && keys.length > 0) return keys.join('.');
  const words = column.replace(/_id$/, '').replaceAll('_', ' ');
  const name = FIELD_NAMES[column] ?? words.charAt(0).toUpperCase() + words.slice(1);
  return keys.length > 0 ? `${name}: ${keys.join('.')}` : name;
}

const USER_FIELDS = ['user_id', 'created_by', 'requested_by', 'verified_by'];

/** Whether a field contains the id of a user. */
export const isUserField = (field: string): boolean => USER_FIELDS.includes(field);
