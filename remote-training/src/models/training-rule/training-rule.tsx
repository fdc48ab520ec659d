import { useCanCall } from '@console/shared-auth';
import type { ModelDomain, Promotion, TrainingRule as Rule } from '@console/shared-contract/api';
import {
  Button,
  Caption1,
  formatDateTime,
  makeStyles,
  Subsection,
  Text,
  tokens,
  useRestoreFocusTarget,
} from '@console/shared-ui/basics';
import { SelectControl, SwitchControl } from '@console/shared-ui/choices';
import { EditDialog, TextControl } from '@console/shared-ui/forms';
import { QueryState, useFocusRestoration, useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { getModelChanges, saveTrainingRule, useTrainingRule, type RuleFields } from '../models.queries';
import { ruleMessages as messages } from './rule-messages';

const PROMOTIONS: readonly Promotion[] = ['newest', 'manual', 'better', 'not_worse'];
const MAX_PICTURES = 1_000_000;
const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
});

/** When a task is trained automatically, and which model is used, with a dialog to change it. Hidden with older servers. */
export function TrainingRule({ domain, task: taskId }: { domain: ModelDomain; task: string }) {
  const query = useTrainingRule(domain, taskId);
  if (query.data === null || (query.data === undefined && !query.error)) return null;
  return (
    <Subsection title={messages.title}>
      <QueryState query={query} failed={messages.loadFailed}>
        {(rule) => rule && <LoadedRule domain={domain} task={taskId} rule={rule} />}
      </QueryState>
    </Subsection>
  );
}

function LoadedRule({ domain, task, rule }: Omit<RuleDialogProps, 'onClose'>) {
  const styles = useStyles();
  const canChange = useCanCall<'PUT /annotate/v2/training-rule/'>('train');
  const [isOpen, setOpen] = useState(false);
  // Return the focus to the button that opens this dialog. Otherwise, Fluent would focus the button that opened the parent dialog.
  const restoreFocus = useRestoreFocusTarget();
  const triggers = messages.triggers(rule);
  return (
    <>
      <Text>{triggers.length > 0 ? messages.trained(triggers) : messages.off}</Text>
      <Text>{messages.promotions[rule.promotion]}</Text>
      <Caption1>{messages.state(rule, rule.last_training && formatDateTime(rule.last_training))}</Caption1>
      {canChange && (
        <div className={styles.line}>
          <Button {...restoreFocus} onClick={() => setOpen(true)}>
            {messages.change}
          </Button>
        </div>
      )}
      {isOpen && <RuleDialog domain={domain} task={task} rule={rule} onClose={() => setOpen(false)} />}
    </>
  );
}

interface RuleDialogProps {
  domain: ModelDomain;
  task: string;
  rule: Rule;
  onClose: () => void;
}

interface RuleDraft {
  promotion: string;
  afterJob: boolean;
  imageInterval: string;
  schedule: string;
}

function RuleDialog({ domain, task: taskId, rule, onClose }: RuleDialogProps) {
  // Restore the focus on close. Otherwise, the parent dialog would stay hidden from assistive technology.
  useFocusRestoration();
  const write = useWrite({
    send: (fields: RuleFields) => saveTrainingRule(domain, taskId, fields),
    success: { title: messages.saved },
    failure: messages.failed,
    failureIn: 'form',
    changes: () => getModelChanges(domain),
  });
  return (
    <EditDialog<RuleDraft>
      title={messages.change}
      submitLabel={messages.save}
      initial={{
        promotion: rule.promotion,
        afterJob: rule.after_job,
        imageInterval: rule.every_pictures === null ? '' : String(rule.every_pictures),
        schedule: rule.schedule ?? '',
      }}
      onSubmit={(draft) => write.send(toFields(draft))}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <SwitchControl control={control} name="afterJob" label={messages.afterJob} />
          <TextControl
            control={control}
            name="imageInterval"
            label={messages.everyPictures}
            hint={() => messages.everyPicturesHint}
            validate={(text) => isImageCount(text) || messages.everyPicturesInvalid}
          />
          <SelectControl control={control} name="schedule" label={messages.schedule} choices={messages.schedules} />
          <SelectControl
            control={control}
            name="promotion"
            label={messages.promotion}
            choices={PROMOTIONS.map((value) => ({ value, label: messages.promotions[value] }))}
          />
          <Caption1>{messages.hint}</Caption1>
        </>
      )}
    </EditDialog>
  );
}

const isImageCount = (text: string) => text.trim() === '' || (/^[1-9]\d*$/.test(text.trim()) && Number(text) <= MAX_PICTURES);

const toFields = ({ promotion, afterJob, imageInterval, schedule }: RuleDraft): RuleFields => ({
  promotion: PROMOTIONS.find((option) => option === promotion) ?? 'newest',
  after_job: afterJob,
  every_pictures: imageInterval.trim() === '' ? null : Number(imageInterval),
  schedule: schedule === 'daily' || schedule === 'weekly' ? schedule : null,
});
