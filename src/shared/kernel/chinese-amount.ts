/** 金额大写: amounts as banks and tax offices of China read them, in digits that nobody changes with a stroke. */

const digits = '零壹贰叁肆伍陆柒捌玖'
const places = ['', '拾', '佰', '仟'] as const
const scales = ['', '万', '亿', '万亿'] as const
/** Units and their tenth and hundredth. */
const names: Readonly<Record<string, string>> = {
  ...{ CNY: '人民币', INR: '印度卢比', USD: '美元', EUR: '欧元', HKD: '港元', GBP: '英镑', JPY: '日元' },
}

/** Four digits without a zero in front: 1005 is "壹仟零伍". */
function groupWords(number: number): string {
  let said = ''
  let isGap = false
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(number / 10 ** place) % 10
    if (digit === 0) isGap = said !== ''
    else {
      said += `${isGap ? '零' : ''}${digits[digit]}${places[place]}`
      isGap = false
    }
  }
  return said
}

/** A whole number from 0: 12 005 is "壹万贰仟零伍". */
export function chineseNumber(number: number): string {
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`${number} is not counted in words`)
  if (number === 0) return '零'
  let said = ''
  let isGap = false
  for (let at = scales.length - 1; at >= 0; at--) {
    const group = Math.floor(number / 10_000 ** at) % 10_000
    if (group === 0) {
      isGap = said !== ''
      continue
    }
    // Said once for all that is missing between two scales.
    if (said !== '' && (isGap || group < 1_000)) said += '零'
    said += groupWords(group) + scales[at]
    isGap = false
  }
  return said
}

/** "人民币壹万贰仟叁佰肆拾伍元陆角整" of an amount in minor units. */
export function chineseAmount(minor: number, currency: string): string {
  const name = names[currency] ?? new Intl.DisplayNames('zh-CN', { type: 'currency' }).of(currency) ?? currency
  const parts =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  const unit = 10 ** parts
  const [whole, rest] = [Math.floor(minor / unit), minor % unit]
  const yuan = whole === 0 && rest > 0 ? '' : `${chineseNumber(whole)}元`
  if (rest === 0) return `${name}${yuan}整`
  const [jiao, fen] = [Math.floor((rest * 100) / unit / 10), Math.floor((rest * 100) / unit) % 10]
  const tenth = jiao > 0 ? `${digits[jiao]}角` : yuan === '' ? '' : '零'
  return `${name}${yuan}${tenth}${fen > 0 ? `${digits[fen]}分` : '整'}`
}
