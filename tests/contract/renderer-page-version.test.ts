import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageVersion, programOf } from '../../src/renderer/host/page-version.ts'

const page = (file: string) =>
  `<html><body><div id="root"></div><script type="module" crossorigin src="./assets/${file}"></script></body></html>`

let given = ''
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response(given))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

// Would catch: a page that says for ever that a newer one is there, a hotel's sign-in page that is taken for one.
it('notices another page of the server, and nothing else, once', async () => {
  const heard: string[] = []
  const { look, onUpdate, updates } = pageVersion(() => 'assets/index-a.js')
  const stop = onUpdate(({ state }) => heard.push(state))
  for (const answer of [
    page('index-a.js'),
    '<html>Sign in to the hotel</html>',
    page('index-b.js'),
    page('index-c.js'),
  ]) {
    given = answer
    vi.advanceTimersByTime(61_000)
    await look()
  }
  stop()
  expect(heard).toEqual(['ready'])
  expect(await updates()).toEqual({ state: 'ready', version: 'assets/index-b.js', notes: '' })
})

// Would catch: a server that is asked by every open page at each press.
it('asks once a minute at most, and never for a page that was not built', async () => {
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return new Response(page('index-a.js'))
  })
  const { look } = pageVersion(() => 'assets/index-a.js')
  vi.advanceTimersByTime(61_000)
  await Promise.all([look(), look(), look()])
  await pageVersion(() => null).look()
  expect(asked).toBe(1)
})

it('finds the program of a page as it is built, and of no other', () => {
  expect(programOf(page('index-Bax-Xqxa.js'))).toBe('assets/index-Bax-Xqxa.js')
  expect(programOf('<script type="module" src="./assets/index-a.js"></script>')).toBe(null)
})
