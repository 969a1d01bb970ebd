import { Application, Box, Endorsed, Inbox, ShoppingCart, Truck } from '@blueprintjs/icons'

/** Only these are bundled; a name that the menu does not know yet gets the plain one. */
const icons = { 'shopping-cart': ShoppingCart, box: Box, truck: Truck, inbox: Inbox, endorsed: Endorsed }

export function MenuIcon({ name }: { name: string }) {
  const Icon = Object.hasOwn(icons, name) ? icons[name as keyof typeof icons] : Application
  return <Icon size={16} aria-hidden="true" />
}
