import { key } from '../../kernel/words.ts'
import { isOf1688 } from '../catalogue/links.ts'

/** Most colours in one workbook, pictures in one drop, and bytes of both together. */
export const launchLimits = { rows: 500, pictures: 200, bytes: 96 * 1024 * 1024 } as const

/** Bits of 64 in which two pictures of the same thing may differ: another size, another compression. */
export const mostBitsApart = 3

export const launchWords = {
  checked: key('Nothing is launched yet: this is what would come of it.'),
  launched: key('Styles launched.'),
  unchanged: key('All of it was launched before.'),
  noVendor: key('Please name the vendor whose styles these are.'),
  tooMany: key('At most {{rows}} colours in one workbook.'),
  splitTaken: key('Quantities by vendor taken.'),
  splitUnchanged: key('The quantities by vendor are as they were.'),
  mixedPictures: key('Two pictures of the drop have the same name.'),
} as const

export const launchFaults = {
  noPicture: key('There is no picture of this name in the drop or the workbook.'),
  notFetched: key('Links are not fetched: please drop the picture itself with the workbook.'),
  addPicture: key('The name of a dropped picture, such as A1001_Black.jpg.'),
  differs: key('This differs from an earlier row of the same style.'),
  asAbove: key('The same as in the first row of the style, or nothing.'),
  noName: key('The first row of a style needs this.'),
  unknownSizeSet: key('Nobody knows this size set.'),
  ended: key('This style is in the catalogue no longer: its colours cannot grow.'),
  wrongLink: key('This is no 1688 offer.'),
  offerLink: key('A link such as https://detail.1688.com/offer/612345678901.html.'),
  noPrice: key('A price is more than 0.'),
  unknownCategory: key('Nobody knows this category.'),
  knownCategories: key('One of: {{categories}}.'),
  badPicture: key('The picture of this row cannot be used.'),
  unknownStyle: key('Nobody knows this style.'),
  unknownVendor: key('Nobody knows this vendor.'),
  notChina: key('This style is not of China’s supply chain.'),
  zero: key('A quantity is 1 or more.'),
  otherTotal: key('The style’s quantity is not the same in all its rows.'),
  wrongSum: key('The vendors’ quantities do not come to the style’s quantity.'),
  sumIs: key('They come to {{sum}}.'),
} as const

/** Why a row is worth a second look; none of these refuses it. */
export const warningWords = {
  link: key('The same 1688 link'),
  picture: key('The same picture'),
  near_picture: key('Nearly the same picture'),
  no_picture: key('No picture'),
} as const

export type WarningKind = keyof typeof warningWords
export const warningKinds = Object.keys(warningWords) as [WarningKind, ...WarningKind[]]

/**
 * The number of the offer that a 1688 link is of, however it is written: of a computer's or a telephone's page, with a tail of tracking
 * or without. Null for whatever is no offer of 1688. The link is read, and never opened.
 */
export function offerOf(link: string): string | null {
  if (!isOf1688(link)) return null
  const { pathname, searchParams } = new URL(link)
  const inPath = /\/offer\/(\d{6,20})(?:\.html?)?\/?$/.exec(pathname)?.[1]
  const inQuery = searchParams.get('offerId') ?? searchParams.get('offer_id')
  const offer = inPath ?? (inQuery && /^\d{6,20}$/.test(inQuery) ? inQuery : null)
  return offer?.replace(/^0+/, '') || null
}

/** Names in a cell: of files, or links whose last part is one. A link itself may hold a comma. */
export function namesInCell(cell: string): string[] {
  return cell
    .split(/[;；\n\r|]+|,(?!\S*:)|，/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The file that a name or a link means, as names of files are compared: without folders, in lower case, composed letters. */
export function fileNamed(name: string): string {
  const isLink = /^https?:\/\//i.test(name) && URL.canParse(name)
  const path = isLink ? new URL(name).pathname : name
  const last = path.split(/[\\/]/).at(-1) ?? ''
  return (isLink ? unescaped(last) : last).normalize('NFKC').trim().toLowerCase()
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const isLink = (name: string): boolean => /^https?:\/\//i.test(name)
