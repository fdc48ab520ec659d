/** Extensions of image files whose type browsers do not know on all systems. */
const EXTENSIONS = ['.avif', '.bmp', '.heic', '.heif', '.jfif', '.tif', '.tiff'];

/** Value for `accept` of a file input for images. */
export const IMAGE_FILE_TYPES = ['image/*', ...EXTENSIONS].join(',');

/** Whether a file is an image by its type or its extension. */
export function isImageFile({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  const lowerCaseName = name.toLowerCase();
  return type.startsWith('image/') || EXTENSIONS.some((extension) => lowerCaseName.endsWith(extension));
}
