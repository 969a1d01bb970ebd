import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { charOfKey, endsScan } from '../../src/renderer/scan/code-keys.ts'
import { makeEarlyKeys } from '../../src/renderer/scan/early-keys.ts'
import { makeOverhearing } from '../../src/renderer/scan/overheard.ts'
import { makeScanQueue, mostListed, type QueueGround } from '../../src/renderer/scan/scan-queue.ts'
import { cutScans, makeScanReader, type ReadScan } from '../../src/renderer/scan/scan-reader.ts'
import type { ScanRecord, ScanStore } from '../../src/renderer/scan/scan-store.ts'
import { makeSilence } from '../../src/renderer/scan/silence.ts'
import { nextUndo, scansOf } from '../../src/renderer/scan/use-undo-last.ts'
import { type AwaitedBox, makeAwaited } from '../../src/renderer/supplier/receiving/scan/awaited.ts'
import { looks, mostUrgent, type Standing } from '../../src/renderer/supplier/receiving/scan/outcomes.ts'
import { siteAt } from '../../src/renderer/supplier/receiving/scan/standing-site.ts'
import { countIn, freshTally } from '../../src/renderer/supplier/receiving/scan/tally.ts'
import { makeSscc, parseSscc } from '../../src/shared/kernel/sscc.ts'

const sscc = (serial: number, extension = 0) => makeSscc(extension, '6901234', serial)
const serials = fc.array(fc.integer({ min: 0, max: 999_999_999 }), { minLength: 1, maxLength: 8 })

/** Types texts into a reader, `gap` ms between two characters; what stands between two texts is up to the caller. */
function typing(gap: number) {
  const reader = makeScanReader()
  let at = 1_000
  const scans: ReadScan[] = []
  return {
    reader,
    scans,
    type(text: string) {
      for (const char of text) {
        at += gap
        scans.push(...reader.key(char, at))
      }
    },
    enter: () => scans.push(...reader.end()),
    pause(millis: number) {
      at += millis
      scans.push(...reader.silence(at))
    },
    codes: () => scans.map(({ code }) => code),
  }
}

/** A page whose keys and wakings wait while it is busy, on a clock that only the test moves. */
function busyPage() {
  let now = 1_000
  let wakings: { at: number; run: () => void }[] = []
  const reader = makeScanReader()
  const scans: string[] = []
  const silence = makeSilence({
    now: () => now,
    wake: (run, millis) => {
      const waking = { at: now + millis, run }
      wakings.push(waking)
      return waking
    },
    cancel: (waking) => {
      wakings = wakings.filter((one) => one !== waking)
    },
    isInputPending: () => false,
  })
  const take = (codes: readonly ReadScan[]) => scans.push(...codes.map(({ code }) => code))
  /** The keys of a text, the first at `from` by its own time, handed on now. */
  const handOn = (text: string, from: number, gap = 5) => {
    for (const [index, char] of [...text].entries()) {
      const at = from + gap * index
      take(reader.key(char, at))
      const wait = reader.idleTimeout()
      if (wait !== null) silence.after(at, wait, (ended) => take(reader.silence(ended)))
    }
  }
  const wakeDue = () => {
    const due = wakings.filter(({ at }) => at <= now)
    wakings = wakings.filter(({ at }) => at > now)
    for (const { run } of due) run()
  }
  return {
    scans,
    handOn,
    now: () => now,
    /** Time passes in which nothing runs; what was due runs behind it, keys of the browser's other processes not yet. */
    isBusyFor(millis: number) {
      now += millis
      wakeDue()
    },
    rests(millis: number) {
      for (let passed = 0; passed < millis; passed++) {
        now += 1
        wakeDue()
      }
    },
    enter() {
      silence.stop()
      take(reader.end())
    },
  }
}

describe('silence behind a code', () => {
  // Would catch: a code cut in two where the page was busy in the midst of it: its timer runs before the keys that were pressed meanwhile.
  it('is measured by the times of the keys, not by when a busy page comes to them', () => {
    const page = busyPage()
    const pressed = page.now()
    page.handOn('BT4004GRY', pressed)
    page.isBusyFor(700)
    expect(page.scans).toEqual([])
    page.rests(20)
    page.handOn('-XS', pressed + 45)
    page.isBusyFor(300)
    page.handOn('-LONG', pressed + 60)
    page.enter()
    expect(page.scans).toEqual(['BT4004GRY-XS-LONG'])
  })

  it('ends a code of a scanner without Enter, also on a page that is never at rest', () => {
    const page = busyPage()
    page.handOn('AC4005BLK-XL', page.now())
    page.rests(120)
    expect(page.scans).toEqual([])
    page.rests(80)
    expect(page.scans).toEqual(['AC4005BLK-XL'])
    page.handOn('AC4005BLK-M', page.now())
    for (let turn = 0; turn < 30; turn++) page.isBusyFor(150)
    expect(page.scans).toEqual(['AC4005BLK-XL', 'AC4005BLK-M'])
  })
})

