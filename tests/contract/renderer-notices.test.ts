import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchNews } from '../../src/renderer/app/notices/watch.ts'
import { describeNotice, isNoticeKind, noticeKinds, openingOf } from '../../src/shared/areas.ts'
import { fill, type NoticeKind } from '../../src/shared/kernel/notices.ts'
import { roles } from '../../src/shared/kernel/roles.ts'

/** As much of the browser's own as the watching uses; a test says when it fails and what it hears. */
class Source {
  static readonly CONNECTING = 0
  static readonly CLOSED = 2
  static made: Source[] = []
  readyState = Source.CONNECTING
  onmessage: ((event: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  readonly url: string

  constructor(url: string) {
    this.url = url
    Source.made.push(this)
  }

  close(): void {
    this.readyState = Source.CLOSED
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
let heard: (number | null)[] = []
let stop = () => {}
const last = () => Source.made.at(-1) as Source

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal('document', page)
  page.visibilityState = 'visible'
  Source.made = []
  heard = []
  stop = watchNews({ url: '/stream', onNews: (version) => heard.push(version) })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('watching for news', () => {
  it('hears versions, and does not ask while the stream works', () => {
    last().onmessage?.({ data: '{"version": 3, "unread": 1}' })
    vi.advanceTimersByTime(120_000)
    expect(heard).toEqual([3])
  })

  // Would catch: one broken connection, which the browser mends itself, that makes every page ask from then on.
  it('leaves one failure to the browser', () => {
    last().onerror?.()
    last().onmessage?.({ data: '{"version": 1, "unread": 0}' })
    last().onerror?.()
    vi.advanceTimersByTime(50_000)
    expect([heard, Source.made.length]).toEqual([[1], 1])
  })

  // Would catch: no fallback; a fallback that never ends; asking beside a stream that works again.
  it('asks every 30 seconds after two failures, and goes back to the stream when that works', () => {
    last().onerror?.()
    last().onerror?.()
    expect(heard).toEqual([null])
    vi.advanceTimersByTime(31_000)
    expect(heard).toEqual([null, null])
    vi.advanceTimersByTime(30_000)
    expect(Source.made).toHaveLength(2)
    last().onmessage?.({ data: '{"version": 7, "unread": 0}' })
    const before = heard.length
    vi.advanceTimersByTime(120_000)
    expect(heard.slice(before)).toEqual([])
    expect(heard.at(-1)).toBe(7)
  })

  it('tries a stream that was refused once more, then asks', () => {
    last().readyState = Source.CLOSED
    last().onerror?.()
    expect(heard).toEqual([])
    vi.advanceTimersByTime(3_100)
    expect(Source.made).toHaveLength(2)
    last().readyState = Source.CLOSED
    last().onerror?.()
    expect(heard).toEqual([null])
  })

  // Would catch: a heap of hidden tabs that all ask, and one that shows old news when it is looked at again.
  it('does not ask while nobody can see the page, and asks at once when it is seen again', () => {
    last().onerror?.()
    last().onerror?.()
    page.visibilityState = 'hidden'
    vi.advanceTimersByTime(45_000)
    expect(heard).toEqual([null])
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    expect(heard).toEqual([null, null])
  })

  it('ends with everything it started', () => {
    last().onerror?.()
    last().onerror?.()
    stop()
    vi.advanceTimersByTime(300_000)
    page.dispatchEvent(new Event('visibilitychange'))
    expect([heard, Source.made.length, last().readyState]).toEqual([[null], 1, Source.CLOSED])
  })
})

describe('the table of kinds', () => {
  const kinds = Object.entries<NoticeKind>(noticeKinds)

  // Would catch: a kind for vendors and the house at once, whose notice would cross from one vendor to another.
  it.each(kinds)('%s goes to one kind of reader', (_, kind) => {
    if (kind.audience === 'vendor') expect(kind.roles).toEqual(['vendor'])
    if (kind.audience === 'house') expect(kind.roles).not.toContain('vendor')
    expect(kind.roles.length === 0).toBe(kind.audience === 'person')
  })

  // Would catch: a path that opens for none of those who get the notice.
  it.each(kinds)('%s leads somewhere that at least one of its readers may open', (_, kind) => {
    const readers = kind.audience === 'person' ? roles : kind.roles
    for (const path of Object.values(kind.path)) {
      const [place = ''] = path.split('?')
      expect(readers.some((role) => openingOf({ role, team: null }, place) === 'opens')).toBe(true)
    }
  })

  it('fills blanks once: what a value holds is never read as a blank', () => {
    expect(fill('{{a}} {{b}} {{missing}}', { a: '{{b}}', b: '$& $1' })).toBe('{{b}} $& $1 ')
    expect(describeNotice('account_changed', 1, { change_key: 'password' }).message).toBe(
      'An administrator changed your account: password.',
    )
    expect(isNoticeKind('constructor')).toBe(false)
  })
})
