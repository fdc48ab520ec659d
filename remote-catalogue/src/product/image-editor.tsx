import type { ProductImage } from '@console/shared-contract/api';
import { Button, CloseIcon, makeStyles, SaveIcon, Subsection, TextField, Thumbnail, tokens } from '@console/shared-ui/basics';
import { JsonForm, useWrite } from '@console/shared-ui/pages';
import { messages } from '../messages';
import { Buttons, FormGrid } from '../../../shared-ui/src/details/form-grid';
import { useDraft } from '../../../shared-ui/src/details/use-draft';
import { updateImage, renameImage } from './product.queries';

const productMessages = messages.product;
const useStyles = makeStyles({
  editor: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
    gap: tokens.spacingHorizontalL,
    alignItems: 'start',
  },
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
});

/** Editor for the name, meta data and objects of a product image. */
export function ImageEditor({ image, onClose }: { image: ProductImage; onClose: () => void }) {
  const styles = useStyles();
  const changes = () => [{ topic: 'products' as const, ids: [image.product] }];
  const commonOptions = {
    success: { title: messages.saved },
    failure: productMessages.imageFailed,
    reasons: { 409: messages.stale },
    changes,
  };
  const meta = useWrite({ send: (meta_data: unknown) => updateImage(image, { meta_data }), ...commonOptions });
  const objects = useWrite({ send: (_objects: unknown) => updateImage(image, { _objects }), ...commonOptions });
  const draft = useDraft(image, ({ name }) => ({ name }));
  const rename = useWrite({ send: (name: string) => renameImage(image, name, draft.version), ...commonOptions });
  const save = async () => {
    if (draft.isDirty) draft.finishSave(await rename.send(draft.values.name), draft.values);
  };
  return (
    <Subsection title={productMessages.editImage(image.name)}>
      <FormGrid label={productMessages.imageName} onSubmit={() => void save()}>
        <TextField
          label={productMessages.imageName}
          autoComplete="off"
          value={draft.values.name}
          onChange={({ target }) => draft.set({ name: target.value })}
        />
        <Buttons>
          <Button type="submit" icon={<SaveIcon />} disabledFocusable={!draft.isDirty || rename.isPending}>
            {productMessages.saveImageName}
          </Button>
          <Button appearance="subtle" icon={<CloseIcon />} onClick={onClose}>
            {messages.close}
          </Button>
        </Buttons>
      </FormGrid>
      <div className={styles.editor}>
        <Thumbnail src={image.file} alt={image.name || productMessages.title} width="100%" height={320} />
        <div className={styles.column}>
          <JsonForm
            label={productMessages.imageMeta}
            saveLabel={productMessages.saveImageMeta}
            value={image.meta_data}
            onSave={meta.send}
            height={240}
          />
        </div>
        <div className={styles.column}>
          <JsonForm
            label={productMessages.imageObjects}
            saveLabel={productMessages.saveImageObjects}
            value={image._objects}
            onSave={objects.send}
            height={240}
          />
        </div>
      </div>
    </Subsection>
  );
}
