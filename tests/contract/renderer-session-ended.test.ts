import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const storage = () => {
  const kept = new Map<string, string>()
  return {
    kept,
    stub: {
      get length() {
        return kept.size
      },
      key: (at: number) => [...kept.keys()][at] ?? null,
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
      clear: () => kept.clear(),
    },
  }
}
let local: ReturnType<typeof storage>
let session: ReturnType<typeof storage>

beforeEach(() => {
  local = storage()
  session = storage()
  vi.stubGlobal('localStorage', local.stub)
  vi.stubGlobal('sessionStorage', session.stub)
})
afterEach(() => vi.unstubAllGlobals())

// Would catch: a tech pack asked for without a session that leaves this computer as it was, or that takes along what people typed.
it('without a session, the download of a tech pack empties local storage as well; what people typed stays', async () => {
  const { renewAfter, setSessionRenewal } = await import('../../src/renderer/api/send.ts')
  const { renewOverPage } = await import('../../src/renderer/session/renew-session.ts')
  const { sessionAtom } = await import('../../src/renderer/session/session.ts')
  const { store } = await import('../../src/renderer/theme/theme.tsx')
  setSessionRenewal(renewOverPage)
  const fill = () => {
    store.set(sessionAtom, { state: 'signed-in', user: { id: 'anna' } as never })
    local.kept
      .set('theme', 'dark')
      .set('i18nextLng', 'zh')
      .set('selvedge.draft.anna.costing', '{"at":"x","sealed":"y"}')
    session.kept.set('box', '1')
  }
  const lost = { status: 401, code: 'unauthenticated', message: 'Please sign in.', details: {} } as const
  fill()
  expect(await renewAfter(lost, true, true)).toBe(false)
  expect(store.get(sessionAtom).state).toBe('signed-out')
  expect([[...local.kept.keys()], session.kept.size]).toEqual([['selvedge.draft.anna.costing'], 0])
  // Any other call leaves local storage as it is.
  fill()
  expect(await renewAfter(lost, false)).toBe(false)
  expect(store.get(sessionAtom).state).toBe('signed-out')
  expect(local.kept).toHaveProperty('size', 3)
  expect(session.kept.size).toBe(0)
})
