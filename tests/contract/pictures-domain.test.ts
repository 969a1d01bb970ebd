import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../src/renderer/api/api-error.ts'
import { makePictureSending, mayWork } from '../../src/renderer/ops/pictures/picture-sending.ts'
import { makePictureCache } from '../../src/renderer/pictures/picture-cache.ts'
import {
  colourCodeOf,
  type NamedStyle,
  plainKey,
  readPictureName,
  styleKeysOf,
} from '../../src/shared/areas/pictures/file-names.ts'
import { clothOf, contrastOf, initialsOf, swatchOf } from '../../src/shared/areas/pictures/swatch.ts'

const colours = [
  { color: 'Black', color_zh: '黑色', codes: ['NV1001BLK'] },
  { color: 'Heather Grey', color_zh: '麻灰色', codes: ['NV1001GRY'] },
  { color: 'Colour 1', color_zh: '颜色1', codes: [] },
]
const styles: NamedStyle[] = [
  { code: 'NV-1001', colours },
  { code: 'NV-1001-2', colours: [] },
  { code: 'LG 77', colours: [] },
]
const read = (name: string) => readPictureName(name, styles)

describe('what a file is called', () => {
  // Would catch: pictures of a photographer's usual names that nobody can bring in.
  it.each([
    ['NV-1001.jpg', 'NV-1001', null, 1],
    ['nv1001.JPEG', 'NV-1001', null, 1],
    ['shoot/spring/NV_1001.webp', 'NV-1001', null, 1],
    ['NV-1001_BLACK.png', 'NV-1001', 'Black', 1],
    ['NV-1001-Black-3.jpg', 'NV-1001', 'Black', 3],
    ['NV 1001 heather grey (2).jpg', 'NV-1001', 'Heather Grey', 2],
    ['NV-1001-黑色.jpg', 'NV-1001', 'Black', 1],
    ['ＮＶ－１００１＿麻灰色＿０４.jpg', 'NV-1001', 'Heather Grey', 4],
    ['NV-1001-3.jpg', 'NV-1001', null, 3],
    ['NV-1001_COLOUR 1.jpg', 'NV-1001', 'Colour 1', 1],
    ['NV1001BLK.jpg', 'NV-1001', 'Black', 1],
    ['NV-1001-GRY-2.jpg', 'NV-1001', 'Heather Grey', 2],
    ['lg77.jpg', 'LG 77', null, 1],
  ])('%s', (name, style, color, position) => {
    expect(read(name)).toEqual({ style, color, position })
  })

  // Would catch: a style whose code ends like a number of another's picture, never reached.
  it('means the longest code that fits', () => {
    expect(read('NV-1001-2.jpg')).toEqual({ style: 'NV-1001-2', color: null, position: 1 })
    expect(read('NV-1001-2-2.jpg')).toEqual({ style: 'NV-1001-2', color: null, position: 2 })
  })

  // Would catch: a picture that goes to another style or colour than its name says; a refusal without its reason.
  it.each([
    ['IMG_2031.jpg', { fault: 'no_style' }],
    ['.jpg', { fault: 'no_style' }],
    ['NV-1001-Purple.jpg', { fault: 'no_colour', style: 'NV-1001', words: 'PURPLE' }],
    ['NV-1001-Black-back.jpg', { fault: 'no_colour', style: 'NV-1001', words: 'BLACK BACK' }],
    ['NV-1001-Black-0.jpg', { fault: 'no_colour', style: 'NV-1001', words: 'BLACK 0' }],
    ['NV-1001-Black-100.jpg', { fault: 'no_colour', style: 'NV-1001', words: 'BLACK 100' }],
  ])('%s says nothing', (name, fault) => {
    expect(read(name)).toEqual(fault)
  })

  it('names both where two styles are called alike', () => {
    // Would catch: a picture put on whichever style came first.
    const twins = [...styles, { code: 'NV.1001', colours: [] }]
    expect(readPictureName('NV1001.jpg', twins)).toEqual({ fault: 'several', styles: ['NV-1001', 'NV.1001'] })
  })

  it('is read alike however it is written, and never throws', () => {
    // Would catch: a way of writing blanks and dashes that one part knows and another does not.
    const code = fc.stringMatching(/^[A-Z]{1,4}[-_ .]?[0-9]{3,6}$/)
    const glue = fc.constantFrom('-', '_', ' ', '.', '  ', ' - ')
    fc.assert(
      fc.property(
        code,
        glue,
        fc.constantFrom(...colours),
        fc.integer({ min: 1, max: 99 }),
        fc.boolean(),
        (of, by, colour, place, isZh) => {
          const word = isZh ? colour.color_zh : colour.color.toLowerCase()
          const one: NamedStyle = { code: of, colours }
          expect(readPictureName(`${of.toLowerCase()}${by}${word}${by}${place}.jpg`, [one])).toEqual({
            style: of,
            color: colour.color,
            position: place,
          })
          expect(styleKeysOf(`${of}${by}${word}.png`)).toContain(plainKey(of))
        },
      ),
    )
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => void read(name)))
  })

  it('knows a colour by the codes of its SKUs', () => {
    expect(colourCodeOf('NV1001BLK-M', 'M')).toBe('NV1001BLK')
    expect(colourCodeOf('NV-1001-BLK-3XL', '3XL')).toBe('NV1001BLK')
    expect(colourCodeOf('NV1001', 'M')).toBeNull()
    expect(colourCodeOf('M', 'M')).toBeNull()
  })
})