describe('reading scans', () => {
  // Would catch: a scan lost or joined with the next when a scanner with Enter is faster than anything that waits.
  it('gives every code of a scanner that sends Enter, whatever it reads', () => {
    const codes = fc.array(fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{0,29}$/), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(codes, fc.integer({ min: 1, max: 25 }), (all, gap) => {
        const wanted = all.flatMap(cutScans)
        const typed = typing(gap)
        for (const code of all) {
          typed.type(code)
          typed.enter()
        }
        expect(typed.codes()).toEqual(wanted)
      }),
    )
  })

  // Would catch: a scanner without Enter whose codes never end, or end half read.
  it('gives the codes of a scanner that sends nothing behind them, after a pause', () => {
    fc.assert(
      fc.property(serials, fc.boolean(), fc.integer({ min: 1, max: 25 }), (numbers, withElement, gap) => {
        const codes = numbers.map((serial) => `${withElement ? '00' : ''}${sscc(serial)}`)
        const typed = typing(gap)
        for (const code of codes) {
          typed.type(code)
          typed.pause(300)
        }
        expect(typed.codes()).toEqual(codes)
        expect(typed.scans.every(({ by }) => by === 'scanner')).toBe(true)
      }),
    )
  })

  // Would catch: a code cut in two where a busy computer hands the keys of a scanner on late.
  it('waits for the other digits of a code when keys come late', () => {
    const code = sscc(1_464)
    const typed = typing(10)
    typed.type(code.slice(0, 14))
    typed.pause(150)
    typed.type(code.slice(14))
    typed.enter()
    expect(typed.codes()).toEqual([code])
  })

  // Would catch: the end of a code that is left standing, too short to be a scanner's by itself, where the keys halted in its midst.
  it('ends a code by a pause though its keys halted on the way', () => {
    const typed = typing(10)
    typed.type('QT4000GR')
    typed.pause(90)
    typed.type('Y-XS')
    typed.pause(130)
    expect(typed.scans).toEqual([{ code: 'QT4000GRY-XS', by: 'scanner' }])
  })

  // Would catch: a code with letters cut in two by a computer that halts in the middle of it, where this scanner ends its codes with Enter.
  it('waits for Enter once two codes of a scanner ended with it, and no more after one that did not', () => {
    const typed = typing(10)
    for (const code of ['BT4004LIL-XS', 'BT4004LIL-S']) {
      typed.type(code)
      typed.enter()
    }
    typed.type('BT4004GRY-')
    typed.pause(800)
    typed.type('S')
    typed.enter()
    typed.type('BT4004')
    typed.pause(800)
    typed.type('GRY-XS')
    typed.enter()
    expect(typed.codes().slice(2)).toEqual(['BT4004GRY-S', 'BT4004GRY-XS'])
    for (const code of ['AC4005BLK-XS', 'AC4005BLK-XL']) {
      typed.type(code)
      typed.pause(3_000)
    }
    expect(typed.codes().slice(4)).toEqual(['AC4005BLK-XS', 'AC4005BLK-XL'])
    typed.type('AC4005BLK-M')
    typed.pause(130)
    expect(typed.codes().at(-1)).toBe('AC4005BLK-M')
  })

  // Would catch: two codes without a pause between them that make one long unknown code.
  it('cuts apart by the check digit what ran together', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(999_999), fc.boolean()), { minLength: 2, maxLength: 6 }), (parts) => {
        const glued = parts.map(([serial, withElement]) => `${withElement ? '00' : ''}${sscc(serial, 3)}`)
        const cut = cutScans(glued.join(''))
        // Some digits are sound in more than one way; cut they are, and nothing is lost.
        expect(cut.join('')).toBe(glued.join(''))
        expect(cut.filter((code) => parseSscc(code) === null)).toEqual([])
      }),
    )
    expect(cutScans(`00${sscc(1)}${sscc(2)}`)).toEqual([`00${sscc(1)}`, sscc(2)])
    expect(cutScans(`${sscc(3)}00${sscc(4)}`)).toEqual([sscc(3), `00${sscc(4)}`])
    expect(cutScans(`]C100${sscc(5)}]C100${sscc(6)}`)).toEqual([`]C100${sscc(5)}`, `]C100${sscc(6)}`])
  })

  it('leaves whole what only looks like several codes', () => {
    expect(cutScans('SF1234567890SF0987654321')).toEqual(['SF1234567890SF0987654321'])
    expect(cutScans(`00${sscc(1)}1`)).toEqual([`00${sscc(1)}1`])
  })

  // Would catch: a code typed by hand that is sent after its sixth digit.
  it('waits for Enter while a hand types, also a quick one', () => {
    const typed = typing(75)
    typed.type(`00${sscc(7)}`)
    typed.pause(5_000)
    expect(typed.codes()).toEqual([])
    typed.enter()
    expect(typed.scans).toEqual([{ code: `00${sscc(7)}`, by: 'hand' }])
  })

  // Would catch: a key held down taken for a scanner.
  it('takes a held key for no scanner', () => {
    const reader = makeScanReader()
    for (let turn = 0; turn < 30; turn++) expect(reader.key('1', 33 * turn, turn > 0)).toEqual([])
    expect(reader.silence(5_000)).toEqual([])
  })

  // Would catch: half an SSCC sent because a wireless scanner halted for a moment.
  it('waits longer for the rest of an SSCC', () => {
    const typed = typing(5)
    typed.type(`00${sscc(8)}`.slice(0, 12))
    typed.pause(45)
    typed.type(`00${sscc(8)}`.slice(12))
    typed.pause(100)
    expect(typed.codes()).toEqual([`00${sscc(8)}`])
  })

  it('leaves standing what was typed long before a scan', () => {
    const typed = typing(5)
    typed.type('7')
    typed.pause(2_000)
    typed.type('SF1234567890')
    typed.enter()
    expect(typed.codes()).toEqual(['SF1234567890'])
    expect(typed.reader.text()).toBe('7')
  })

  // Would catch: full-width digits of a Chinese input method that no server knows.
  it('makes full-width letters and digits plain', () => {
    const typed = typing(5)
    typed.type('ＳＦ１２３４')
    typed.enter()
    expect(typed.codes()).toEqual(['SF1234'])
  })
})

