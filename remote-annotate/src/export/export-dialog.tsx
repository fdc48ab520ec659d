import type { ExportFormat, ExportShapes } from '@console/shared-contract/api';
import { makeStyles, Text, tokens, useNotify } from '@console/shared-ui/basics';
import { SelectControl, SelectField, SwitchControl } from '@console/shared-ui/choices';
import { Controller, type Control, EditDialog, TextControl } from '@console/shared-ui/forms';
import { downloadFile, useWrite } from '@console/shared-ui/pages';
import { browserMessages } from '../browser/data/browser-messages';
import type { ImageSelection } from '../exchange/image-selection';
import { exportMessages as texts } from './export-messages';
import { requestExport, type ExportValues } from './export.queries';

const useStyles = makeStyles({
  shares: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(88px, 1fr))',
    gap: tokens.spacingHorizontalM,
    // Let inputs shrink: their default width is 20 characters.
    '& .fui-Input': { minWidth: 0 },
    '& input': { width: '100%', minWidth: 0 },
  },
  limits: { color: tokens.colorNeutralForeground3 },
});

const FORMATS: readonly ExportFormat[] = [
  'coco',
  'yolo',
  'voc',
  'cvat',
  'labelstudio',
  'labelme',
  'dota',
  'csv',
  'folders',
  'console',
];
const SHAPES_BY_FORMAT: Partial<Record<ExportFormat, readonly ExportShapes[]>> = {
  coco: ['boxes', 'polygons', 'skeletons'],
  yolo: ['boxes', 'rotated_boxes', 'polygons', 'skeletons'],
};
const SPLITS = ['none', 'test', 'shares'] as const;

const initialValues: ExportValues = {
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

interface ExportDialogProps {
  /** The source of the export: the listed images, the selected images or a dataset version. */
  source: ImageSelection | { version: string; name: string; total: number; deleted: number };
  onClose: () => void;
}

function describeSource(source: ExportDialogProps['source']): string {
  if ('version' in source) return texts.whatOfVersion(source.total, source.deleted);
  return 'images' in source ? texts.selected(source.total) : texts.allMatching(source.total);
}

/** Asks for the format and content of an export. Mount a new instance each time the dialog opens. */
export function ExportDialog({ source, onClose }: ExportDialogProps) {
  const styles = useStyles();
  const notify = useNotify();
  const exportWrite = useWrite({
    send: async (values: ExportValues) => {
      const { address, images } = await requestExport(source, values);
      downloadFile(address);
      notify.success({ title: texts.started, text: texts.startedImages(images) });
    },
    failure: texts.failed,
    failureIn: 'form',
  });

  return (
    <EditDialog<ExportValues>
      title={'version' in source ? texts.versionTitle(source.name) : browserMessages.export.title}
      submitLabel={texts.submit}
      initial={initialValues}
      onSubmit={exportWrite.send}
      onClose={onClose}
    >
      {({ control, watch }) => {
        const [format, split, ...shares] = watch(['format', 'split', 'train', 'val', 'test']);
        const shapes = SHAPES_BY_FORMAT[format];
        return (
          <>
            <Text>{describeSource(source)}</Text>
            <SelectControl
              control={control}
              name="format"
              label={texts.format}
              choices={FORMATS.map((value) => ({ value, label: texts.formats[value] }))}
            />
            <Text className={styles.limits} aria-live="polite">
              {texts.limits[format]}
            </Text>
            {shapes && (
              <Controller
                control={control}
                name="shapes"
                render={({ field }) => (
                  <SelectField
                    label={texts.shapes.label}
                    choices={shapes.map((value) => ({ value, label: texts.shapes[value] }))}
                    value={shapes.includes(field.value) ? field.value : 'boxes'}
                    onChange={field.onChange}
                  />
                )}
              />
            )}
            <SelectControl
              control={control}
              name="split"
              label={texts.split.label}
              choices={SPLITS.map((value) => ({ value, label: texts.split[value] }))}
            />
            {split === 'shares' && <SplitFields control={control} sum={shares.reduce((sum, share) => sum + Number(share), 0)} />}
            {format !== 'folders' && <SwitchControl control={control} name="pictures" label={texts.pictures} />}
            <SwitchControl control={control} name="onlyVerified" label={texts.onlyVerified} />
          </>
        );
      }}
    </EditDialog>
  );
}

const isWholeNumber = (text: string, max: number) => /^\d+$/.test(text.trim()) && Number(text) <= max;
const MAX_SEED = 2_147_483_647;

/** Fields for the percentage of each split. */
function SplitFields({ control, sum }: { control: Control<ExportValues>; sum: number }) {
  const styles = useStyles();
  const fields = [
    ['train', texts.split.train],
    ['val', texts.split.val],
    ['test', texts.split.testShare],
  ] as const;
  return (
    <div className={styles.shares}>
      {fields.map(([name, label]) => (
        <TextControl
          key={name}
          control={control}
          name={name}
          label={label}
          validate={(text) => (!isWholeNumber(text, 100) ? texts.split.notWhole : sum === 100 || texts.split.notHundred(sum))}
        />
      ))}
      <TextControl
        control={control}
        name="seed"
        label={texts.split.seed}
        validate={(text) => isWholeNumber(text, MAX_SEED) || texts.split.notSeed}
      />
    </div>
  );
}
