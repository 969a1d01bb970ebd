/** Amounts in words as invoices of India say them: by crore, lakh and thousand. */

const small = [
  ...['Zero', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'],
  ...['Thirteen', 'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen', 'Eighteen', 'Nineteen'],
] as const
const tens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'] as const
/** What a count of each is called, the largest first; crores are counted in the same words again. */
const parts = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
] as const

/** A whole number from 0 in words: 123456 is "One Lakh Twenty-Three Thousand Four Hundred Fifty-Six". */
export function indianWords(number: number): string {
  if (number < 20) return small[number] ?? ''
  if (number < 100) return [tens[Math.floor(number / 10)], number % 10 && small[number % 10]].filter(Boolean).join('-')
  const said: string[] = []
  let left = number
  for (const [size, word] of parts) {
    const count = Math.floor(left / size)
    if (count > 0) said.push(`${indianWords(count)} ${word}`)
    left %= size
  }
  return [...said, ...(left > 0 ? [indianWords(left)] : [])].join(' ')
}

/** Paise in words: "Rupees One Lakh and Fifty Paise Only". */
export function rupeesInWords(paise: number): string {
  const rupees = `Rupees ${indianWords(Math.floor(paise / 100))}`
  const rest = paise % 100
  return rest === 0 ? `${rupees} Only` : `${rupees} and ${indianWords(rest)} Paise Only`
}
