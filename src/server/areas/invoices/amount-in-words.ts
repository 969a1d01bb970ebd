import { chineseAmount } from '../../../shared/kernel/chinese-amount.ts'
import type { PaperFact } from '../../documents/paper.ts'

const small = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales = ['', ' thousand', ' million', ' billion', ' trillion', ' quadrillion']

function belowThousand(number: number): string {
  const [hundreds, rest] = [Math.floor(number / 100), number % 100]
  const low =
    rest < 20
      ? (small[rest] ?? '')
      : [tens[Math.floor(rest / 10)], small[rest % 10]].slice(0, rest % 10 ? 2 : 1).join('-')
  if (hundreds === 0) return low
  return `${small[hundreds]} hundred${rest === 0 ? '' : ` and ${low}`}`
}

/** "twelve thousand three hundred and forty-five", of a whole number from 0 that is counted exactly. */
export function numberInWords(number: number): string {
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`${number} is not counted in words`)
  if (number === 0) return 'zero'
  const parts: string[] = []
  for (let left = number, scale = 0; left > 0; left = Math.floor(left / 1_000), scale += 1)
    if (left % 1_000 > 0) parts.unshift(belowThousand(left % 1_000) + scales[scale])
  return parts.join(' ')
}

/** "Say Chinese Yuan twelve thousand and 60/100 only": an amount in minor units, as invoices are read aloud by banks and customs; in India "Rupees twelve thousand and sixty paise only". */
export function amountInWords(minor: number, currency: string): string {
  const name = new Intl.DisplayNames('en', { type: 'currency' }).of(currency) ?? currency
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  const unit = 10 ** digits
  const rest = minor % unit
  if (currency === 'INR') {
    const paise = rest === 0 ? '' : ` and ${numberInWords(rest)} paise`
    return `Rupees ${numberInWords(Math.floor(minor / unit))}${paise} only`
  }
  const cents = rest === 0 ? '' : ` and ${String(rest).padStart(digits, '0')}/${unit}`
  return `Say ${name} ${numberInWords(Math.floor(minor / unit))}${cents} only`
}

/** The same in both languages, as papers say it. */
export function amountFacts(minor: number, currency: string): PaperFact[] {
  return [
    { label: 'Amount in words 金额大写', value: amountInWords(minor, currency) },
    { label: '', value: chineseAmount(minor, currency) },
  ]
}
