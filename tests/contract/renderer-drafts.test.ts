import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftKey, draftOfAll, dropOldDrafts, readDraft, writeDraft } from '../../src/renderer/kit/drafts.ts'

const isText = (saved: unknown): saved is string => typeof saved === 'string'
const days = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString()
let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('kept drafts', () => {
  it('come back to the same user and record, with the moment they were typed, and to nobody else', () => {
    writeDraft(draftKey('anna', 'answer.PO-1'), 'typed')
    expect(readDraft(draftKey('anna', 'answer.PO-1'), isText)?.draft).toBe('typed')
    expect(Date.now() - Date.parse(readDraft(draftKey('anna', 'answer.PO-1'), isText)?.at ?? '')).toBeLessThan(5_000)
    expect(readDraft(draftKey('anna', 'answer.PO-2'), isText)).toBeNull()
    expect(readDraft(draftKey('bo', 'answer.PO-1'), isText)).toBeNull()
    writeDraft(draftKey('anna', 'answer.PO-1'), null)
    expect(kept.size).toBe(0)
  })

  it.each([
    '{broken',
    'null',
    '"old form"',
    '{"draft":1,"at":"2026-11-01"}',
    '{"draft":"x","at":"never"}',
    '{"draft":"x"}',
  ])('that hold %s are none: a form must not break on what it finds', (text) => {
    kept.set(draftKey('anna', 'x'), text)
    expect(readDraft(draftKey('anna', 'x'), isText)).toBeNull()
  })

  it('are dropped after 30 days, whoever typed them, and nothing else is', () => {
    kept.set(draftKey('anna', 'old'), JSON.stringify({ draft: 'x', at: days(31) }))
    kept.set(draftKey('bo', 'older'), JSON.stringify({ draft: 'x', at: days(400) }))
    kept.set(draftKey('bo', 'broken'), '{')
    kept.set(draftKey('anna', 'young'), JSON.stringify({ draft: 'x', at: days(29) }))
    kept.set('i18nextLng', 'zh')
    expect(readDraft(draftKey('anna', 'old'), isText)).toBeNull()
    dropOldDrafts()
    expect([...kept.keys()]).toEqual([draftKey('anna', 'young'), 'i18nextLng'])
  })

  // Would catch: the remark of one selection offered for another whose first orders are the same.
  it('of many records are told apart by all of them, in any order', () => {
    const many = Array.from({ length: 300 }, (_, at) => `PO-${at}`)
    expect(draftOfAll(['B', 'A'])).toBe('A,B')
    expect(draftOfAll(many)).toBe(draftOfAll(many.toReversed()))
    expect(draftOfAll(many)).not.toBe(draftOfAll([...many.slice(1), 'PO-999']))
    expect(draftOfAll(many).length).toBeLessThan(40)
  })

  it('that find no room are let go without an error: what is typed is on the screen', () => {
    vi.stubGlobal('localStorage', {
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    expect(() => writeDraft(draftKey('anna', 'x'), 'typed')).not.toThrow()
  })
})
