/** Sen as ringgit with both decimals: what was paid is written as on a bank statement. */
export function formatPaid(sen: number): string {
  return (sen / 100).toLocaleString("en-MY", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
