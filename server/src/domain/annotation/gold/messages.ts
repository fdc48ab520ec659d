/** Error messages of the calls for gold-standard items. */
export const messages = {
  needsLayers: 'needs a job in which annotators work independently, because they would see the annotations of gold items',
  domainDoesNotFitJob: 'must be similarity for similarity jobs, and another one for image jobs',
  jobIsDone: 'cannot change, because the job is completed',
  noGoldItemsInUse: 'must have gold items, because the job has none in use',
  taskRequiresDomain: 'must be sent together with the domain',
} as const;
