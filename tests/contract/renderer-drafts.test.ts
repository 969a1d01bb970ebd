import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  countDrafts,
  draftKey,
  draftOfAll,
  dropOldDrafts,
  readDraft,
  removeDrafts,
  sealOldDrafts,
  writeDraft,
} from '../../src/renderer/kit/drafts.ts'
import { dropKey, holdKey } from '../../src/renderer/kit/sealed.ts'

const isText = (saved: unknown): saved is string => typeof saved === 'string'
const days = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString()
let kept: Map<string, string>

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')

beforeEach(() => {
  holdKey('anna', keyOf(1))
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

  // Would catch: what one person typed, read by the next at the same computer: with their own key, without one, or under another name.
  it('are sealed: only their user opens them, and only where they were kept', () => {
    const secret = 'Deniz pays 88.50 a piece'
    writeDraft(draftKey('anna', 'answer.PO-1'), secret)
    const [text = ''] = kept.values()
    expect(text).not.toContain('Deniz')
    kept.set(draftKey('bo', 'answer.PO-1'), text)
    kept.set(draftKey('anna', 'answer.PO-2'), text)
    expect(readDraft(draftKey('anna', 'answer.PO-2'), isText)).toBeNull()
    holdKey('bo', keyOf(2))
    expect(readDraft(draftKey('anna', 'answer.PO-1'), isText)).toBeNull()
    expect(readDraft(draftKey('bo', 'answer.PO-1'), isText)).toBeNull()
    holdKey('anna', keyOf(3))
    expect(readDraft(draftKey('anna', 'answer.PO-1'), isText)).toBeNull()
    holdKey('anna', keyOf(1))
    expect(readDraft(draftKey('anna', 'answer.PO-1'), isText)?.draft).toBe(secret)
  })

  // Would catch: a form that goes with its page after the sign-out, and writes what it held in clear, or over what was deleted.
  it('are not kept any more once their user has signed out, and are removed for that user alone', () => {
    writeDraft(draftKey('anna', 'a'), 'typed')
    kept.set(draftKey('bo', 'b'), '{"at":"2026-11-01","sealed":"x"}')
    expect(countDrafts('anna')).toBe(1)
    dropKey()
    writeDraft(draftKey('anna', 'a'), 'later')
    writeDraft(draftKey('anna', 'c'), 'later')
    holdKey('anna', keyOf(1))
    expect(readDraft(draftKey('anna', 'a'), isText)?.draft).toBe('typed')
    removeDrafts('anna')
    expect([...kept.keys()]).toEqual([draftKey('bo', 'b')])
  })

  it('of a version without seals are read, and sealed at their user’s sign-in', () => {
    const at = days(1)
    kept.set(draftKey('anna', 'x'), JSON.stringify({ draft: 'open', at }))
    expect(readDraft(draftKey('anna', 'x'), isText)).toEqual({ draft: 'open', at })
    sealOldDrafts('anna')
    expect(kept.get(draftKey('anna', 'x'))).not.toContain('open')
    expect(readDraft(draftKey('anna', 'x'), isText)).toEqual({ draft: 'open', at })
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
