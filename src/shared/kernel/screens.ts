import { isAmong, type Right } from './rights.ts'
import { isBoundToVendor, isFacilityPerson, landingPath, type Person } from './roles.ts'

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

/** The groups of the menu by the work they are for, in its order; one without a screen is not shown. */
export const menuGroups = {
  start: 'Your work',
  orders: 'Orders and shipments',
  catalogue: 'Catalogue',
  'china-qc': 'China QC',
  'india-qc': 'India QC',
  stock: 'Stock and gate passes',
  production: 'Production',
  retail: 'Retail',
  vendors: 'Vendors',
  administration: 'Administration',
} as const

/** Label of the group for a vendor's people, to whom it holds their own company's stock, prices and results. */
const ownCompany = 'Your company'

/** A screen: where it is, in which group of the menu, and which right opens it. */
export interface Screen<P extends string = string> extends MenuItem {
  group: keyof typeof menuGroups
  path: P
  right: Right
  /** Stands in no menu but while there is something to do on it, and then before all others. */
  isPassing?: true
  /** Opens, among vendors' people, only to those who are bound to a production site. */
  isOfFacility?: true
  /** The address of the same list for others: who may open both finds that one in the menu. */
  sameAs?: string
}

/** Whether a screen opens for this person. */
function isFor(person: Person, { right, isOfFacility }: Screen): boolean {
  return isAmong(person, right.roles) && (!isOfFacility || !isBoundToVendor(person) || isFacilityPerson(person))
}

export function screen<const P extends `/${string}`>(
  group: Screen['group'],
  path: P,
  label: string,
  icon: string,
  right: Right,
  about: Pick<Screen, 'isPassing' | 'isOfFacility' | 'sameAs'> = {},
): Screen<P> {
  return { ...entry(path, label, icon), group, path, right, ...about }
}

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

/** The area of India's supply (specification, section 2), with a sign-in of its own: whoever sees all facilities lands on what they produce. */
const supplyManagement = {
  key: 'supply-management',
  isFor: (person: Person) => isAmong(person, ['ops', 'admin', 'super_admin']),
  holds: (path: string) => path === '/supply-management' || path.startsWith('/supply-management/'),
  landing: '/supply-management/production',
} as const

/** Words of the menu that stand in no area. */
export const menuWords = [...Object.values(menuGroups), ...toCome.map(({ label }) => label), ownCompany]

/** The areas of the specification: four shared ones, and that of India's supply. */
const roleAreas = ['supplier', 'ops', 'warehouse', 'retail', supplyManagement.key] as const

/** Everybody's own pages, in each area, so that they open without leaving one's own. */
export const profilePaths = roleAreas.map((area) => `/${area}/profile`)
export const settingsPaths = roleAreas.map((area) => `/${area}/settings`)

/** Where this person's own page is, seen from an address. */
export function profilePath(person: Person, from = ''): string {
  return `/${areaOf(person, from)}/profile`
}

/** Where this person finds the settings of their computer, seen from an address. */
export function settingsPath(person: Person, from = ''): string {
  return `/${areaOf(person, from)}/settings`
}

function areaOf(person: Person, from: string): (typeof roleAreas)[number] {
  const [, area] = homePath(person, from).split('/')
  return roleAreas.find((one) => one === area) ?? 'supplier'
}

/** Where an address without a screen leads this person: the landing of its area where that has one of its own, else theirs. */
export function homePath(person: Person, from: string): string {
  return supplyManagement.holds(from) && supplyManagement.isFor(person) ? supplyManagement.landing : landingPath(person)
}

export type Opening = 'opens' | 'to-come' | 'no-permission' | 'elsewhere'

/** Answers the frame's questions about the screens of all areas, which stand in the menu in their order. */
export function screensOf<P extends string>(screens: readonly Screen<P>[]) {
  const waiting = toCome.filter(({ path }) => !screens.some((one) => one.path === path))

  /**
   * What the address of a screen is for this person: it opens; it is their landing screen but still to come; it is there but
   * not theirs; or it is no screen, and leads to where they land.
   */
  function openingOf(person: Person, path: string): Opening {
    if (profilePaths.includes(path) || settingsPaths.includes(path)) return 'opens'
    const found = screens.find((one) => one.path === path)
    if (found) return isFor(person, found) ? 'opens' : 'no-permission'
    return waiting.some((one) => one.path === path) && homePath(person, path) === path ? 'to-come' : 'elsewhere'
  }

  return {
    openingOf,
    screenPaths: [...screens, ...waiting].map(({ path }) => path),

    /** Whether the screen of an address opens for this person, whatever its search words. */
    opensFor: (person: Person, path: string) => openingOf(person, path.split('?', 1)[0] ?? '') === 'opens',

    /**
     * A person's menu: the screens their role opens, a list once, led by passing ones on which there is something to do now, and by the
     * landing screen where that is still to come: their own, or that of the area of `from`. Guards nothing.
     */
    sideMenu(person: Person, from = '', passing: readonly P[] = []): MenuGroup[] {
      const home = homePath(person, from)
      const open = screens.filter((one) => isFor(person, one))
      const isListed = ({ sameAs, isPassing }: Screen) => !isPassing && !open.some(({ path }) => path === sameAs)
      const first = [
        ...open.filter(({ path }) => passing.includes(path)),
        ...waiting.filter(({ path }) => path === home),
      ]
      const groups = Object.entries(menuGroups).map(([key, label]) => ({
        key,
        label: key === 'vendors' && isBoundToVendor(person) ? ownCompany : label,
        items: [...(key === 'start' ? first : []), ...open.filter((one) => one.group === key && isListed(one))].map(
          (one) => entry(one.path, one.label, one.icon),
        ),
      }))
      // A facility's people work there all day; what else their vendor has comes after it.
      const isEarly = ({ key }: MenuGroup) => key === 'start' || (key === 'production' && isFacilityPerson(person))
      return [...groups.filter(isEarly), ...groups.filter((one) => !isEarly(one))].filter(
        ({ items }) => items.length > 0,
      )
    },

    /** The address whose entry in the menu stands for an address: of the same list for who may open both, else itself. */
    menuPath(person: Person, path: string): string {
      const found = screens.find((one) => one.path === path)
      const same = screens.find((one) => one.path === found?.sameAs)
      return same && isFor(person, same) ? same.path : path
    },

    /** The right behind a screen's address. Throws for an address that is no screen of the table: the route was misspelt. */
    rightOf(path: string): Right {
      const found = screens.find((one) => one.path === path)
      if (!found) throw new Error(`${path} is no screen`)
      return found.right
    },
  }
}

/** A next action on a record: its name, and the address of the screen that does it, with the drawer open. */
export interface NextAction<A extends string = string> {
  action: A
  path: string
}

/** A screen's address with the words that are not empty. */
export function address(path: string, words: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(Object.entries(words).filter(([, value]) => value !== ''))
  return search.size === 0 ? path : `${path}?${search}`
}

function entry(path: string, label: string, icon: string): MenuItem {
  return { key: path.split('/').pop() ?? path, label, path, icon }
}
