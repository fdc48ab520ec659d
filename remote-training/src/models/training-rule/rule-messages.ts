import type { Promotion, TrainingRule } from '@console/shared-contract/api';
import { formatCount } from '@console/shared-ui/format';

const promotions: Record<Promotion, string> = {
  newest: 'A new model is always used.',
  manual: 'A new model is used when a user selects it.',
  better: 'A new model is used if it is better on the TEST images.',
  not_worse: 'A new model is used unless it is worse on the TEST images.',
};

/** Messages of the rule that starts trainings and chooses the model in use. */
export const ruleMessages = {
  title: 'Automatic training',
  off: 'This task is trained only when a user starts a training.',
  trained: (triggers: readonly string[]) => `The task is trained ${triggers.join(', or ')}.`,
  triggers: ({ after_job, every_pictures, schedule }: TrainingRule) => [
    ...(after_job ? ['when a job is complete'] : []),
    ...(every_pictures === null ? [] : [`after ${formatCount(every_pictures, 'new verified image', 'new verified images')}`]),
    ...(schedule ? [schedule === 'daily' ? 'every day' : 'every week'] : []),
  ],
  promotions,
  loadFailed: "Couldn't load the automatic training.",
  state: ({ new_pictures }: TrainingRule, last: string | null) =>
    last === null
      ? `${formatCount(new_pictures, 'verified image', 'verified images')} to train on.`
      : `${formatCount(new_pictures, 'image was', 'images were')} verified after the last training on ${last}.`,
  change: 'Change automatic training',
  save: 'Save',
  saved: 'Automatic training saved',
  failed: "Couldn't save the automatic training.",
  afterJob: 'Train when a job is complete',
  everyPictures: 'Train after this number of new verified images',
  everyPicturesHint: 'Leave this field empty to turn off this condition.',
  everyPicturesInvalid: 'Enter a whole number from 1 to 1,000,000, or leave the field empty.',
  schedule: 'Train regularly',
  schedules: [
    { value: '', label: 'No' },
    { value: 'daily', label: 'Every day' },
    { value: 'weekly', label: 'Every week' },
  ],
  promotion: 'Model in use',
  hint: 'A training starts only if images were verified after the last training and the annotations have changed since then. It uses the settings of the task. You get a notice when it ends. Earlier models can always be used again.',
  awaits: 'This model has not replaced the model in use. To use it, choose “Use this model”.',
} as const;
