import type { ProductImage } from '@console/shared-contract/api';
import { Button, CloseIcon, makeStyles, Subsection, Thumbnail, tokens } from '@console/shared-ui/basics';
import { DraftForm, DraftTextField, JsonForm, useDraftForm } from '@console/shared-ui/details';
import { useWrite } from '@console/shared-ui/pages';
import { productPageMessages } from '../../common/product-page-messages';
import { commonMessages } from '../../common/common-messages';
import { renameImage, updateImage } from './product-images.queries';

const productMessages = productPageMessages;
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
  const getChanges = () => [{ topic: 'products' as const, ids: [image.product] }];
  const commonOptions = {
    success: { title: commonMessages.saved },
    failure: productMessages.imageFailed,
    reasons: { 409: commonMessages.stale },
    changes: getChanges,
  };
  const metaWrite = useWrite({ send: (meta_data: unknown) => updateImage(image, { meta_data }), ...commonOptions });
  const objectsWrite = useWrite({ send: (_objects: unknown) => updateImage(image, { _objects }), ...commonOptions });
  const form = useDraftForm({
    row: image,
    toValues: ({ name }) => ({ name }),
    labels: { name: productMessages.imageName },
    send: ({ name }, version) => renameImage(image, name, version),
    ...commonOptions,
  });
  const editors = [
    {
      label: productMessages.imageMeta,
      saveLabel: productMessages.saveImageMeta,
      value: image.meta_data,
      onSave: metaWrite.send,
    },
    {
      label: productMessages.imageObjects,
      saveLabel: productMessages.saveImageObjects,
      value: image._objects,
      onSave: objectsWrite.send,
    },
  ];
  return (
    <Subsection title={productMessages.editImage(image.name)}>
      <DraftForm
        label={productMessages.imageName}
        form={form}
        saveLabel={productMessages.saveImageName}
        actions={
          <Button appearance="subtle" icon={<CloseIcon />} onClick={onClose}>
            {commonMessages.close}
          </Button>
        }
      >
        <DraftTextField form={form} name="name" label={productMessages.imageName} />
      </DraftForm>
      <div className={styles.editor}>
        <Thumbnail src={image.file} alt={image.name || productMessages.title} width="100%" height={320} />
        {editors.map(({ label, saveLabel, value, onSave }) => (
          <div key={label} className={styles.column}>
            <JsonForm label={label} saveLabel={saveLabel} value={value} onSave={onSave} height={240} />
          </div>
        ))}
      </div>
    </Subsection>
  );
}