describe('scans that come before their screen', () => {
  /** Presses keys `gap` ms apart, from `from` on; gives when the last one was pressed. */
  const press = (early: ReturnType<typeof makeEarlyKeys>, text: string, from: number, gap = 4) => {
    for (const [at, char] of [...text].entries()) early.hear({ char, at: from + at * gap }, false)
    return from + (text.length - 1) * gap
  }
  const codesOf = (keys: readonly { char: string | null }[]) => keys.map(({ char }) => char ?? '⏎').join('')

  // Would catch: boxes scanned while the station is still loading that nobody hears of.
  it('are kept with their ends, whether a scanner sends Enter or not', () => {
    const early = makeEarlyKeys()
    expect(early.end(press(early, '00690123400000001', 1_000) + 4)).toBe(true)
    press(early, '00690123400000002', 1_500)
    expect(codesOf(early.take(3_000).codes)).toBe('00690123400000001⏎00690123400000002')
    expect(early.take(3_000)).toEqual({ codes: [], open: [] })
  })

  // Would catch: a shelf's short code that nobody hears of, with the boxes scanned before it, its Enter pressing the link to the screen.
  it('are kept with their Enter where they are short, and come faster than fingers roll over the keys', () => {
    const early = makeEarlyKeys()
    press(early, '00690123400000001', 1_000)
    expect(early.end(press(early, 'A-1', 2_000, 16) + 16)).toBe(true)
    expect(early.end(press(early, 'B2-10', 3_000) + 4)).toBe(true)
    expect(codesOf(early.take(4_000).codes)).toBe('00690123400000001A-1⏎B2-10⏎')
    // A hand: rolled keys, an Enter that is pressed behind quick ones, too few of them, or none behind them.
    expect(early.end(press(early, 'jkl', 5_000, 25) + 25)).toBe(false)
    expect(early.end(press(early, 'jkl', 6_000, 8) + 60)).toBe(false)
    expect(early.end(press(early, 'jk', 7_000) + 4)).toBe(false)
    press(early, 'jkl', 8_000)
    expect(early.take(9_000)).toEqual({ codes: [], open: [] })
  })

  // Would catch: a code cut in two where the screen appears in the middle of it.
  it('go on where the screen appears in the middle of one', () => {
    const early = makeEarlyKeys()
    const at = press(early, '006', 1_000)
    expect(codesOf(early.take(at + 10).open)).toBe('006')
    const later = press(early, '006', 2_000)
    expect(early.take(later + 500)).toEqual({ codes: [], open: [] })
    const long = press(early, '00690123', 3_000)
    expect(codesOf(early.take(long + 10).codes)).toBe('00690123')
  })

  // Would catch: letters of a hand, or what was scanned before a screen was asked for, taken in by that screen.
  it('are none of a hand’s keys, and none from before it pressed something', () => {
    const early = makeEarlyKeys()
    expect(early.end(press(early, 'SSSSSSSS', 1_000, 90) + 50)).toBe(false)
    expect(early.take(2_000).codes).toEqual([])
    press(early, '00690123400000001', 3_000)
    early.forget()
    expect(early.take(3_500).codes).toEqual([])
    press(early, '00690123400000001', 4_000)
    expect(early.end(6_000)).toBe(false)
    expect(early.take(6_100).codes).toEqual([])
    press(early, '00690123400000001', 7_000)
    expect(early.take(70_000).codes).toEqual([])
  })
})

