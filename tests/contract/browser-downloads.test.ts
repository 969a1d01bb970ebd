import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { handOver } from '../../src/renderer/host/browser-files.ts'

describe('downloads of a browser', () => {
  const clicks: number[] = []
  beforeEach(() => {
    vi.useFakeTimers()
    const anchor = { click: () => clicks.push(performance.now()), remove: () => undefined }
    vi.stubGlobal('document', { createElement: () => anchor, body: { append: () => undefined } })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  // Would catch: templates that never come though "Downloaded" is said: Chromium lets go of the eleventh within a second.
  it('never begin more than ten in a second', async () => {
    const all = Promise.all(Array.from({ length: 25 }, (_, at) => handOver(new Blob(['x']), `${at}.xlsx`)))
    expect(clicks).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(25 * 200)
    await all
    expect(clicks).toHaveLength(25)
    expect(clicks.filter((at, index) => at - (clicks[index - 10] ?? -1e9) <= 1000)).toEqual([])
  })
})
