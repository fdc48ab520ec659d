import { AttributesInput, Json } from '@console/shared-contract/api';
import { ATTRIBUTE_LIMITS, type ShapeAttributes } from '@console/shared-contract/shape-attributes';
import { NAME_LENGTH } from '@console/shared-contract/limits';
import type { DeclaredPrice, DeclaredProduct, DeclaredProductSet, ImageFacts } from '../../readers/reader/reader';
import { toStorableDeclared } from './storable-declared';
import { toStorableJobItem } from './declared-entities';

const MAX_LINK_LENGTH = 4_096;
const MAX_PARENT_SETS = 20;
/** Name for declared entities whose own name is empty or invisible. */
const UNNAMED = 'Unnamed';
const UNSTORABLE = 'Metadata that cannot be stored: too large, nested too deeply, or with invalid characters';

type AddNote = (reason: string, count?: number) => void;

/** Truncates text and replaces what the database cannot store: control characters and unpaired surrogates. */
export function toStorableText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll(/[\p{Cc}\p{Surrogate}]/gu, ' ');
}

/** Like `toStorableText`, but retains control characters that the database can store, because names of files may contain them. */
export function toStorableFileName(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll(/[\0\p{Surrogate}]/gu, ' ');
}

/** Converts a name to one that the database can store. Names are not changed for any other reason. */
export function toStorableName(name: string, addNote: AddNote): string {
  const storableName = toStorableText(name, NAME_LENGTH.max).trim();
  if (!/[^\p{Z}\p{C}]/u.test(storableName)) {
    addNote(`Empty names: replaced by "${UNNAMED}"`);
    return UNNAMED;
  }
  if (name.trim().length > NAME_LENGTH.max) addNote(`Names of more than ${NAME_LENGTH.max} characters: truncated`);
  else if (storableName !== name.trim()) addNote('Names with characters that cannot be stored: replaced by spaces');
  return storableName;
}

/** Returns the metadata as a field, or nothing if it is missing or the database cannot store it. */
export function toStorableMetaData({ meta_data }: { meta_data?: unknown }, addNote: AddNote): { meta_data?: unknown } {
  if (meta_data === undefined) return {};
  if (Json.safeParse(meta_data).success) return { meta_data };
  addNote(UNSTORABLE);
  return {};
}

/** Returns the attributes as a field, without those that the database cannot store. */
export function toStorableAttributes(
  { attributes }: { attributes?: ShapeAttributes },
  addNote: AddNote,
): { attributes?: ShapeAttributes } {
  if (!attributes || Object.keys(attributes).length === 0) return {};
  if (AttributesInput.safeParse(attributes).success) return { attributes };
  const entries = Object.entries(attributes);
  const storableEntries = entries.filter(([name, value]) => AttributesInput.safeParse({ [name]: value }).success);
  const storableValues = storableEntries.slice(0, ATTRIBUTE_LIMITS.values);
  addNote(
    'Attributes that cannot be stored: too many, too long, or with invalid characters',
    entries.length - storableValues.length,
  );
  return { attributes: Object.fromEntries(storableValues) };
}

export function toStorableFacts(imageFacts: ImageFacts, addNote: AddNote): ImageFacts {
  const { meta_data, jobs, name, hash, declared: declaredFacts, ...otherFacts } = imageFacts;
  return {
    ...otherFacts,
    ...(name != null && { name: toStorableFileName(name, NAME_LENGTH.max) }),
    ...(hash !== undefined && { hash: toStorableFileName(hash, NAME_LENGTH.max) }),
    ...toStorableMetaData({ meta_data }, addNote),
    ...(jobs && { jobs: jobs.map(toStorableJobItem) }),
    ...(declaredFacts && { declared: toStorableDeclared(declaredFacts, addNote) }),
  };
}

export function toStorableProduct(declaredProduct: DeclaredProduct, addNote: AddNote): DeclaredProduct {
  const { meta_data, collection, set, prices, ...product } = declaredProduct;
  const storablePrices = prices?.filter(isStorablePrice);
  addNote('Invalid prices', (prices?.length ?? 0) - (storablePrices?.length ?? 0));
  const toStorableSet = ({ name, year }: DeclaredProductSet) => ({
    name: toStorableName(name, addNote),
    year: isYear(year) ? year : null,
  });
  return {
    ...product,
    name: toStorableName(product.name, addNote),
    customer_product_id: toStorableText(product.customer_product_id, NAME_LENGTH.max),
    ...toStorableMetaData({ meta_data }, addNote),
    ...(collection && {
      collection: { name: toStorableName(collection.name, addNote), type: toStorableText(collection.type, NAME_LENGTH.max) },
    }),
    ...(set && { set: { ...toStorableSet(set), above: set.above?.slice(0, MAX_PARENT_SETS).map(toStorableSet) } }),
    ...(storablePrices && { prices: storablePrices }),
  };
}

const isYear = (year: number | null) => year !== null && year >= 1000 && year <= 9999;

/** Whether the database can store the price unchanged. */
function isStorablePrice({ price, currency, date, source, grade_company, item_link, img_link }: DeclaredPrice): boolean {
  const names = [source, grade_company].flatMap((name) => name ?? []);
  const links = [item_link, img_link].flatMap((link) => link ?? []);
  return (
    /^\d{1,12}(\.\d{1,4})?$/.test(price) &&
    /^[A-Za-z]{3}$/.test(currency) &&
    !Number.isNaN(Date.parse(date)) &&
    names.every((name) => name === toStorableText(name, NAME_LENGTH.max)) &&
    // Users open these links, so only http and https are allowed.
    links.every((link) => link === toStorableText(link, MAX_LINK_LENGTH) && /^https?:\/\//i.test(link))
  );
}
