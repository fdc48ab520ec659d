import { api } from '@console/shared-auth';
import type { QualitySettings } from '@console/shared-contract/api';
import { Caption1, makeStyles, tokens } from '@console/shared-ui/basics';
import { SliderControl, SwitchControl } from '@console/shared-ui/choices';
import { EditDialog, TextAreaControl } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { qualityMessages } from './quality-messages';
import { useMemberCount } from './quality.queries';

const MAX_USERS_PER_ITEM = 4;
const LABELS = {
  todo_number: qualityMessages.todo,
  randomize: qualityMessages.randomize,
  auto_complete: qualityMessages.autoComplete,
  instructions: qualityMessages.instructions,
  review_share: qualityMessages.reviewShare,
};

const useStyles = makeStyles({
  group: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    border: 'none',
    margin: 0,
    padding: 0,
    minWidth: 0,
  },
  heading: { padding: 0, marginBlockEnd: tokens.spacingVerticalS, fontWeight: tokens.fontWeightSemibold },
});

/** Dialog that changes the quality settings of the workspace. Sends only what the user has changed. */
export function EditQualityDialog({ settings, onClose }: { settings: QualitySettings; onClose: () => void }) {
  const styles = useStyles();
  const members = useMemberCount();
  const write = useWrite({
    send: (body: Partial<QualitySettings>) => api.call('PUT /annotate/v2/quality-settings/', { body }),
    success: { title: qualityMessages.saved },
    failure: qualityMessages.saveFailed,
    failureIn: 'form',
    changes: () => [{ topic: 'jobs' }],
  });
  const pickChanged = (values: QualitySettings): Partial<QualitySettings> =>
    Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== settings[name as keyof QualitySettings]));
  return (
    <EditDialog<QualitySettings>
      title={qualityMessages.edit}
      submitLabel={qualityMessages.save}
      initial={settings}
      labels={LABELS}
      onSubmit={(values) => write.send(pickChanged(values))}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <fieldset className={styles.group}>
            <legend className={styles.heading}>{qualityMessages.newJobs}</legend>
            <Caption1 block>{qualityMessages.newJobsHint}</Caption1>
            <SliderControl
              control={control}
              name="todo_number"
              label={qualityMessages.todo}
              min={1}
              max={MAX_USERS_PER_ITEM}
              hint={(usersPerItem) =>
                members !== undefined && usersPerItem > members ? qualityMessages.tooFewMembers(members) : undefined
              }
            />
            <SwitchControl control={control} name="randomize" label={qualityMessages.randomize} />
            <SwitchControl control={control} name="auto_complete" label={qualityMessages.autoComplete} />
            <TextAreaControl
              control={control}
              name="instructions"
              label={qualityMessages.instructions}
              hint={qualityMessages.instructionsHint}
              rows={4}
            />
          </fieldset>
          <fieldset className={styles.group}>
            <legend className={styles.heading}>{qualityMessages.review}</legend>
            <SliderControl
              control={control}
              name="review_share"
              label={qualityMessages.reviewShare}
              hint={qualityMessages.reviewHint}
              min={5}
              max={100}
              step={5}
            />
          </fieldset>
        </>
      )}
    </EditDialog>
  );
}
