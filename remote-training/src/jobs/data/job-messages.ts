const formatCount = (count: number, singular: string, plural: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`;

/** Messages of /jobs about the list, its confirmations and Manage. */
export const jobMessages = {
  title: 'Jobs',
  list: 'Jobs',
  search: 'Search jobs',
  noneMatch: 'No jobs match this search.',
  none: 'No jobs for you! Enjoy free time!',
  startWork: 'Start Work',
  type: { image: 'Image', similarity: 'Similarity' },
  done: 'Done',
  progress: (done: number, total: number) => `${done} of ${total} done`,
  create: 'New job',
  edit: 'Edit',
  delete: 'Delete',
  deleteTitle: 'Are you sure you want to delete selected job?!',
  deleteFailed: 'Unable to delete job!',
  complete: 'Complete Job',
  completeText: 'Are you sure you want to complete selected job? This will also verify all images within job.',
  reopen: 'Completed: reopen',
  manage: 'Manage',
  manageJob: 'Job',
  manageSearch: 'Search by name',
  manageHint: { image: 'Add images to the job, or remove them.', similarity: 'Add groups to the job, or remove them.' },
  managePick: 'Select a job here or in the table to add images or groups to it.',
  manageNone: 'No jobs yet.',
  manageUnknown: "This job doesn't exist in this workspace.",
  manageNoGroups: "This workspace doesn't have the similarity service, so you can't add groups to this job.",
  groupsBrowser: 'The groups browser',
  state: 'State',
  states: { all: 'All jobs', open: 'Open', mine: 'Open for me', done: 'Done' },
  noneInState: 'No jobs in this state.',
  shortId: (id: string) => `Id ${id.slice(0, 8)}…`,
  assignedTo: (usernames: string) => `For ${usernames}`,
  deleteItems: (items: number, done: number, type: 'image' | 'similarity') =>
    items === 0
      ? 'The job has no items.'
      : `The job has ${formatCount(items, 'item', 'items')}, ${done.toLocaleString('en')} done. The record of who did them and all remarks are deleted. The ${type === 'image' ? 'images' : 'groups'} stay in the workspace.`,
  deleted: 'Job was deleted!',
  deletedText: (name: string, items: number) => `${name}, with ${formatCount(items, 'item', 'items')}.`,
  tabs: { items: 'Items', people: 'People', agreement: 'Agreement', remarks: 'Remarks' },
  tabList: 'About the job',
  report: 'The job report',
  loading: 'Loading the report',
} as const;