describe('what stands where there is no picture', () => {
  it('is the same for a name always, and its letters can be read on it', () => {
    // Would catch: pale letters on ivory, black ones on navy; a colour that changes from screen to screen.
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom('Black', 'Ivory', 'Wine Red', 'Heather Grey', 'Teal'), fc.string()),
        (name) => {
          const { cloth, ink } = swatchOf(name, 'S')
          expect(contrastOf(cloth, ink)).toBeGreaterThanOrEqual(4.5)
          expect(swatchOf(name, 'S')).toEqual({ cloth, ink })
        },
      ),
    )
    expect(clothOf('Wine Red')).not.toEqual(clothOf('Red'))
  })

  it('has the initials of the style in either language', () => {
    expect(initialsOf('Aurora Lace Plunge Bra', 'LG1001')).toBe('AL')
    expect(initialsOf('晨曦蕾丝深V文胸', 'LG1001')).toBe('晨')
    expect(initialsOf('', 'LG1001')).toBe('L')
  })
})

describe('pictures on the page', () => {
  function ground(atOnce = 2, mostUnused = 1) {
    const asked: string[] = []
    const dropped: string[] = []
    const ends = new Map<string, (isThere: boolean) => void>()
    const cache = makePictureCache({
      atOnce,
      mostUnused,
      load: (id) => {
        asked.push(id)
        return new Promise((resolve, reject) =>
          ends.set(id, (isThere) => (isThere ? resolve(new Blob()) : reject(new Error('no')))),
        )
      },
      makeUrl: () => `blob:${asked.length}`,
      dropUrl: (url) => dropped.push(url),
    })
    const end = async (id: string, isThere = true) => {
      ends.get(id)?.(isThere)
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
    return { cache, asked, dropped, end }
  }
  const nobody = () => undefined

  it('asks once for what many show, and not at all for what scrolled away', async () => {
    // Would catch: a list that asks for every row that was ever in sight, or for a picture once a row.
    const { cache, asked, end } = ground()
    cache.show('a', 'small', nobody)
    cache.show('a', 'small', nobody)
    cache.show('b', 'small', nobody)
    const leave = cache.show('c', 'small', nobody)
    cache.show('d', 'small', nobody)
    leave()
    await end('a')
    await end('b')
    expect(asked).toEqual(['a', 'b', 'd'])
    expect(cache.url('a', 'small')).not.toBeNull()
    expect(cache.url('a', 'large')).toBeNull()
  })

  it('keeps some for who scrolls back, gives the memory of others back, and tries again what failed', async () => {
    // Would catch: a day at the desk that fills the memory; a picture that is gone for good after one lost connection.
    const { cache, asked, dropped, end } = ground()
    for (const id of ['a', 'b']) {
      const leave = cache.show(id, 'small', nobody)
      await end(id)
      leave()
    }
    expect(dropped).toHaveLength(1)
    expect([cache.url('a', 'small'), cache.url('b', 'small')]).toEqual([null, expect.any(String)])
    const leave = cache.show('e', 'small', nobody)
    await end('e', false)
    leave()
    cache.show('e', 'small', nobody)
    expect(asked.filter((id) => id === 'e')).toHaveLength(2)
    cache.clear()
    expect(cache.url('b', 'small')).toBeNull()
  })
})

describe('pictures in a rush', () => {
  it('are fetched where they stay in sight: a screenful at once, and nothing that only flies past', async () => {
    // Would catch: a wall that is thrown through and fetches every picture on its way, each a few milliseconds of the page's own time.
    vi.useFakeTimers()
    try {
      const asked: string[] = []
      const cache = makePictureCache({
        atOnce: 1_000,
        now: () => Date.now(),
        load: (id) => {
          asked.push(id)
          return Promise.resolve(new Blob())
        },
        makeUrl: (blob) => `blob:${blob.size}`,
        dropUrl: () => undefined,
      })
      for (let id = 0; id < 40; id++) cache.show(`first-${id}`, 'small', () => undefined)
      expect(asked).toHaveLength(40)
      for (let turn = 0; turn < 50; turn++) {
        const leave = Array.from({ length: 20 }, (_, at) => cache.show(`${turn}-${at}`, 'small', () => undefined))
        await vi.advanceTimersByTimeAsync(20)
        for (const one of leave) one()
      }
      expect(asked.length).toBeLessThan(40 + 20)
      cache.show('stays', 'small', () => undefined)
      cache.show('stays-too', 'small', () => undefined)
      await vi.advanceTimersByTimeAsync(400)
      expect(asked.slice(-2).toSorted()).toEqual(['stays', 'stays-too'])
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('many files at once', () => {
  const file = (name: string) => ({ file: new File([], name), name })

  it('says of each what became of it, leaves litter out, stops, and tries again only what may work', async () => {
    // Would catch: a stop that goes on sending; a refused picture that is sent again and again; .DS_Store in the list of faults.
    const sent: string[] = []
    const waits: (() => void)[] = []
    let idle = 0
    const sending = makePictureSending<string>({
      atOnce: 1,
      newId: () => String(Math.random()),
      problemOf: (failure) => failure as ApiError,
      onIdle: () => {
        idle += 1
      },
      send: async ({ name }, signal) => {
        sent.push(name)
        if (name === 'bad.jpg') throw new ApiError(400, 'invalid_input', 'No style')
        await new Promise<void>((resolve) => waits.push(resolve))
        if (signal.aborted) throw new ApiError(0, 'cancelled', 'Stopped')
        return 'added'
      },
    })
    sending.add(['bad.jpg', 'x/.DS_Store', 'x/Thumbs.db', 'a.jpg', 'b.jpg'].map(file), null)
    await new Promise((resolve) => setTimeout(resolve, 5))
    waits.shift()?.()
    await new Promise((resolve) => setTimeout(resolve, 5))
    sending.stop()
    waits.shift()?.()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(sent).toEqual(['bad.jpg', 'a.jpg', 'b.jpg'])
    expect(sending.all().map(({ state }) => state)).toEqual(['failed', 'told', 'stopped'])
    expect(sending.all().map(mayWork)).toEqual([false, false, true])
    expect(idle).toBeGreaterThan(0)
    sending.retry()
    expect(sending.all().map(({ state }) => state)).toEqual(['failed', 'told', 'sending'])
  })

  // Would catch: a copy that the browser or Windows named, which takes the place of the picture beside it without a word.
  it('asks what a copy beside its original is, and sends nothing of it before', async () => {
    const sent: string[] = []
    const sending = makePictureSending<string>({
      atOnce: 1,
      newId: () => String(Math.random()),
      problemOf: (failure) => failure as ApiError,
      onIdle: () => undefined,
      send: async ({ name }) => {
        sent.push(name)
        return 'added'
      },
    })
    const soon = () => new Promise((resolve) => setTimeout(resolve, 5))
    sending.add(['ST1001 (1).png', 'ST1001.png', 'ST1001(2).png', 'ST2002 (1).png', 'ST2002 (2).png'].map(file), null)
    await soon()
    expect(sent).toEqual(['ST1001.png', 'ST2002 (1).png', 'ST2002 (2).png'])
    const [first, , second] = sending.all()
    expect([first?.state, second?.state]).toEqual(['asked', 'asked'])
    sending.answer(first?.id ?? '', 'further')
    await soon()
    sending.answer(second?.id ?? '', 'instead')
    await soon()
    expect(sent.slice(3)).toEqual(['ST1001-2.png', 'ST1001.png'])
    sending.add([file('ST1001 (3).png')], null)
    sending.answer(sending.all().at(-1)?.id ?? '', 'out')
    await soon()
    expect([sending.all().at(-1)?.state, sent.length]).toEqual(['stopped', 5])
    // A picture that is dropped on its place needs no name.
    sending.add([file('ST1001 (4).png')], { style_id: 'ST1001', color: null })
    await soon()
    expect(sent.at(-1)).toBe('ST1001 (4).png')
  })
})
