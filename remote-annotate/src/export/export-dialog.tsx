import type { ExportFormat, ExportShapes } from '@console/shared-contract/api';
import { makeStyles, Text, TextField, tokens, useNotify } from '@console/shared-ui/basics';
import { SelectField, SwitchField } from '@console/shared-ui/choices';
import { Controller, EditDialog, type Control } from '@console/shared-ui/forms';
import { downloadFile, useWrite } from '@console/shared-ui/pages';
import { browserMessages } from '../browser/data/browser-messages';
import type { Taken } from '../exchange/taken';
import { exportMessages as words } from './export-messages';
import { requestExport, type ExportValues } from './export.queries';

const useStyles = makeStyles({
  shares: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(88px, 1fr))',
    gap: tokens.spacingHorizontalM,
    // The default width of an input is 20 characters.
    '& .fui-Input': { minWidth: 0 },
    '& input': { width: '100%', minWidth: 0 },
  },
  limits: { color: tokens.colorNeutralForeground3 },
});

const FORMATS: readonly ExportFormat[] = ['coco', 'yolo', 'voc', 'csv', 'folders', 'console'];
const SHAPES: readonly ExportShapes[] = ['boxes', 'polygons'];
const SPLITS = ['none', 'test', 'shares'] as const;

const initial: ExportValues = {
  format: 'coco',
  shapes: 'boxes',
  pictures: true,
  onlyVerified: false,
  split: 'none',
  train: '80',
  val: '10',
  test: '10',
  seed: '1',
};

export interface ExportDialogProps {
  /** The source of the export: the listed images, the selected images or a dataset version. */
  what: Taken | { version: string; name: string; total: number; deleted: number };
  onClose: () => void;
}

function about(what: ExportDialogProps['what']): string {
  if ('version' in what) return words.whatOfVersion(what.total, what.deleted);
  return 'images' in what ? words.whatSelected(what.total) : words.what(what.total);
}

/** Asks for the format and content of an export. Mount a new instance each time the dialog opens. */
export function ExportDialog({ what, onClose }: ExportDialogProps) {
  const styles = useStyles();
  const notify = useNotify();
  const write = useWrite({
    send: async (values: ExportValues) => {
      const { address, images } = await requestExport(what, values);
      downloadFile(address);
      notify.success({ title: words.started, text: words.startedImages(images) });
    },
    failure: words.failed,
    failureIn: 'form',
  });

  return (
    <EditDialog<ExportValues>
      title={'version' in what ? words.versionTitle(what.name) : browserMessages.export.title}
      submitLabel={words.submit}
      initial={initial}
      onSubmit={write.send}
      onClose={onClose}
    >
      {({ control, watch }) => {
        const [format, split, ...shares] = watch(['format', 'split', 'train', 'val', 'test']);
        return (
          <>
            <Text>{about(what)}</Text>
            <Controller
              control={control}
              name="format"
              render={({ field }) => (
                <SelectField
                  label={words.format}
                  choices={FORMATS.map((value) => ({ value, label: words.formats[value] }))}
                  value={field.value}
                  onChange={field.onChange}
                />
              )}
            />
            <Text className={styles.limits} aria-live="polite">
              {words.limits[format]}
            </Text>
            {(format === 'coco' || format === 'yolo') && (
              <Controller
                control={control}
                name="shapes"
                render={({ field }) => (
                  <SelectField
                    label={words.shapes.label}
                    choices={SHAPES.map((value) => ({ value, label: words.shapes[value] }))}
                    value={field.value}
                    onChange={field.onChange}
                  />
                )}
              />
            )}
            <Controller
              control={control}
              name="split"
              render={({ field }) => (
                <SelectField
                  label={words.split.label}
                  choices={SPLITS.map((value) => ({ value, label: words.split[value] }))}
                  value={field.value}
                  onChange={field.onChange}
                />
              )}
            />
            {split === 'shares' && <Shares control={control} sum={shares.reduce((sum, share) => sum + Number(share), 0)} />}
            {format !== 'folders' && (
              <Controller
                control={control}
                name="pictures"
                render={({ field }) => <SwitchField label={words.pictures} value={field.value} onChange={field.onChange} />}
              />
            )}
            <Controller
              control={control}
              name="onlyVerified"
              render={({ field }) => <SwitchField label={words.onlyVerified} value={field.value} onChange={field.onChange} />}
            />
          </>
        );
      }}
    </EditDialog>
  );
}

const isWhole = (text: string, most: number) => /^\d+$/.test(text.trim()) && Number(text) <= most;
const MOST_SEED = 2_147_483_647;

/** Fields for the percentage of each split. */
function Shares({ control, sum }: { control: Control<ExportValues>; sum: number }) {
  const styles = useStyles();
  const fields = [
    ['train', words.split.train],
    ['val', words.split.val],
    ['test', words.split.testShare],
  ] as const;
  return (
    <div className={styles.shares}>
      {fields.map(([name, label]) => (
        <Controller
          key={name}
          control={control}
          name={name}
          rules={{
            validate: (text) => (!isWhole(text, 100) ? words.split.notWhole : sum === 100 || words.split.notHundred(sum)),
          }}
          render={({ field, fieldState }) => <TextField label={label} error={fieldState.error?.message} {...field} />}
        />
      ))}
      <Controller
        control={control}
        name="seed"
        rules={{ validate: (text) => isWhole(text, MOST_SEED) || words.split.notSeed }}
        render={({ field, fieldState }) => <TextField label={words.split.seed} error={fieldState.error?.message} {...field} />}
      />
    </div>
  );
}
