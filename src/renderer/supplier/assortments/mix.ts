import type { AssortedStyle } from '../../../shared/areas/assortments/area.ts'

/** Styles as they were built, with what is known of each by now: its verdict, its place in a survey. */
export function asRead(built: readonly AssortedStyle[], read: readonly AssortedStyle[]): readonly AssortedStyle[] {
  const fresh = new Map(read.map(({ style }) => [style.catalogue_id, style]))
  return built.map((one) => ({ ...one, style: fresh.get(one.style.catalogue_id) ?? one.style }))
}

/** Whether an assortment is to be saved: other styles, another order, colours or ratio. A style that was judged changes nothing of it. */
export function isRebuilt(built: readonly AssortedStyle[], saved: readonly AssortedStyle[]): boolean {
  const said = (styles: readonly AssortedStyle[]) =>
    JSON.stringify(
      styles.map(({ style, colors, ratio, sizes }) => [
        style.catalogue_id,
        colors,
        sizes.map(({ size }) => ratio[size] ?? 0),
      ]),
    )
  return said(built) !== said(saved)
}

/** How many styles of an assortment share something, the most first. */
export interface Share {
  key: string
  styles: number
}

/** Styles by category. */
export function categoryMix(styles: readonly AssortedStyle[]): Share[] {
  return shares(styles.map(({ style }) => style.category))
}

/** Widths of price bands, in whole units of the currency: the least that leaves six bands at most. */
const steps = [5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000, 2_500, 5_000, 10_000]
const MOST_BANDS = 6

export interface Band {
  /** In whole units: from (with it) to (without it). */
  from: number
  to: number
  currency: string
  styles: number
}

/** Styles by what they cost, from the cheapest band to the dearest without a gap, currency by currency. Styles without a price stand in none. */
export function priceBands(styles: readonly AssortedStyle[]): Band[] {
  const priced = styles.flatMap(({ style }) => style.price ?? [])
  return [...Map.groupBy(priced, ({ currency }) => currency)].flatMap(([currency, prices]) => {
    const units = prices.map(({ minor }) => minor / 100)
    const [least, most] = [Math.min(...units), Math.max(...units)]
    const bandsOf = (step: number) => Math.floor(most / step) - Math.floor(least / step) + 1
    const step = steps.find((one) => bandsOf(one) <= MOST_BANDS) ?? 10 ** Math.ceil(Math.log10(Math.max(most, 1)))
    const first = Math.floor(least / step)
    return Array.from({ length: bandsOf(step) }, (_, at) => {
      const [from, to] = [(first + at) * step, (first + at + 1) * step]
      return { from, to, currency, styles: units.filter((unit) => unit >= from && unit < to).length }
    })
  })
}

/** Colours of an assortment, by how many styles have them. */
export function colourMix(styles: readonly AssortedStyle[]): Share[] {
  return shares(
    styles.flatMap(({ style, colors }) => (colors.length > 0 ? colors : style.colors.map(({ color }) => color))),
  )
}

/** Pieces of a set of one style: its ratio in one colour, times its colours. */
export function piecesOfSet({ style, colors, ratio }: AssortedStyle): number {
  const ofColour = Object.values(ratio).reduce((sum, pieces) => sum + pieces, 0)
  return ofColour * (colors.length || style.colors.length || 1)
}

function shares(names: readonly string[]): Share[] {
  return [...Map.groupBy(names, (name) => name)]
    .map(([key, all]) => ({ key, styles: all.length }))
    .sort((a, b) => b.styles - a.styles || (a.key < b.key ? -1 : 1))
}
