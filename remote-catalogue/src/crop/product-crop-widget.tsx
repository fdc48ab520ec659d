import { announce, api } from '@console/shared-auth';
import type { Product, ProductImage } from '@console/shared-contract/api';
import type { ProductCropProps } from '@console/shared-contract/federation';
import {
  AddIcon,
  Button,
  describeError,
  Link,
  makeStyles,
  TextLink,
  Thumbnail,
  tokens,
  useNotify,
} from '@console/shared-ui/basics';
import { useState } from 'react';
import { messages } from '../messages';
import { ProductFinder } from './product-finder';

const words = messages.crop;
const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: tokens.spacingVerticalS, minWidth: 0 },
  made: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM, minWidth: 0, overflowWrap: 'anywhere' },
  text: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', minWidth: 0 },
});

type Named = Pick<Product, 'id' | 'name'>;
interface Made {
  image: ProductImage;
  product: Named;
}

/** The product that a cut-out was given to last in this tab: the next is often of the same. */
let lastProduct: Named | null = null;

/** The widget `product-crop`: another object starts afresh, with the product of the one before on offer. */
export function ProductCropWidget({ object }: ProductCropProps) {
  return <ProductCrop key={object} object={object} />;
}

function ProductCrop({ object }: ProductCropProps) {
  const styles = useStyles();
  const notify = useNotify();
  const [found, setFound] = useState<Named | null>(lastProduct);
  const [made, setMade] = useState<readonly Made[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const failed = (title: string, error: unknown) => {
    notify.danger({ title, text: describeError(error) });
  };
  const add = async (product: Named) => {
    setIsBusy(true);
    try {
      const image = await api.call('POST /product/v2/product/{id}/add-crop', { params: { id: product.id }, body: { object } });
      lastProduct = product;
      setMade((before) => [...before, { image, product }]);
      void announce({ topic: 'products', ids: [product.id] });
    } catch (error) {
      failed(words.failed(product.name), error);
    } finally {
      setIsBusy(false);
    }
  };
  const takeBack = async ({ image, product }: Made) => {
    try {
      await api.call('DELETE /product/v2/image/{id}/', { params: { id: image.id } });
    } catch (error) {
      failed(words.undoFailed, error);
      return;
    }
    setMade((before) => before.filter((other) => other.image !== image));
    void announce({ topic: 'products', ids: [product.id] });
  };
  return (
    <div className={styles.form}>
      <ProductFinder chosen={found} onPick={setFound} />
      <Button icon={<AddIcon />} disabledFocusable={!found || isBusy} onClick={() => found && void add(found)}>
        {words.add}
      </Button>
      <div role="status">
        {made.map((one) => (
          <div key={one.image.id} className={styles.made}>
            <Thumbnail src={one.image.thumb} alt="" width={48} height={48} cover />
            <span className={styles.text}>
              <span>
                {words.added}{' '}
                <TextLink to={`/product/${one.product.id}`} newTab>
                  {one.product.name}
                </TextLink>
              </span>
              <Link as="button" onClick={() => void takeBack(one)}>
                {words.undo}
              </Link>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