describe('keys in a field of numbers', () => {
  /** What was told with each key, and the keys that were given for a scan. */
  const hear = (keys: readonly (readonly [char: string, at: number, isRepeated?: boolean])[]) => {
    const overhearing = makeOverhearing()
    const told = keys.map(([char, at, isRepeated = false]) => overhearing.hear({ char, at }, isRepeated))
    const text = overhearing
      .take()
      .map(({ char }) => char)
      .join('')
    return { told, text }
  }
  const keys = (text: string, gap: number, from = 0) => [...text].map((char, at) => [char, from + at * gap] as const)

  // Would catch: a scanned EAN or "NM10023-RED-M" that becomes the count 10023.
  it('are a scan as soon as they came as only a scanner’s do, from the first of them on', () => {
    for (const code of ['NM10023-RED-M', '6901234567892'])
      for (const gap of [1, 12, 30]) {
        const { told, text } = hear([['7', 0], ...keys(code, gap, 90).slice(0, 6)])
        expect(told).toEqual(['begins', 'begins', 'goes on', 'goes on', 'goes on', 'goes on', 'scan'])
        expect(text).toBe(code.slice(0, 6))
      }
  })

  // Would catch: "120" from quick fingers, or a held key, taken out of the cell it was typed in.
  it('stay there when hands typed them', () => {
    const typed = fc.tuple(fc.stringMatching(/^\d{1,5}$/), fc.integer({ min: 1, max: 60 }))
    fc.assert(fc.property(typed, ([text, gap]) => !hear(keys(text, gap)).told.includes('scan')))
    expect(hear(keys('123456789', 45)).told).not.toContain('scan')
    expect(hear(keys('1'.repeat(30), 33).map(([char, at]) => [char, at, at > 0])).told).not.toContain('scan')
  })
})

describe('keys under an input method', () => {
  const pressed = (key: string, code: string, more: Partial<KeyboardEvent> = {}) =>
    ({
      key,
      code,
      shiftKey: false,
      ctrlKey: false,
      altKey: false,
      metaKey: false,
      isComposing: false,
      ...more,
    }) as never

  // Would catch: a scan of which the input method eats the letters, or the Enter.
  it('are read by their place', () => {
    const keys = [...'SF12-9'].map((char) =>
      pressed('Process', char === '-' ? 'Minus' : /\d/.test(char) ? `Digit${char}` : `Key${char}`, { keyCode: 229 }),
    )
    expect(keys.map((key) => charOfKey(key)).join('')).toBe('SF12-9')
    expect(charOfKey(pressed('Process', 'Numpad4', { keyCode: 229 }))).toBe('4')
    expect(endsScan(pressed('Process', 'Enter', { keyCode: 229 }))).toBe(true)
    expect(endsScan(pressed('Process', 'Digit1', { keyCode: 229 }))).toBe(false)
  })

  it('shortcuts write nothing, but the separator of GS1 does', () => {
    expect(charOfKey(pressed('z', 'KeyZ', { ctrlKey: true }))).toBeNull()
    expect(charOfKey(pressed(']', 'BracketRight', { ctrlKey: true }))).toBe('\u001d')
  })
})

interface Answer {
  outcome: string
}

