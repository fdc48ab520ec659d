export function ImageJobPage() {
  return <h1>Image job</h1>;
}
