import { hasRight, type Right } from './rights.ts'
import { landingPath, type Person } from './roles.ts'

/** An entry of the side menu. `label` is English and the key of its translation; `icon` a Blueprint icon name. */
export interface MenuItem {
  key: string
  label: string
  path: string
  icon: string
}

export interface MenuGroup {
  key: string
  label: string
  items: MenuItem[]
}

/** A screen: where it is, and which right opens it. */
interface ScreenEntry extends MenuItem {
  right: Right
}

/** The screens that exist, in the order of the menu. A new screen is one line here and one in the renderer's routes. */
const groups: readonly { key: string; label: string; screens: readonly ScreenEntry[] }[] = [
  {
    key: 'supplier',
    label: 'Supplier',
    screens: [
      at('/supplier/my-orders', 'My Orders', 'shopping-cart', 'vendorDesk'),
      at('/supplier/shipping-platform', 'Shipping Platform', 'box', 'vendorDesk'),
      at('/supplier/shipment-management', 'Shipment Management', 'truck', 'vendorDesk'),
      at('/supplier/inward-shipments', 'Inward shipment dashboard', 'import', 'chinaQc'),
      at('/supplier/qc-platform', 'QC Platform', 'endorsed', 'chinaQc'),
      at('/supplier/qc-invoices', 'Invoices and exports', 'document', 'chinaQc'),
      at('/supplier/qc-results', 'QC results', 'clipboard', 'chinaQcOutcome'),
      at('/supplier/qc-reports', 'QC reports', 'horizontal-bar-chart', 'chinaQc'),
    ],
  },
  {
    key: 'ops',
    label: 'Ops',
    screens: [
      at('/ops/all-pending-orders', 'All pending orders', 'inbox', 'opsDesk'),
      at('/ops/confirmed-orders', 'Confirmed orders', 'endorsed', 'opsDesk'),
    ],
  },
  {
    key: 'administration',
    label: 'Administration',
    screens: [
      at('/ops/users', 'Users', 'people', 'manageUsers'),
      at('/ops/languages', 'Languages', 'translate', 'translate'),
    ],
  },
]

/** Landing screens of the redirect table that later areas bring: until then they say so themselves. */
const toCome: readonly MenuItem[] = [
  entry('/ops/in-house-orders', 'In-house orders', 'build'),
  entry('/warehouse/source', 'Warehouse source', 'shop'),
  entry('/retail/allocation-dashboard', 'Allocation dashboard', 'grid-view'),
  entry('/supplier/buyer-review', 'Buyer Review', 'eye-open'),
  entry('/ops/india-catalogue-management', 'India Catalogue Management', 'book'),
  entry('/supplier/assortments', 'Assortments', 'layers'),
  entry('/supplier/catalogue-management', 'Catalogue Management', 'book'),
  entry('/supplier/qc-platform-india', 'QC Platform India', 'endorsed'),
  entry('/supplier/india-inward-platform', 'India Inward Platform', 'import'),
]

/** The four shared areas of the specification. */
export const areas = ['supplier', 'ops', 'warehouse', 'retail'] as const

/** Everybody's own pages, in each area, so that they open without leaving one's own. */
export const profilePaths = areas.map((area) => `/${area}/profile`)
export const settingsPaths = areas.map((area) => `/${area}/settings`)

/** Where this person's own page is. */
export function profilePath(person: Person): string {
  return `/${areaOf(person)}/profile`
}

/** Where this person finds the settings of their computer. */
export function settingsPath(person: Person): string {
  return `/${areaOf(person)}/settings`
}

function areaOf(person: Person): (typeof areas)[number] {
  const [, area] = landingPath(person).split('/')
  return areas.find((one) => one === area) ?? 'supplier'
}

/** A person's menu: the screens their role opens, led by their landing screen where that is still to come. Guards nothing. */
export function sideMenu(person: Person): MenuGroup[] {
  const landing = toCome.find(({ path }) => path === landingPath(person))
  const open = groups.map(({ key, label, screens }) => ({
    key,
    label,
    items: screens
      .filter(({ right }) => hasRight(person, right))
      .map(({ path, label, icon }) => entry(path, label, icon)),
  }))
  const own = landing ? [{ key: 'start', label: 'Your work', items: [landing] }] : []
  return [...own, ...open.filter(({ items }) => items.length > 0)]
}

export type Opening = 'opens' | 'to-come' | 'no-permission' | 'elsewhere'

/**
 * What the address of a screen is for this person: it opens; it is their landing screen but still to come; it is there but
 * not theirs; or it is no screen, and leads to where they land.
 */
export function openingOf(person: Person, path: string): Opening {
  if (profilePaths.includes(path) || settingsPaths.includes(path)) return 'opens'
  const screen = groups.flatMap(({ screens }) => screens).find((one) => one.path === path)
  if (screen) return hasRight(person, screen.right) ? 'opens' : 'no-permission'
  return toCome.some((one) => one.path === path) && landingPath(person) === path ? 'to-come' : 'elsewhere'
}

/** The right behind a screen's address. Throws for an address that is no screen of the table: the route was misspelt. */
export function rightOf(path: string): Right {
  const screen = groups.flatMap(({ screens }) => screens).find((one) => one.path === path)
  if (!screen) throw new Error(`${path} is no screen`)
  return screen.right
}

export const screenPaths = [...groups.flatMap(({ screens }) => screens), ...toCome].map(({ path }) => path)

function at(path: string, label: string, icon: string, right: Right): ScreenEntry {
  return { ...entry(path, label, icon), right }
}

function entry(path: string, label: string, icon: string): MenuItem {
  return { key: path.split('/').pop() ?? path, label, path, icon }
}
