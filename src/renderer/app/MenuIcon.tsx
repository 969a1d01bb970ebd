import {
  Application,
  Book,
  Box,
  Build,
  Clipboard,
  Document,
  Endorsed,
  EyeOpen,
  GridView,
  HorizontalBarChart,
  Import,
  Inbox,
  Layers,
  People,
  Shop,
  ShoppingCart,
  Translate,
} from '@blueprintjs/icons'

/** Only these are bundled; a name that the menu does not know yet gets the plain one. */
const icons = {
  'shopping-cart': ShoppingCart,
  box: Box,
  truck: Truck,
  inbox: Inbox,
  endorsed: Endorsed,
  people: People,
  translate: Translate,
  build: Build,
  shop: Shop,
  'grid-view': GridView,
  'eye-open': EyeOpen,
  book: Book,
  layers: Layers,
  import: Import,
  document: Document,
  clipboard: Clipboard,
  'horizontal-bar-chart': HorizontalBarChart,
}

export function MenuIcon({ name }: { name: string }) {
  const Icon = Object.hasOwn(icons, name) ? icons[name as keyof typeof icons] : Application
  return <Icon size={16} aria-hidden="true" />
}

/** Blueprint draws its truck from the front, which nobody takes for one at this size. */
function Truck({ size }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d="M0 3h9.5v8H7.6a2 2 0 0 0-3.7 0H0zM10.5 5.5H13L16 9v2h-1.1a2 2 0 0 0-3.7 0h-.7z" />
      <circle cx="5.75" cy="12" r="1.5" />
      <circle cx="13" cy="12" r="1.5" />
    </svg>
  )
}
