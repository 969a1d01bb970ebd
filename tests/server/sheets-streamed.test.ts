import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { sheetLimits } from '../../src/server/sheets/limits.ts'
import type { StreamedRows } from '../../src/server/sheets/sheet-jobs.ts'
import { stopSheetThreads, streamSheet } from '../../src/server/sheets/sheet-threads.ts'
import { column, sheet } from '../../src/shared/kernel/sheet.ts'

afterAll(stopSheetThreads)

const template = sheet({
  name: 'Names',
  noRows: 'no rows',
  columns: {
    code: column.code('recordCode', 'Code', '编号', { required: true }),
    name: column.text('Name', '名称', {}),
  },
  clears: true,
})
const limits = { ...sheetLimits, rows: 200_000 }

const read = (
  bytes: Buffer,
  take: (piece: StreamedRows) => Promise<void>,
  more: { user?: string; signal?: AbortSignal } = {},
) => streamSheet({ format: 'csv', name: 'names.csv', bytes, sought: [{ template }], limits }, take, more)

const many = (rows: number) =>
  Buffer.from(`Code,Name\n${Array.from({ length: rows }, (_, at) => `C${at},Name ${at}`).join('\n')}`)

describe('a file whose rows are given on as they are read', () => {
  // Would catch: a cancelled import whose last rows are written after its transaction was undone, by whoever has its connection then.
  it('ends only when nobody takes rows any more', async () => {
    const stopping = new AbortController()
    let [begun, ended] = [0, 0]
    const reading = read(
      many(30_000),
      async () => {
        begun++
        stopping.abort()
        await sleep(150)
        ended++
      },
      { signal: stopping.signal },
    )
    await expect(reading).rejects.toThrow('The upload was cancelled.')
    expect([begun, ended]).toEqual([1, 1])
    await sleep(200)
    expect(begun).toBe(1)
  })

  // Would catch: a handful of vendors that wait until somebody's million sales are through.
  it('does not wait for a large one when it is small', async () => {
    let isThrough = false
    const large = read(many(60_000), () => sleep(60)).then(() => {
      isThrough = true
    })
    await read(many(3), async () => undefined)
    expect(isThrough).toBe(false)
    await large
  })

  // Would catch: one person's imports that somebody else's single one has to wait for, and a file still read for whoever has left the line.
  it('comes after no more than one file of each other person, and of those who left not at all', async () => {
    const order: string[] = []
    const of = (user: string, signal?: AbortSignal) =>
      read(many(3), async () => void order.push(user), { user, ...(signal && { signal }) })
    const leaving = new AbortController()
    const mine = [of('busy'), of('busy'), of('busy'), of('busy')]
    const left = of('left', leaving.signal)
    const theirs = of('other')
    leaving.abort()
    await expect(left).rejects.toThrow('The upload was cancelled.')
    await Promise.all([...mine, theirs])
    expect(order.toSorted()).toEqual(['busy', 'busy', 'busy', 'busy', 'other'])
    expect(order.indexOf('other')).toBeLessThan(3)
  })

  // Would catch: somebody who sends imports without end, each with its bytes in memory until its turn.
  it('is refused where many of one person wait', async () => {
    const all = Array.from({ length: 12 }, () => read(many(3), async () => undefined, { user: 'greedy' }))
    const outcomes = await Promise.allSettled(all)
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []))
    expect(refused).toEqual(
      Array(3).fill('Several of your files are still being read. Please wait until they are done.'),
    )
  })

  // Would catch: a value cut, or a row lost, where the border of two pieces of the file runs through quotes, a line end or a letter.
  it('is read whole wherever its pieces end, in every way in which it may be written', async () => {
    const names = [`with, comma`, `two\r\nlines`, `a "quoted" one`, '广州怡禾服饰', 'é😀', `'=1+1`]
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    for (const [delimiter, encoding, shift] of [
      [',', 'utf8', 0],
      [';', 'utf8', 1],
      ['\t', 'utf8', 2],
      [',', 'utf16le', 3],
      [',', 'utf8', 5],
    ] as const) {
      const lines = Array.from(
        { length: 60_000 },
        (_, at) => `C${at}${delimiter}${quoted(names[at % names.length] ?? '')}`,
      )
      const text = `\uFEFFCode${delimiter}Name\r\nX${'0'.repeat(shift)}${delimiter}x\r\n${lines.join('\r\n')}\r\n`
      const got: string[] = []
      await read(Buffer.from(text, encoding), async ({ packed, faults }) => {
        expect(faults).toEqual([])
        for (const [, , name] of packed.rows) got.push(String(name))
      })
      expect(got.length, delimiter).toBe(60_001)
      const expected = ['with, comma', 'two lines', 'a "quoted" one', '广州怡禾服饰', 'é😀', '=1+1']
      expect(got.slice(1).every((name, at) => name === expected[at % expected.length])).toBe(true)
    }
  })
})
