import type { ReactNode } from 'react'
import { Section } from '../kit/Drawer.tsx'
import { Tabs } from '../kit/Page.tsx'
import { useLocale } from '../table/words.ts'
import { TalkThread } from './TalkThread.tsx'
import { type TalkThing, useTalk } from './use-talk.ts'

export const talkViews = ['', 'talk'] as const
export type TalkView = (typeof talkViews)[number]

interface WithTalkProps {
  of: TalkThing
  /** Names the drawer's tabs, and the first of them. */
  label: string
  view: TalkView
  onView: (view: TalkView) => void
  /** Of an order: its style has a thread of its own below. */
  styleId?: string
  children: ReactNode
}

/** A drawer of one part, with the talk about it behind a second tab. What is typed in the first stays as it is meanwhile. */
export function WithTalk({ of, label, view, onView, styleId, children }: WithTalkProps) {
  const { t } = useLocale()
  const tab = useTalkTab(of)
  return (
    <>
      <div className="tabbed-bar talk-bar">
        <Tabs
          label={label}
          tabs={[
            { key: '', label },
            { key: 'talk', ...tab },
          ]}
          tab={view}
          onTab={onView}
        />
      </div>
      <div hidden={view === 'talk'}>{children}</div>
      {view === 'talk' ? (
        <>
          <TalkThread key={of.code} {...of} />
          {styleId ? (
            <Section title={t('About style {{style}}', { style: styleId })}>
              <TalkThread key={styleId} kind="style" code={styleId} />
            </Section>
          ) : null}
        </>
      ) : null}
    </>
  )
}

/** Label and count of a drawer's tab of talk: how many messages are unread, null where none is known to be. */
export function useTalkTab(of: TalkThing): { label: string; count: number | null } {
  const { t } = useLocale()
  const { unread } = useTalk(of)
  return { label: t('Talk'), count: unread > 0 ? unread : null }
}
