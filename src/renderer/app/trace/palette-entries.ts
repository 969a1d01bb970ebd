import type { ListName } from '../../../shared/areas.ts'
import { pinyinInitials } from '../../../shared/kernel/pinyin.ts'

/** Something that the palette leads to by an address. */
export interface Destination {
  type: 'destination'
  path: string
  /** English, and the key of its translation: "Screen", "Vendor". */
  what: string
  title: string
  subtitle?: string
  subtitle_zh?: string
  /** Title and subtitle are words of the program, in English, and not what somebody typed. */
  isWords?: true
  status?: string | null
}

/** Something that can be done with what is on the page. */
export interface PageAction {
  type: 'action'
  title: string
  /** What it is done with. */
  record: string
  run: () => void
}

/**
 * How well words answer what was typed, the less the better; null where they do not. By the beginning, by the beginnings of words, by the
 * initials of the Chinese from its first sign, by any part, or by initials within.
 */
export function fitOf(typed: string, words: readonly string[]): number | null {
  const wanted = typed.trim().toLowerCase()
  const fits = words.flatMap((one) => {
    const text = one.toLowerCase()
    if (text.startsWith(wanted)) return 0
    const parts = wanted.split(/\s+/)
    if (parts.every((part) => text.split(/\s+/).some((word) => word.startsWith(part)))) return 1
    const initials = /^[a-z]{2,}$/.test(wanted) && /\p{Script=Han}/u.test(one) ? pinyinInitials(one) : ''
    if (initials !== '' && initials.startsWith(wanted)) return 2
    if (wanted.length > 1 && parts.every((part) => text.includes(part))) return 3
    return initials.includes(wanted) && initials !== '' ? 4 : []
  })
  return fits.length === 0 ? null : Math.min(...fits)
}

/** What answers, the best first; else in the order given. Nothing typed: all. */
export function fitting<E>(typed: string, all: readonly E[], wordsOf: (one: E) => readonly string[]): E[] {
  if (typed.trim() === '') return [...all]
  return all
    .flatMap((one) => {
      const fit = fitOf(typed, wordsOf(one))
      return fit === null ? [] : [{ one, fit }]
    })
    .toSorted((a, b) => a.fit - b.fit)
    .map(({ one }) => one)
}

/** Buttons of an open drawer, else those above the page's list and of what is chosen in it. */
const ofDrawer = '.drawer-foot button, .drawer-tools button, .drawer-head .bp6-button:not(.drawer-close)'
const ofPage = '.page-tools button, .dt-bulk button'

/** What can be done now with the record that is open, or on the page: the buttons that do it. */
export function actionsOnPage(screen: string): PageAction[] {
  const drawers = [...document.querySelectorAll<HTMLElement>('.drawer')].filter((one) => one.checkVisibility())
  const drawer = drawers.at(-1)
  const record = drawer?.dataset.record ?? drawer?.querySelector('h2')?.textContent ?? screen
  const buttons = [...(drawer ?? document).querySelectorAll<HTMLButtonElement>(drawer ? ofDrawer : ofPage)]
  const named = buttons.flatMap((button) => {
    const title = button.getAttribute('aria-label') ?? button.querySelector('.bp6-button-text')?.textContent?.trim()
    return button.disabled || !button.checkVisibility() || !title ? [] : [{ title, button }]
  })
  return named.map(({ title, button }) => ({ type: 'action', title, record, run: () => button.click() }))
}

/** Where the list of a saved view is; lists that stand within another record's drawer have no place of their own. */
export const listPaths: Readonly<Partial<Record<ListName, string>>> = {
  'my-orders': '/supplier/my-orders',
  'shipping-platform': '/supplier/shipping-platform',
  'pending-orders': '/ops/all-pending-orders',
  'confirmed-orders': '/ops/confirmed-orders',
  shipments: '/supplier/shipment-management',
  'late-goods': '/ops/pipeline',
  'vendor-inventory': '/supplier/inventory-management',
  'price-negotiations': '/supplier/price-negotiation',
  'pre-stock': '/supplier/pre-stock-listing',
  launches: '/supplier/product-launch',
  catalogue: '/supplier/catalogue-management',
  assortments: '/supplier/assortments',
  'garment-specs': '/supplier/garment-specs',
  'style-surveys': '/supplier/style-survey',
  samples: '/supplier/sample-shipping-platform',
  'sample-development': '/ops/final-measurements',
  'awaiting-boxes': '/supplier/inward-shipments',
  'qc-boxes': '/supplier/qc-platform',
  'qc-invoices': '/supplier/qc-invoices',
  'qc-results': '/supplier/qc-results',
  'return-notes': '/supplier/qc-results',
  scorecards: '/supplier/scorecards',
  'corrective-actions': '/supplier/corrective-actions',
  disputes: '/supplier/disputes',
  'india-awaiting-boxes': '/supplier/india-inward-platform',
  'india-boxes': '/supplier/india-inward-platform',
  'box-discrepancies': '/supplier/india-inward-platform',
  'india-qc-boxes': '/supplier/qc-platform-india',
  'sku-dimensions': '/supplier/sku-dimensions',
  stock: '/warehouse/stock',
  'stock-styles': '/warehouse/stock',
  'stock-moves': '/warehouse/stock',
  shelves: '/warehouse/stock',
  'stock-counts': '/warehouse/stock-counts',
  'gate-passes': '/warehouse/source',
  'goods-in-transit': '/warehouse/in-transit',
  allocations: '/retail/allocation-dashboard',
  'replenishment-orders': '/retail/replenishment',
  'store-styles': '/retail/stores',
  materials: '/ops/materials',
  fabrics: '/ops/fabrics',
  'production-orders': '/ops/in-house-orders',
  'production-pos': '/ops/vendor-purchase-orders',
  'facility-orders': '/supply-management/production',
  'style-pictures': '/ops/pictures',
  users: '/ops/users',
}
