/** Sizes of a style without a size set, from small to large. */
const usualSizes = ['XXXS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL', '5XL', '6XL', 'FREE', 'OS']

/** Letters that stand for steps; those behind them are one size for everybody. */
const STEPS = usualSizes.indexOf('FREE')

/** The place of a size without a size set: letters, then what is neither, then numbers with their cups. */
export function usualRank(size: string): number {
  const at = usualSizes.indexOf(size.toUpperCase().replace('XXXL', '3XL').replace('2XL', 'XXL'))
  if (at >= 0) return at + 1
  const [, number = '', cup = ''] = /^(\d{1,3}(?:[.,]\d)?)\s*([A-K]*)$/i.exec(size) ?? []
  return number === ''
    ? 99
    : Math.min(
        32_000,
        Math.round(Number(number.replace(',', '.')) * 20) + (cup === '' ? 0 : cup.toUpperCase().charCodeAt(0) - 64),
      )
}

/** Sizes from small to large with the letters that are missing between them: S and L have M between them. */
export function withUsualBetween(sizes: readonly string[]): string[] {
  return sizes.flatMap((size, at) => {
    const [from, to] = [usualRank(sizes[at - 1] ?? size), usualRank(size)]
    return [...(to <= STEPS ? usualSizes.slice(from, to - 1) : []), size]
  })
}
