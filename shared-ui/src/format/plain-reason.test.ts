import { toPlainReason } from './plain-reason';

test.each([
  ['customer_product_id: is too long', 'Customer product id is too long.'],
  ['meta_data: is larger than 256 kB', 'Metadata is larger than 256 kB.'],
  ['base64: is not a readable image', 'The file is not a readable image.'],
  ['url: must start with https://', 'The URL must start with https://.'],
  ['records.0._base64: is not base64', 'The file is not base64.'],
  ['items.3.name: must have 2 to 255 characters', 'Name must have 2 to 255 characters.'],
  ['id: the label does not have values', 'The label does not have values.'],
  ['labels: not a valid id', 'Labels: not a valid id.'],
  ['This image already exists in the workspace, image ID: 1f', 'This image already exists in the workspace, image ID: 1f'],
  ['There is no trained model for this task.', 'There is no trained model for this task.'],
])('toPlainReason converts %j to %j', (reason, text) => expect(toPlainReason(reason)).toBe(text));