/** A store that outlives its queue, as the browser's does. */
function memory(): ScanStore<Answer> & { saved: Map<string, ScanRecord<Answer>> } {
  const saved = new Map<string, ScanRecord<Answer>>()
  return {
    saved: saved,
    load: async (owner) => [...saved.values()].filter((one) => one.owner === owner).sort((a, b) => a.order - b.order),
    put: async (records) => {
      for (const record of records) saved.set(record.scan_id, record)
    },
    remove: async (ids) => {
      for (const id of ids) saved.delete(id)
    },
  }
}

class Refused extends Error {}

/** A server that takes each box once, and knows a scan that it has seen. */
function door() {
  const seen = new Map<string, string>()
  const boxes = new Set<string>()
  const calls: string[][] = []
  const take = (record: ScanRecord<Answer>): Answer => {
    const before = seen.get(record.scan_id)
    if (before) return { outcome: before }
    const outcome =
      record.action === 'undo'
        ? boxes.delete(record.code)
          ? 'undone'
          : 'not_undone'
        : boxes.has(record.code)
          ? 'duplicate'
          : 'inwarded'
    if (outcome === 'inwarded') boxes.add(record.code)
    seen.set(record.scan_id, outcome)
    return { outcome }
  }
  return { boxes, calls, seen, take }
}

let ids = 0

function open(
  store: ScanStore<Answer>,
  send: QueueGround<Answer>['send'],
  owner = 'one',
  more: Pick<QueueGround<Answer>, 'foresee'> = {},
) {
  const queue = makeScanQueue<Answer>({
    ...more,
    owner,
    store,
    send,
    judge: (failure) => (failure instanceof Refused ? 'refused' : 'again'),
    refused: () => ({ outcome: 'refused' }),
    isTaken: ({ outcome }) => outcome === 'inwarded',
    newId: () => `id-${++ids}`,
    now: () => new Date(),
    wait: () => new Promise((resolve) => setTimeout(resolve, 1)),
  })
  queue.start(() => true)
  return queue
}

const settled = (queue: ReturnType<typeof open>) =>
  expect.poll(() => queue.state().isLoaded && queue.state().waiting, { timeout: 5_000 }).toBe(0)
const outcomes = (queue: ReturnType<typeof open>) =>
  queue.state().listed.map(({ record, undo }) => undo?.result?.outcome ?? record.result?.outcome)

