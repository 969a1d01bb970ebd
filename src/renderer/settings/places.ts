import { hasRight, opensFor, type Right } from '../../shared/areas.ts'
import { profilePath, settingsPath } from '../../shared/kernel/screens.ts'
import { isDesktop } from '../host/host.ts'
import { key } from '../i18n/formats.ts'
import type { User } from '../session/session.ts'
import { SETTINGS_WORD } from './use-settings-word.ts'

/** Somewhere that something is set. */
export interface SettingsPlace {
  group: keyof typeof settingsGroups
  label: string
  about: string
  path: string
}

/** The groups of the directory, in its order. */
export const settingsGroups = {
  own: key('Your own'),
  work: key('How the work is done'),
  company: key('Company and people'),
} as const

interface Place extends SettingsPlace {
  /** Who may change them. Left out: everybody. */
  right?: Right
}

const at = (screen: string) => `${screen}?${SETTINGS_WORD}=1`

const work = (label: string, about: string, path: string, right: Right): Place => ({
  ...{ group: 'work', label, about, path, right },
})
const company = (label: string, about: string, path: string, right: Right): Place => ({
  ...{ group: 'company', label, about, path, right },
})

const shared: readonly Place[] = [
  work(
    key('Reasons for vendors'),
    key('For which reasons vendors may reject orders.'),
    at('/ops/confirmed-orders'),
    'vendorReasons',
  ),
  work(
    key('QC settings, China'),
    key('Lots, inspection level, AQLs, checklist, blind count.'),
    at('/supplier/qc-platform'),
    'chinaQcSettings',
  ),
  work(
    key('QC settings, India'),
    key('Lots, inspection level, AQLs, checklist, blind count.'),
    at('/supplier/qc-platform-india'),
    'indiaQcSettings',
  ),
  work(key('Disputes'), key('How long vendors may dispute a result.'), at('/supplier/disputes'), 'settleDisputes'),
  work(
    key('SKU dimensions'),
    key('How volumetric weight is reckoned.'),
    at('/supplier/sku-dimensions'),
    'measureRules',
  ),
  work(
    key('Vendors’ inventory'),
    key('How rate of sale and low inventory are reckoned.'),
    at('/supplier/inventory-management'),
    'inventoryRules',
  ),
  work(
    key('Price negotiation'),
    key('Deadlines and floors of negotiations.'),
    at('/supplier/price-negotiation'),
    'reopenPrices',
  ),
  work(
    key('Gate passes'),
    key('Where receipts are blind, tax rates and thresholds.'),
    at('/warehouse/source'),
    'gatePassLead',
  ),
  work(
    key('Stock counts'),
    key('Whether a second person counts what differs.'),
    at('/warehouse/stock-counts'),
    'postStockCounts',
  ),
  work(
    key('Allocation'),
    key('Cover, holdback and minimum set that allocations begin with: on the page of an allocation.'),
    '/retail/allocation-dashboard',
    'allocationSettings',
  ),
  company(key('Records'), key('Warehouses, shops, vendors, styles, sizes, calendars.'), '/ops/records', 'manageData'),
  company(key('Users'), key('Who may sign in, and as what.'), '/ops/users', 'manageUsers'),
  company(key('Rights of roles'), key('What each role may do.'), '/ops/users?tab=rights', 'changeRights'),
  company(key('API keys'), key('Keys of other systems.'), '/ops/api-keys', 'manageKeys'),
  company(key('Languages'), key('Texts of the program in further languages.'), '/ops/languages', 'translate'),
  company(key('Backups'), key('Backups and their schedule.'), '/ops/backups', 'manageBackups'),
]

/** All settings that this person may change, each with the way to its place. */
export function settingsPlaces(user: User): SettingsPlace[] {
  const [profile, settings] = [profilePath(user), settingsPath(user)]
  const own: readonly Place[] = [
    {
      ...{ group: 'own', label: key('Profile'), path: profile },
      about: key('Name, password, where you are signed in, kinds of notices.'),
    },
    {
      ...{ group: 'own', label: key('Language and theme'), path: `${settings}?tab=general` },
      about: key('How Selvedge looks to you.'),
    },
    ...(isDesktop
      ? [
          {
            ...{ group: 'own' as const, label: key('Printers'), path: `${settings}?tab=printers` },
            about: key('Printer and paper of each kind of label on this computer.'),
          },
          {
            ...{ group: 'own' as const, label: key('Updates and support'), path: `${settings}?tab=about` },
            about: key('Versions, licences and the support bundle.'),
          },
        ]
      : []),
    company(
      key('Company'),
      key('What the company says of itself on papers and labels.'),
      `${settings}?tab=company`,
      'companyFacts',
    ),
  ]
  return [...own, ...shared].filter(
    ({ right, path }) => (right === undefined || hasRight(user, right)) && opensFor(user, path),
  )
}
