import { describe, expect, it } from 'vitest'
import {
  firstMoment,
  makeKeyWatch,
  makePointerWatch,
  type Pressable,
  pressingKey,
} from '../../src/renderer/kit/fresh-press.ts'

const button = (element: string, record: string | null = null, words = element): Pressable => ({
  element,
  record,
  words,
})
const at = (x: number, y = 0) => ({ x, y })

describe('a press by pointer', () => {
  // Would catch: two clicks 250 to 400 ms apart that confirm two orders, the second unseen.
  it('waits where something else has come under a pointer that stands still', () => {
    const others: (Pressable | null)[] = [
      button('confirm', 'PO-2'),
      button('another', 'PO-1', 'confirm'),
      button('confirm', 'PO-1', 'Undo'),
    ]
    for (const other of others) {
      const watch = makePointerWatch()
      watch.moved(at(50), button('confirm', 'PO-1'))
      watch.looked(other, 1_000)
      expect(watch.isTooEarly(at(50), 1_000 + firstMoment - 1)).toBe(true)
      // A hand that trembles was not meant to go anywhere.
      watch.moved(at(53), other)
      expect(watch.isTooEarly(at(53), 1_200)).toBe(true)
      expect(watch.isTooEarly(at(53), 1_000 + firstMoment)).toBe(false)
    }
  })

  // Would catch: a guard that costs a fast user clicks on what stood still, or that they went to.
  it('is taken at once by what stood still, and by what the pointer went to', () => {
    const watch = makePointerWatch()
    const plus = button('plus', 'row 1')
    watch.moved(at(50), plus)
    // The page changes elsewhere, again and again.
    for (let ms = 0; ms < 300; ms += 10) {
      watch.looked({ ...plus }, ms)
      expect(watch.isTooEarly(at(50), ms)).toBe(false)
    }
    const menu = button('item')
    watch.looked(button('veil'), 300)
    watch.moved(at(90), menu)
    expect(watch.isTooEarly(at(90), 310)).toBe(false)
    // Would catch: a button that a message pushed away and gave back, and that takes no press since.
    watch.moved(at(50), plus)
    watch.looked(null, 350)
    watch.looked(button('link'), 360)
    expect(watch.isTooEarly(at(50), 365)).toBe(true)
    watch.looked({ ...plus }, 370)
    expect(watch.isTooEarly(at(50), 371)).toBe(false)
    watch.moved(at(90), menu)
    // Nothing to press came: nothing is kept from anybody.
    watch.looked(null, 400)
    expect(watch.isTooEarly(at(90), 401)).toBe(false)
  })

  // Would catch: a row that is double-clicked as the pointer comes to it, whose second click closes the drawer that the first opened.
  it('waits where the first of two clicks has just brought something, however fast the hand came', () => {
    const row = button('row', 'GP-1', '')
    const veil = button('veil', 'GP-1')
    const watch = makePointerWatch()
    watch.moved(at(50), row, 1_000)
    watch.looked(veil, 1_040)
    expect(watch.isTooEarly(at(50), 1_060)).toBe(false)
    watch.moved(at(90), row, 2_000)
    watch.pressed()
    watch.looked(veil, 2_040)
    expect(watch.isTooEarly(at(90), 2_060)).toBe(true)
    expect(watch.isTooEarly(at(90), 2_040 + firstMoment)).toBe(false)
    // Another place was gone to: it counts from its own coming.
    watch.moved(at(200), row, 3_000)
    watch.looked(veil, 3_010)
    expect(watch.isTooEarly(at(200), 3_020)).toBe(false)
  })
})

describe('Enter', () => {
  const first = button('confirm', 'PO-1')
  const second = button('confirm', 'PO-2')
  const key = { key: 'Ctrl+Enter', isRepeat: false, isTyped: false }

  // Would catch: a held key, or one struck twice, that goes through a whole stack of orders.
  it('acts on what it was pressed for and on nothing that comes after it', () => {
    const watch = makeKeyWatch()
    expect(watch.isTooEarly(key, first, 0)).toBe(false)
    expect(watch.isTooEarly({ ...key, isRepeat: true }, first, 50)).toBe(false)
    watch.looked(second, 200)
    expect(watch.isTooEarly({ ...key, isRepeat: true }, second, 210)).toBe(true)
    expect(watch.isTooEarly(key, second, 350)).toBe(true)
    expect(watch.isTooEarly({ ...key, isRepeat: true }, second, 2_000)).toBe(true)
    expect(watch.isTooEarly(key, second, 200 + firstMoment)).toBe(false)
  })

  // Would catch: scans that are lost because the box before was still opening; another key that pays for this one.
  it('ends every scan, and another key is not its echo', () => {
    const watch = makeKeyWatch()
    const scan = { key: 'Enter', isRepeat: false, isTyped: true }
    expect(watch.isTooEarly(scan, first, 0)).toBe(false)
    expect(watch.isTooEarly(scan, second, 30)).toBe(false)
    expect(watch.isTooEarly(scan, first, 60)).toBe(false)
    expect(watch.isTooEarly(key, second, 90)).toBe(false)
    // Tab or an arrow in between: the next button was chosen.
    watch.wentOn()
    expect(watch.isTooEarly(key, first, 100)).toBe(false)
  })
})

describe('Space', () => {
  const plain = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }

  // Would catch: two strokes of Space on "Confirm and next", the second on an order that nobody has seen.
  it('on what can be pressed is a press like Enter, with an echo of its own', () => {
    const watch = makeKeyWatch()
    const key = pressingKey({ ...plain, key: ' ' }, true) ?? ''
    expect(key).toBe('Space')
    const press = { key, isRepeat: false, isTyped: false }
    expect(watch.isTooEarly(press, button('confirm', 'PO-1'), 0)).toBe(false)
    watch.looked(button('confirm', 'PO-2'), 100)
    expect(watch.isTooEarly(press, button('confirm', 'PO-2'), 200)).toBe(true)
    expect(watch.isTooEarly(press, button('confirm', 'PO-2'), 100 + firstMoment)).toBe(false)
  })

  // Would catch: a guard that eats the blanks of what is typed.
  it('anywhere else is a key as any other', () => {
    expect(pressingKey({ ...plain, key: ' ' }, false)).toBeNull()
    expect(pressingKey({ ...plain, key: 'a' }, true)).toBeNull()
    expect(pressingKey({ ...plain, key: 'Enter', metaKey: true }, false)).toBe('Ctrl+Enter')
  })
})
