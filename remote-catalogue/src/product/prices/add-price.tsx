import { EditDialog, TextControl } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { commonMessages } from '../../common/common-messages';
import { priceMessages } from './price-messages';
import { toWebUrl } from './external-link';
import { createPrice, type NewPrice } from './product-prices.queries';

const EMPTY_PRICE: NewPrice = { price: '', currency: '', source: '', grade_company: '', item_link: '', img_link: '' };

const isLink = (text: string) => text === '' || toWebUrl(text) !== null;
const fields: readonly { name: keyof NewPrice; label: string; required?: true; check: (text: string) => true | string }[] = [
  {
    name: 'price',
    label: commonMessages.columns.price,
    required: true,
    check: (text) => /^\d{1,12}(\.\d{1,4})?$/.test(text) || priceMessages.invalidPrice,
  },
  {
    name: 'currency',
    label: commonMessages.columns.currency,
    required: true,
    check: (text) => /^[A-Za-z]{3}$/.test(text) || priceMessages.invalidCurrency,
  },
  { name: 'source', label: commonMessages.columns.source, check: () => true },
  { name: 'grade_company', label: commonMessages.columns.gradeCompany, check: () => true },
  { name: 'item_link', label: priceMessages.itemLink, check: (text) => isLink(text) || priceMessages.invalidLink },
  { name: 'img_link', label: priceMessages.imageLink, check: (text) => isLink(text) || priceMessages.invalidLink },
];

/** Dialog that adds a price to a product. The price gets the current time as its date. */
export function AddPrice({ productId, onClose }: { productId: string; onClose: () => void }) {
  const write = useWrite({
    send: (price: NewPrice) => createPrice(productId, price),
    success: { title: priceMessages.added },
    failure: priceMessages.addFailed,
    failureIn: 'form',
    changes: () => [{ topic: 'products', ids: [productId] }],
  });
  return (
    <EditDialog<NewPrice>
      title={priceMessages.add}
      submitLabel={priceMessages.add}
      initial={EMPTY_PRICE}
      onSubmit={write.send}
      onClose={onClose}
    >
      {({ control }) =>
        fields.map(({ name, label, required: isRequired, check }, index) => (
          <TextControl
            key={name}
            control={control}
            name={name}
            label={label}
            required={isRequired}
            autoFocus={index === 0}
            validate={(text) => check(text.trim())}
          />
        ))
      }
    </EditDialog>
  );
}
