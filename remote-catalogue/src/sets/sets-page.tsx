export function SetsPage() {
  return <h1>Product Sets</h1>;
}