describe('scans on their way', () => {
  // Would catch: a scan dropped, sent twice or sent out of turn when calls fail before or after the server did the work.
  it('reach the server once each, through any failures', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('ok', 'lost-before', 'lost-after'), { maxLength: 30 }),
        async (ways) => {
          const server = door()
          const plan = [...ways]
          const queue = open(memory(), async (batch) => {
            const way = plan.shift() ?? 'ok'
            if (way === 'lost-before') throw new Error('no connection')
            const results = batch.map(server.take)
            if (way === 'lost-after') throw new Error('no answer')
            return results
          })
          for (let n = 0; n < 40; n++) queue.scan(`box-${n}`, 'inward', null)
          await settled(queue)
          expect(outcomes(queue)).toEqual(Array(40).fill('inwarded'))
          expect([...server.boxes]).toEqual(Array.from({ length: 40 }, (_, n) => `box-${n}`))
        },
      ),
      { numRuns: 30 },
    )
  })

  // Would catch: scans that die with the page.
  it('outlive the page that made them', async () => {
    const store = memory()
    const server = door()
    const first = open(store, async () => {
      throw new Error('no connection')
    })
    for (let n = 0; n < 120; n++) first.scan(`box-${n}`, 'inward', null)
    await expect.poll(() => store.saved.size).toBe(120)
    const second = open(store, async (batch) => batch.map(server.take))
    second.scan('box-later', 'inward', null)
    await settled(second)
    expect(server.boxes.size).toBe(121)
    expect(outcomes(second)).toEqual(Array(121).fill('inwarded'))
  })

  // Would catch: another user's scans, or another server's, sent under this one's name.
  it('are sent only by whoever made them', async () => {
    const store = memory()
    const lost = open(store, async () => {
      throw new Error('no connection')
    })
    lost.scan('box-1', 'inward', null)
    await expect.poll(() => store.saved.size).toBe(1)
    const server = door()
    const other = open(store, async (batch) => batch.map(server.take), 'another')
    other.scan('box-2', 'inward', null)
    await settled(other)
    expect([...server.boxes]).toEqual(['box-2'])
  })

  // Would catch: a station as slow as its disk, and scans sent as the next user's because their own left meanwhile.
  it('do not wait for a slow disk, and go in their own user’s name only', async () => {
    const store = { ...memory(), put: () => new Promise<void>(() => undefined) }
    const server = door()
    const queue = open(store, async (batch) => batch.map(server.take))
    await settled(queue)
    let isHere = true
    queue.start(() => isHere)
    queue.scan('box-1', 'inward', null)
    await settled(queue)
    expect([...server.boxes]).toEqual(['box-1'])
    isHere = false
    queue.scan('box-2', 'inward', null)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect([...server.boxes]).toEqual(['box-1'])
    expect(queue.state().waiting).toBe(1)
    isHere = true
    queue.start(() => isHere)
    await settled(queue)
    expect([...server.boxes]).toEqual(['box-1', 'box-2'])
  })

  // Would catch: one code that the server never takes and that holds up all those behind it.
  it('are sent one by one where a call is refused, and only the one at fault is', async () => {
    const server = door()
    const queue = open(memory(), async (batch) => {
      if (batch.some(({ code }) => code === 'bad')) throw new Refused()
      return batch.map(server.take)
    })
    for (const code of ['a', 'b', 'bad', 'c', 'd']) queue.scan(code, 'inward', null)
    await settled(queue)
    expect(outcomes(queue).toReversed()).toEqual(['inwarded', 'inwarded', 'refused', 'inwarded', 'inwarded'])
  })

  // Would catch: an undo that overtakes its scan, and one that takes back a box which somebody else took in.
  it('are taken back in their turn, and only if they were taken by that scan', async () => {
    const server = door()
    server.boxes.add('in-before')
    const queue = open(memory(), async (batch) => batch.map(server.take))
    const taken = queue.scan('box-1', 'inward', null)
    const duplicate = queue.scan('in-before', 'inward', null)
    queue.undo(taken?.scan_id ?? '', 'undo')
    queue.undo(duplicate?.scan_id ?? '', 'undo')
    queue.scan('box-2', 'inward', null)
    await settled(queue)
    expect(outcomes(queue)).toEqual(['inwarded', 'duplicate', 'undone'])
    expect([...server.boxes].sort()).toEqual(['box-2', 'in-before'])
  })

  // Would catch: an undo refused after a reload, since signing out in another tab had dropped the scan that it takes back.
  it('are taken back after the page, also where only the page still knew them', async () => {
    const store = memory()
    const server = door()
    const first = open(store, async (batch) => {
      if (batch.some(({ takesBack }) => takesBack !== null)) throw new Error('no connection')
      return batch.map(server.take)
    })
    const taken = first.scan('box-1', 'inward', null)
    await settled(first)
    store.saved.clear()
    first.undo(taken?.scan_id ?? '', 'undo')
    await expect.poll(() => store.saved.size).toBe(2)
    const second = open(store, async (batch) => batch.map(server.take))
    await settled(second)
    expect(outcomes(second)).toEqual(['undone'])
    expect([...server.boxes]).toEqual([])
  })

  // Would catch: a refused entry that was put right and comes back after a reload, and one that is dropped before it has its answer.
  it('leave the list for good once their user has seen to them, but not while they wait', async () => {
    const store = memory()
    const server = door()
    server.boxes.add('in-before')
    let isOpen = false
    const queue = open(store, async (batch) => {
      if (!isOpen) throw new Error('no connection')
      return batch.map(server.take)
    })
    const duplicate = queue.scan('in-before', 'inward', null)?.scan_id ?? ''
    queue.scan('box-1', 'inward', null)
    queue.drop(duplicate)
    isOpen = true
    await settled(queue)
    expect(outcomes(queue)).toEqual(['inwarded', 'duplicate'])
    queue.drop(duplicate)
    expect(outcomes(queue)).toEqual(['inwarded'])
    const later = open(store, async (batch) => batch.map(server.take))
    await settled(later)
    expect(outcomes(later)).toEqual(['inwarded'])
  })

  // Would catch: a list that grows without end, and scans that are forgotten because the list does not.
  it('are all sent, though the list shows the last ones only', async () => {
    const store = memory()
    const server = door()
    const queue = open(store, async (batch) => batch.map(server.take))
    for (let n = 0; n < mostListed + 150; n++) queue.scan(`box-${n}`, 'inward', null)
    await settled(queue)
    expect(server.boxes.size).toBe(mostListed + 150)
    expect(queue.state().listed).toHaveLength(mostListed)
    await expect.poll(() => store.saved.size).toBe(mostListed)
  })
})

