/** Lengths are kept in millimetres; people read and type centimetres with one decimal. */
export const centimetres = (mm: number): string => (mm / 10).toFixed(1)

export const toMillimetres = (cm: number): number => Math.round(cm * 10)

/** "52.3" centimetres as millimetres; full-width digits, a comma and a Chinese full stop will do. Null for nothing; undefined for what is no length. */
export function readCentimetres(text: string): number | null | undefined {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/[,。｡]/, '.')
  if (plain === '') return null
  if (!/^\d{1,4}(\.\d?)?$/.test(plain)) return undefined
  const mm = toMillimetres(Number(plain))
  return mm >= 1 && mm <= 10_000 ? mm : undefined
}
