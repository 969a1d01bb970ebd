import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { shownCount, Tabs } from '../../src/renderer/kit/Page.tsx'
import { useTalkTab } from '../../src/renderer/talk/WithTalk.tsx'

const thing = { kind: 'facility_job', code: 'PR-000001@NOI1' } as const

function TalkTab() {
  const { count } = useTalkTab(thing)
  return count === undefined ? 'awaited' : String(count)
}

function talkTab(thread: object | undefined): string {
  const client = new QueryClient()
  if (thread) client.setQueryData(['talk.getThread', thing], thread)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <TalkTab />
    </QueryClientProvider>,
  )
}

describe('the number at a tab', () => {
  it('keeps its place, dimmed, while another is awaited', () => {
    expect(shownCount(3, undefined)).toEqual({ number: 3, isOld: false })
    expect(shownCount(undefined, 3)).toEqual({ number: 3, isOld: true })
    expect(shownCount(0, 3)).toEqual({ number: 0, isOld: false })
    expect(shownCount(undefined, undefined)).toBeNull()
  })

  // Would catch: a thread that was read, whose "1" stayed at its tab as if another number were on its way.
  it('goes with the last thing that was counted', () => {
    expect(shownCount(null, 1)).toBeNull()
    expect(talkTab({ messages: [], unread: 1 })).toBe('1')
    expect(talkTab({ messages: [], unread: 0 })).toBe('null')
    expect(talkTab(undefined)).toBe('null')
    const tabs = [{ key: 'talk', label: 'Talk', count: null }]
    expect(renderToStaticMarkup(<Tabs label="Order" tabs={tabs} tab="talk" onTab={undefined} />)).not.toContain(
      'tab-count',
    )
  })
})
