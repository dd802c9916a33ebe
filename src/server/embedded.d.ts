/** Files embedded in the executable: text as a string, built assets as a path that `Bun.file` can read. */
declare module "*.sql" {
  const text: string;
  export default text;
}
declare module "*.txt" {
  const text: string;
  export default text;
}
declare module "*.asset" {
  const path: string;
  export default path;
}
declare module "*.zst" {
  const path: string;
  export default path;
}
