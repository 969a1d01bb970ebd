import { allowed, type Person, type Role } from './roles.ts'

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

type Row = MenuItem & { roles: readonly Role[] }

const { vendorDesk, opsDesk } = allowed

/** Every screen there is, and for whom it is of use. The menu guards nothing: each call checks the role itself. */
const groups: readonly { key: string; label: string; rows: readonly Row[] }[] = [
  {
    key: 'supplier',
    label: 'Supplier',
    rows: [
      { key: 'my-orders', label: 'My Orders', path: '/supplier/my-orders', icon: 'shopping-cart', roles: vendorDesk },
      {
        key: 'shipping-platform',
        label: 'Shipping Platform',
        path: '/supplier/shipping-platform',
        icon: 'box',
        roles: vendorDesk,
      },
      {
        key: 'shipment-management',
        label: 'Shipment Management',
        path: '/supplier/shipment-management',
        icon: 'truck',
        roles: vendorDesk,
      },
    ],
  },
  {
    key: 'ops',
    label: 'Ops',
    rows: [
      {
        key: 'all-pending-orders',
        label: 'All pending orders',
        path: '/ops/all-pending-orders',
        icon: 'inbox',
        roles: opsDesk,
      },
      {
        key: 'confirmed-orders',
        label: 'Confirmed orders',
        path: '/ops/confirmed-orders',
        icon: 'endorsed',
        roles: opsDesk,
      },
    ],
  },
]

/** The groups a person has something in; none for a role whose screens do not exist yet. */
export function sideMenu(person: Pick<Person, 'role'>): MenuGroup[] {
  return groups
    .map(({ key, label, rows }) => ({
      key,
      label,
      items: rows.filter((row) => row.roles.includes(person.role)).map(entry),
    }))
    .filter((group) => group.items.length > 0)
}

function entry({ key, label, path, icon }: Row): MenuItem {
  return { key, label, path, icon }
}
