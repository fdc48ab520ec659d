export function DetectionPage() {
  return <h1>Detection</h1>;
}
