/** A gold-standard item and an ordinary item that the annotator has received, and their job. */
export interface GoldAndOrdinary {
  gold: string;
  ordinary: string;
  path: string;
}

/** Replaces values that differ between any two images: ids, file names, times, URLs and consecutive numbers. */
export const normalize = (text: string, pair: GoldAndOrdinary) =>
  text
    .replaceAll(pair.gold, 'ITEM')
    .replaceAll(pair.ordinary, 'ITEM')
    .replace(/"(\/api\/files|https?:)[^"]*"/g, '"URL"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'ID')
    .replace(/"(file_name|name)":"[^"]*\.(png|jpg)"/g, '"$1":"FILE"')
    .replace(/"content_hash":"[^"]*"/g, '');

/** Returns the rows of a response that are about an image or group. */
export function listRowsThatContain(value: unknown, target: string, pair: GoldAndOrdinary): string[] {
  if (Array.isArray(value))
    return value.flatMap((element) => (element === target ? ['member'] : listRowsThatContain(element, target, pair)));
  if (typeof value !== 'object' || value === null) return [];
  if (Object.values(value).includes(target)) return [normalize(JSON.stringify(value), pair)];
  return Object.values(value).flatMap((element) => listRowsThatContain(element, target, pair));
}
