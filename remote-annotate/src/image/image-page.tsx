export function ImagePage() {
  return <h1>Image</h1>;
}
