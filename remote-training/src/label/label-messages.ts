/** Messages of /label/:id. */
export const labelMessages = {
  title: 'Label',
  notFound: 'Label not found!',
  imageContains: 'Image Contains labels',
  imageContainsHint: 'Only images that also have all of these labels.',
  any: 'Any image',
  openImages: 'Open images in the image browser',
  openObjects: 'Open objects in the image browser',
  imageList: 'Images with this label',
  noImages: 'No images have this label.',
  noImagesWithAll: 'No images have all of these labels.',
  valueAxis: (label: string) => `Value of ${label}`,
  countAxis: 'Count',
  from: 'From',
  to: 'To',
  tooManyBins: (maxBins: number, minSize: number | null) =>
    minSize === null
      ? `This gives more than ${maxBins.toLocaleString('en')} bins. Enter a larger size`
      : `This gives more than ${maxBins.toLocaleString('en')} bins. Enter at least ${minSize.toLocaleString('en', { maximumSignificantDigits: 4 })}`,
  histogram: 'Histogram of values',
  binSize: 'Bin size',
  binSizeInvalid: 'Enter a number above 0',
  noValues: 'No image or object has a value for this label.',
  images: 'Images',
  objects: 'Objects',
} as const;
