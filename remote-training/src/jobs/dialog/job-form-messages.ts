import { NAME_LENGTH } from '@console/shared-contract/limits';
import { formatCount } from '@console/shared-ui/format';
import { messages } from '../../messages';

/** Messages of the dialog that creates or edits a job. */
export const jobFormMessages = {
  createTitle: 'New job',
  editTitle: 'Edit job',
  create: 'Create',
  save: 'Save',
  name: 'Name',
  nameTooShort: 'Enter at least 3 letters',
  nameTooLong: `Enter at most ${NAME_LENGTH.max} characters`,
  description: 'Description',
  descriptionHint: 'At least 10 letters, so that others know what to do.',
  todo: messages.columns.todo,
  tooFewAssignees: (assignees: number) =>
    `This job has ${formatCount(assignees, 'assignee', 'assignees')}, so its items could never be completed. Select at most ${assignees.toLocaleString('en')}, or add assignees.`,
  tooFewMembers: (members: number) =>
    `This workspace has ${formatCount(members, 'member', 'members')}. Items are not completed until it has more.`,
  randomize: 'Random order',
  autoComplete: 'Auto-complete',
  blind: 'Annotators work independently',
  blindHint: {
    image:
      'Annotators do not see the annotations of others until the image is complete, and with several annotators per item, they access only what their jobs contain while the job is open. When its only annotator is done or all of its annotators agree, their work replaces the annotations of the image. Otherwise a reviewer decides. You can change this setting until an annotator has started.',
    similarity:
      'Annotators do not see which members others add and remove. When the only annotator of a group is done or all of its annotators agree, their changes take effect. Otherwise a reviewer decides. Only members with the role annotator get groups, and they access only what their jobs contain while the job is open. You can change this setting until an annotator has started.',
  },
  goldFeedback: 'Feedback on gold items',
  goldFeedbackTries: (tries: number) =>
    tries === 0 ? 'None' : tries === 1 ? 'Once per gold item' : `Up to ${tries} times per gold item`,
  goldFeedbackHint:
    'Annotators see what is missing, extra, misplaced or has a wrong label, and can correct their work or appeal. This tells them that the item is gold, so they never get it again. Only the first try counts for the score.',
  extraThreshold: 'Ask an additional annotator below an agreement of (%)',
  noExtraPeople: 'No additional annotator is asked.',
  extraNeedsTwo: 'Only jobs with at least 2 annotators per item can ask an additional one.',
  maxPeople: 'Maximum annotators per item',
  maxPeopleTooFew: 'Select more than the number of annotators per item.',
  type: 'Type',
  tasks: 'Recognition tasks',
  addTask: 'Add a task',
  noTasks: 'This workspace has no recognition tasks.',
  /** Screen readers announce this after the name of the task. */
  removeTask: 'Detach',
  flow: 'Flow',
  noFlow: 'No flow',
  created: 'Job was successfuly created!',
  updated: 'Job was successfuly updated!',
  createFailed: 'Unable to create job!',
  updateFailed: 'Unable to update job!',
  changedByOther: 'Another user has changed this job. Check the values and save again.',
  notAttached: "Some tasks or the flow couldn't be attached. Edit the job to try again.",
  assigneesHint: 'If you select nobody, everybody can work on this job.',
  addAssignee: 'Add an assignee',
  noMembers: 'This workspace has no other members.',
  removeAssignee: 'Remove',
  instructions: 'Instructions',
  instructionsHint: 'Markdown, shown on the work page.',
  doneLabel: 'Label for completed items',
  noDoneLabel: 'No label',
  duplicateName: 'A job with this name already exists.',
  assignees: 'Assignees',
} as const;