describe('the scan that is undone', () => {
  type Listed = Parameters<typeof nextUndo<{ outcome: string }>>[0][number]
  const listed = (scan_id: string, outcome: string, isUndone = false) =>
    ({ record: { scan_id, result: { outcome } }, undo: isUndone ? {} : null, foreseen: null }) as unknown as Listed
  const canUndo = ({ record, undo }: Listed) => undo === null && record.result?.outcome === 'put_away'
  const next = (...all: Listed[]) => {
    const found = nextUndo(all, canUndo)
    return found && [found.scan.record.scan_id, found.isEarlier]
  }

  // Would catch: an undo after a refused scan that takes the last good one back, pieces and all, while the screen shows the refusal.
  it('is the last without a question, an earlier one only when asked for by name', () => {
    expect(next(listed('b', 'put_away'), listed('a', 'put_away'))).toEqual(['b', false])
    expect(next(listed('c', 'unknown'), listed('b', 'put_away'))).toEqual(['b', true])
    expect(next(listed('b', 'put_away', true), listed('a', 'put_away'))).toEqual(['a', true])
    expect(next(listed('c', 'unknown'))).toBeNull()
  })

  // Would catch: the undo at one gate pass that takes back a piece of another, or without a question what was scanned before it was opened.
  it('is one of this place, and asked about where it was read before the station was opened', () => {
    const at = (scan_id: string, place: string, scanned_at: string) => {
      const one = listed(scan_id, 'put_away')
      return { ...one, record: { ...one.record, place, scanned_at } }
    }
    const all = [at('b', 'GP-2', '2026-11-24T06:02:00Z'), at('a', 'GP-1', '2026-11-24T06:01:00Z')]
    const here = scansOf(all, (place) => place === 'GP-1')
    expect(here.map(({ record }) => record.scan_id)).toEqual(['a'])
    expect(nextUndo(here, canUndo, '2026-11-24T06:03:00Z')).toEqual({ scan: here[0], isEarlier: true })
    expect(nextUndo(here, canUndo, '2026-11-24T06:00:00Z')).toEqual({ scan: here[0], isEarlier: false })
  })
})

