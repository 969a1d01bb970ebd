/** Whether a link is of a page of 1688. The link is read, and never opened. */
export function isOf1688(link: string): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, hostname, username } = new URL(link)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && username === '' && (hostname === '1688.com' || hostname.endsWith('.1688.com'))
}

/**
 * What a link to 1688 is of, however it is written: the number of its offer (`…/offer/610947572360.html?spm=…`, `?offerId=610947572360`,
 * a shared short link keeps its path). Links that are of nothing we know are compared without scheme, `www.` and what stands behind `?`.
 */
export function linkKey(link: string): string {
  const text = link.trim()
  const offer = /(?:offer\/|offer_?Id=|[?&]id=)(\d{6,20})/i.exec(text)?.[1] ?? /^(\d{6,20})$/.exec(text)?.[1]
  // As a launch reads it (launch/rules.ts): the same number with zeros before it is the same offer.
  if (offer !== undefined) return offer.replace(/^0+/, '')
  return text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^(www|m|detail)\./, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
}
