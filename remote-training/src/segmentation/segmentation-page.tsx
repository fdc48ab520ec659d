export function SegmentationPage() {
  return <h1>Segmentation</h1>;
}
