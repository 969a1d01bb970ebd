/** Sizes of a style without a size set, from small to large. */
const usualSizes = ['XXXS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL', '5XL', '6XL', 'FREE', 'OS']

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
