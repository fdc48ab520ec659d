/** Interface text of the services of a workspace. */
export const serviceMessages = {
  recognition: 'Recognition',
  'custom-object-detection': 'Detection',
  'custom-segmentation': 'Segmentation',
  annotate: 'Annotation jobs',
  flows: 'Flows',
  'custom-similarity': 'Similarity',
  'products-management': 'Products management',
};
