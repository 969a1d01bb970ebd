import './tabbed-drawer.css'
import type { ReactNode } from 'react'
import { Drawer, type DrawerProps } from './Drawer.tsx'
import { Loaded, type LoadedProps } from './Loaded.tsx'
import { type TabItem, Tabs } from './Page.tsx'

interface TabbedDrawerProps<K extends string> extends Omit<DrawerProps, 'isOpen' | 'title' | 'children'> {
  title: string
  /** Draws the tab's content while it is the open one. */
  tabs: readonly (TabItem<K> & { shows: () => ReactNode })[]
  tab: NoInfer<K>
  onTab: (tab: K) => void
  /** Above the tabs: the facts that are always in sight. */
  head?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** A drawer of several parts, one of them in sight; what it can do stands in its head (`.drawer-tools`). */
export function TabbedDrawer<K extends string>(props: TabbedDrawerProps<K>) {
  const { tabs, tab, onTab, head, children, ...drawer } = props
  return (
    <Drawer {...drawer} isOpen>
      <div className="tabbed">
        {head}
        <div className="tabbed-bar">
          <Tabs label={drawer.title} tabs={tabs} tab={tab} onTab={onTab} />
        </div>
        <div className="tabbed-view">{tabs.find(({ key }) => key === tab)?.shows()}</div>
      </div>
      {children}
    </Drawer>
  )
}

type LoadedDrawerProps<D> = Omit<DrawerProps, 'isOpen' | 'children'> & LoadedProps<D>

/** Draws the answer's own drawer once it is there; until then a drawer says that it loads, why it failed, or that there is none. */
export function LoadedDrawer<D>({ answer, rows, missing, empty, children, ...drawer }: LoadedDrawerProps<D>) {
  const { data } = answer
  if (data !== undefined && !empty?.is(data)) return children(data)
  return (
    <Drawer {...drawer} isOpen>
      <Loaded {...{ answer, ...(rows && { rows }), ...(missing && { missing }), ...(empty && { empty }) }}>
        {() => null}
      </Loaded>
    </Drawer>
  )
}