describe('what a station knows beforehand', () => {
  const box = (serial: number, more: Partial<AwaitedBox> = {}) =>
    ({ sscc: sscc(serial), shipment_id: 'SHP-1', site: 'CN-QC', ...more }) as AwaitedBox
  /** A server with these boxes on their way, in pages of two, and a clock that stands. */
  function station(boxes: AwaitedBox[], { onPage = () => {} }: { onPage?: () => void } = {}) {
    const asked: string[] = []
    const clock = { at: 0, isDown: false }
    const awaited = makeAwaited({
      async load({ site, shipment_id }, cursor) {
        asked.push(shipment_id ?? site ?? 'all')
        if (clock.isDown) throw new Error('no connection')
        const from = Number(cursor ?? 0)
        const mine = boxes.filter((one) => !shipment_id || one.shipment_id === shipment_id)
        const rows = mine.slice(from, from + 2)
        onPage()
        return { rows, next_cursor: from + 2 < mine.length ? String(from + 2) : null }
      },
      idle: async () => {},
      now: () => clock.at,
    })
    return { awaited, asked, clock, quiet: () => new Promise((resolve) => setTimeout(resolve, 5)) }
  }

  // Would catch: a second scan of a box that is called expected, though the first has taken it in.
  it('is told of a scan once, in whatever form the code is read', async () => {
    const { awaited, quiet } = station([box(1), box(2), box(3)])
    awaited.open(null)
    await quiet()
    expect(awaited.take(`00${sscc(3)}`, null)).toMatchObject({ sscc: sscc(3) })
    expect(awaited.take(sscc(3), null)).toBeNull()
    expect(awaited.take(sscc(4), null)).toBeNull()
    expect(awaited.take('SF0000NOBODY', null)).toBeNull()
    awaited.back(box(3))
    expect(awaited.take(sscc(3), null)).toMatchObject({ sscc: sscc(3) })
  })

  // Would catch: a box of another site that is shown in green until the server answers, and one that came elsewhere long ago.
  it('is of this site and of late', async () => {
    const { awaited, clock, quiet } = station([box(1, { site: 'CN-QC-2' }), box(2)])
    awaited.open('CN-QC')
    await quiet()
    expect(awaited.take(sscc(1), 'CN-QC')).toBeNull()
    clock.at += 31 * 60_000
    expect(awaited.take(sscc(2), 'CN-QC')).toBeNull()
  })

  // Would catch: a page that was read before the scan and calls its box awaited again.
  it('does not come back with a page that was under way', async () => {
    let scan = () => {}
    const { awaited, quiet } = station([box(1), box(2)], { onPage: () => scan() })
    scan = () => awaited.answered(box(1))
    awaited.open(null)
    await quiet()
    expect(awaited.take(sscc(1), null)).toBeNull()
    expect(awaited.take(sscc(2), null)).not.toBeNull()
    // Nor where its answer comes after the page.
    awaited.answered(box(2))
    awaited.back(box(2))
    awaited.answered(box(2))
    expect(awaited.take(sscc(2), null)).toBeNull()
  })

  // Would catch: a shipment sent after the station opened, each of whose boxes waits for the server; one call a scan; and a
  // station that never asks again after the connection was gone.
  it('grows with the first box of a shipment that it did not know', async () => {
    const boxes = [box(1)]
    const { awaited, asked, clock, quiet } = station(boxes)
    clock.isDown = true
    awaited.open(null)
    await quiet()
    clock.isDown = false
    boxes.push(box(7, { shipment_id: 'SHP-2' }), box(8, { shipment_id: 'SHP-2' }), box(9, { shipment_id: 'SHP-2' }))
    expect(awaited.take(sscc(7), null)).toBeNull()
    awaited.came(box(7, { shipment_id: 'SHP-2', boxes_in_shipment: 3 }))
    awaited.came(box(7, { shipment_id: 'SHP-2', boxes_in_shipment: 3 }))
    await quiet()
    expect(awaited.take(sscc(8), null)).not.toBeNull()
    expect(awaited.take(sscc(9), null)).not.toBeNull()
    expect(asked).toEqual(['all', 'SHP-2', 'SHP-2'])
    awaited.open(null)
    await quiet()
    // What failed is asked again a little later, and not with every scan.
    expect(asked).toHaveLength(3)
    clock.at += 10_000
    awaited.open(null)
    await quiet()
    expect(awaited.take(sscc(1), null)).not.toBeNull()
  })

  // Would catch: a foreseen scan that is taken for answered, is not sent, or hides what the server then says.
  it('gives way to the answer', async () => {
    const server = door()
    server.boxes.add('elsewhere')
    const foresee = () => ({ outcome: 'inwarded' })
    const queue = open(memory(), async (batch) => batch.map(server.take), 'one', { foresee })
    queue.scan('elsewhere', 'inward', null)
    const [first] = queue.state().listed
    expect(first).toMatchObject({ record: { result: null }, foreseen: { outcome: 'inwarded' } })
    await settled(queue)
    expect(outcomes(queue)).toEqual(['duplicate'])
  })
})

describe('the site of a workstation', () => {
  const [a, b] = [{ site: 'A' }, { site: 'B' }]
  // Would catch: a station that takes boxes of several sites in at none; one that stands still while the server is not there yet.
  it.each([
    ['is the only one', [a], null, 'A', false],
    ['is the only one, whatever was chosen', [a], 'GONE', 'A', false],
    ['is the chosen one', [a, b], 'B', 'B', false],
    ['is missing while nobody has chosen', [a, b], null, null, true],
    ['is missing once the chosen one is gone', [a, b], 'GONE', null, true],
    ['is what was chosen before, while the sites are not known', [], 'B', 'B', false],
    ['is left to the server, while neither is known', [], null, null, false],
  ])('%s', (_, sites, chosen, code, isMissing) => {
    expect(siteAt(sites, chosen)).toMatchObject({ code, isMissing })
  })
})

describe('the sounds of the door', () => {
  // Would catch: an outcome that is never heard, since nobody said how urgent it is.
  it('are heard of every outcome that has one', () => {
    const heard = (Object.keys(looks) as Standing[]).filter((standing) => looks[standing].sound !== null)
    expect(heard.map((standing) => mostUrgent([standing]))).toEqual(heard)
  })
})

describe('the count of a session', () => {
  it('takes back what was taken back', () => {
    const outcomes = ['inwarded', 'inwarded', 'duplicate', 'undone', 'unknown'] as const
    const scans = outcomes.map((outcome, at) => ({ scan_id: `scan-${at}`, outcome }))
    const tally = countIn(freshTally(new Date(0)), scans)
    expect(tally.counts).toMatchObject({ inwarded: 1, duplicate: 1, unknown: 1, undone: 1 })
    // Would catch: a page that is reloaded before it noted its answers, asks again, and says 112 of 100 boxes.
    expect(countIn(tally, scans).counts).toEqual(tally.counts)
  })
})
