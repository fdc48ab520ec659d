import { AttributesInput, Json } from '@console/shared-contract/api';
import { ATTRIBUTE_LIMITS, type ShapeAttributes } from '@console/shared-contract/shape-attributes';
import { NAME_LENGTH } from '@console/shared-contract/limits';
import type { DeclaredPrice, DeclaredProduct, DeclaredProductSet, ImageFacts } from '../../readers/reader/reader';
import { sanitizeDeclaredFacts } from './sanitize-declared-facts';
import { sanitizeJobItem } from './declared-entities';

const MAX_LINK_LENGTH = 4_096;
const MAX_PARENT_SETS = 20;
/** Name for declared entities whose own name is empty or invisible. */
const DEFAULT_NAME = 'Unnamed';
const INVALID_METADATA_NOTE = 'Metadata that cannot be stored: too large, nested too deeply, or with invalid characters';

type AddNote = (reason: string, count?: number) => void;

/** Truncates text and replaces what the database cannot store: control characters and unpaired surrogates. */
export function sanitizeText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll(/[\p{Cc}\p{Surrogate}]/gu, ' ');
}

/** Like `sanitizeText`, but retains control characters that the database can store, because names of files may contain them. */
export function sanitizeFileName(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll(/[\0\p{Surrogate}]/gu, ' ');
}

/** Converts a name to one that the database can store. Names are not changed for any other reason. */
export function sanitizeName(name: string, addNote: AddNote): string {
  const sanitizedName = sanitizeText(name, NAME_LENGTH.max).trim();
  if (!/[^\p{Z}\p{C}]/u.test(sanitizedName)) {
    addNote(`Empty names: replaced by "${DEFAULT_NAME}"`);
    return DEFAULT_NAME;
  }
  if (name.trim().length > NAME_LENGTH.max) addNote(`Names of more than ${NAME_LENGTH.max} characters: truncated`);
  else if (sanitizedName !== name.trim()) addNote('Names with characters that cannot be stored: replaced by spaces');
  return sanitizedName;
}

/** Returns the metadata as a field, or nothing if it is missing or the database cannot store it. */
export function sanitizeMetaData({ meta_data }: { meta_data?: unknown }, addNote: AddNote): { meta_data?: unknown } {
  if (meta_data === undefined) return {};
  if (Json.safeParse(meta_data).success) return { meta_data };
  addNote(INVALID_METADATA_NOTE);
  return {};
}

/** Returns the attributes as a field, without those that the database cannot store. */
export function sanitizeAttributes(
  { attributes }: { attributes?: ShapeAttributes },
  addNote: AddNote,
): { attributes?: ShapeAttributes } {
  if (!attributes || Object.keys(attributes).length === 0) return {};
  if (AttributesInput.safeParse(attributes).success) return { attributes };
  const entries = Object.entries(attributes);
  const validEntries = entries.filter(([name, value]) => AttributesInput.safeParse({ [name]: value }).success);
  const limitedEntries = validEntries.slice(0, ATTRIBUTE_LIMITS.values);
  addNote(
    'Attributes that cannot be stored: too many, too long, or with invalid characters',
    entries.length - limitedEntries.length,
  );
  return { attributes: Object.fromEntries(limitedEntries) };
}

export function sanitizeFacts(imageFacts: ImageFacts, addNote: AddNote): ImageFacts {
  const { meta_data, jobs, name, hash, declared: declaredFacts, ...otherFacts } = imageFacts;
  return {
    ...otherFacts,
    ...(name != null && { name: sanitizeFileName(name, NAME_LENGTH.max) }),
    ...(hash !== undefined && { hash: sanitizeFileName(hash, NAME_LENGTH.max) }),
    ...sanitizeMetaData({ meta_data }, addNote),
    ...(jobs && { jobs: jobs.map(sanitizeJobItem) }),
    ...(declaredFacts && { declared: sanitizeDeclaredFacts(declaredFacts, addNote) }),
  };
}

export function sanitizeProduct(declaredProduct: DeclaredProduct, addNote: AddNote): DeclaredProduct {
  const { meta_data, collection, set, prices, ...product } = declaredProduct;
  const validPrices = prices?.filter(isValidPrice);
  addNote('Invalid prices', (prices?.length ?? 0) - (validPrices?.length ?? 0));
  const sanitizeSet = ({ name, year }: DeclaredProductSet) => ({
    name: sanitizeName(name, addNote),
    year: isYear(year) ? year : null,
  });
  return {
    ...product,
    name: sanitizeName(product.name, addNote),
    customer_product_id: sanitizeText(product.customer_product_id, NAME_LENGTH.max),
    ...sanitizeMetaData({ meta_data }, addNote),
    ...(collection && {
      collection: { name: sanitizeName(collection.name, addNote), type: sanitizeText(collection.type, NAME_LENGTH.max) },
    }),
    ...(set && { set: { ...sanitizeSet(set), above: set.above?.slice(0, MAX_PARENT_SETS).map(sanitizeSet) } }),
    ...(validPrices && { prices: validPrices }),
  };
}

const isYear = (year: number | null) => year !== null && year >= 1000 && year <= 9999;

/** Whether the database can store the price unchanged. */
function isValidPrice({ price, currency, date, source, grade_company, item_link, img_link }: DeclaredPrice): boolean {
  const names = [source, grade_company].flatMap((name) => name ?? []);
  const links = [item_link, img_link].flatMap((link) => link ?? []);
  return (
    /^\d{1,12}(\.\d{1,4})?$/.test(price) &&
    /^[A-Za-z]{3}$/.test(currency) &&
    !Number.isNaN(Date.parse(date)) &&
    names.every((name) => name === sanitizeText(name, NAME_LENGTH.max)) &&
    // Users open these links, so only http and https are allowed.
    links.every((link) => link === sanitizeText(link, MAX_LINK_LENGTH) && /^https?:\/\//i.test(link))
  );
}
