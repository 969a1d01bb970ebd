import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'
import { type TabItem, Tabs } from './Tabs.tsx'

export interface PageProps<K extends string> {
  /** Translated; shown in the header. */
  title: string
  status?: string
  tabs?: readonly TabItem<K>[]
  tab?: NoInfer<K>
  onTab?: (tab: K) => void
  /** Buttons at the right of the tabs. */
  tools?: ReactNode
  children: ReactNode
}

/** The body of a screen: tabs with counts and tools above, the rest scrolls by itself. */
export function Page<K extends string>({ title, status, tabs, tab, onTab, tools, children }: PageProps<K>) {
  usePageTitle(title, status)
  return (
    <div className="page">
      {tabs || tools ? (
        <div className="page-bar">
          {tabs ? <Tabs label={title} tabs={tabs} tab={tab} onTab={onTab} /> : null}
          {tools ? <div className="page-tools">{tools}</div> : null}
        </div>
      ) : null}
      <div className="page-body">{children}</div>
    </div>
  )
}
