import { expect, it } from 'vitest'
import { ApiError } from '../../src/renderer/api/api-error.ts'
import { drawnTo, isVisible, type Mark, penWidth } from '../../src/renderer/photos/drawing.ts'
import { movedBy, withPhoto } from '../../src/renderer/photos/PhotoTile.tsx'
import { makePhotoSending } from '../../src/renderer/photos/photo-sending.ts'
import { photoProblem } from '../../src/renderer/supplier/qc/inspect/photo-problem.ts'
import { pictureKind } from '../../src/shared/kernel/pictures.ts'

it('a photograph moves by places and stops at the ends', () => {
  // Would catch: a photograph lost or doubled by moving it beyond an end.
  expect(movedBy(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(movedBy(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
  expect(movedBy(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(movedBy(['a', 'b', 'c'], 'b', 9)).toEqual(['a', 'c', 'b'])
  expect(movedBy(['a'], 'gone', 1)).toEqual(['a'])
})

it('what is sent comes last, a drawn one where the other stood, and none twice', () => {
  // Would catch: the same file chosen twice shown twice; a drawing that lands at the end, or is lost with its original.
  expect(withPhoto(['a', 'b'], 'c', null)).toEqual(['a', 'b', 'c'])
  expect(withPhoto(['a', 'b'], 'a', null)).toEqual(['a', 'b'])
  expect(withPhoto(['a', 'b', 'c'], 'b2', 'b')).toEqual(['a', 'b2', 'c'])
  expect(withPhoto(['a', 'c'], 'b2', 'b')).toEqual(['a', 'c', 'b2'])
  expect(withPhoto(['a', 'b', 'c'], 'a', 'b')).toEqual(['a', 'c'])
})

it('a mark keeps its start; by hand it keeps its way, and a click alone leaves nothing', () => {
  // Would catch: an arrow with a joint for every movement of the mouse, an invisible mark that Undo seems not to undo.
  const start = { x: 10, y: 10 }
  const draw = (tool: Mark['tool']) =>
    [
      { x: 30, y: 40 },
      { x: 90, y: 20 },
    ].reduce(drawnTo, { tool, places: [start] } satisfies Mark)
  expect(draw('arrow').places).toEqual([start, { x: 90, y: 20 }])
  expect(draw('circle').places).toHaveLength(2)
  expect(draw('line').places).toHaveLength(3)
  expect(isVisible(draw('line'))).toBe(true)
  expect(isVisible({ tool: 'line', places: [start] })).toBe(false)
  expect(isVisible({ tool: 'arrow', places: [start, { x: 11, y: 12 }] })).toBe(false)
  expect(penWidth(20, 20)).toBe(3)
  expect(penWidth(2048, 1000)).toBeGreaterThan(10)
})

it('a picture is known by its first bytes', () => {
  // Would catch: a text called .jpg sent as a picture, a sound in the same wrapping as WebP taken for one.
  const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
  expect(pictureKind(bytes('\xff\xd8\xff\xe0'))).toBe('jpeg')
  expect(pictureKind(bytes('\x89PNG\r\n\x1a\n'))).toBe('png')
  expect(pictureKind(bytes('RIFF\x01\x02\x03\x04WEBPVP8 '))).toBe('webp')
  for (const other of ['', 'RIFF\x01\x02\x03\x04WAVE', '\x89PNG', 'GIF89a', '<svg/>', 'xx\xff\xd8\xff'])
    expect(pictureKind(bytes(other)), other).toBeNull()
})

/** A line whose pictures arrive, or do not, when the test says so. */
function photoLine() {
  const under = new Map<string, PromiseWithResolvers<string> & { signal: AbortSignal }>()
  let count = 0
  const sending = makePhotoSending({
    send({ file }, signal) {
      const way = { ...Promise.withResolvers<string>(), signal }
      under.set(file.name, way)
      return way.promise
    },
    problemOf: () => new ApiError(0, 'unreachable', 'No connection'),
    newId: () => `p${++count}`,
  })
  const file = (name: string) => new File(['x'], name)
  return {
    sending,
    under,
    add: (field: string, ...names: string[]) =>
      sending.add({ work: 'box', field, what: 'Photos', by: 'photos.uploadReviewImage' }, names.map(file), {
        madeBy: 'camera',
        replaces: null,
      }),
    states: () => sending.all().map((photo) => `${photo.file.name} ${photo.state}`),
  }
}

it('photographs are sent while nobody looks at their field, and wait there in their order', async () => {
  // Would catch: shots of the camera that are gone because another tab of the drawer was looked at; two that change places.
  const { sending, under, add, states } = photoLine()
  add('defect-1', 'a', 'b', 'c')
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting'])
  under.get('b')?.resolve('B')
  await expect.poll(states).toEqual(['a sending', 'b sent', 'c sending'])
  expect(sending.take({ work: 'box', field: 'defect-1' })).toEqual([])
  under.get('a')?.resolve('A')
  under.get('c')?.reject(new Error('cut'))
  await expect.poll(states).toEqual(['a sent', 'b sent', 'c failed'])
  expect(sending.take({ work: 'box', field: 'inspection' })).toEqual([])
  expect(sending.take({ work: 'box', field: 'defect-1' }).map(({ imageId }) => imageId)).toEqual(['A', 'B'])
  expect(states()).toEqual(['c failed'])
  sending.retry('p3')
  under.get('c')?.resolve('C')
  await expect.poll(states).toEqual(['c sent'])
})

it('a field hears of its own photographs only, and what is dropped is stopped', async () => {
  // Would catch: every field of a long inspection drawn anew with every percent; a dropped one that comes back when it fails.
  const { sending, under, add, states } = photoLine()
  add('inspection', 'whole')
  const before = sending.at({ work: 'box', field: 'inspection' })
  add('defect-1', 'stain')
  expect(sending.at({ work: 'box', field: 'inspection' })).toBe(before)
  sending.drop(({ place }) => place.field === 'defect-1')
  expect(under.get('stain')?.signal.aborted).toBe(true)
  under.get('stain')?.reject(new Error('aborted'))
  add('defect-2', 'next')
  await expect.poll(() => [...under.keys()]).toContain('next')
  expect(states()).toEqual(['whole sending', 'next sending'])
})

it('an inspection is not saved without a photograph that failed or is gone, and says which', () => {
  // Would catch: a defect saved without its picture, which is then gone with its row; sixty pictures to look through for one.
  const draft = {
    imageIds: ['x', 'y'],
    defects: [{ id: 4, imageIds: ['z'] }] as unknown as Parameters<typeof photoProblem>[0]['defects'],
  }
  const fine = { state: null, failedField: null, gone: new Set<string>() }
  expect(photoProblem(draft, fine)).toBeNull()
  expect(photoProblem(draft, { ...fine, state: 'failed', failedField: 'defect-4' })?.values).toEqual({ n: 4 })
  expect(photoProblem(draft, { ...fine, state: 'failed', failedField: 'inspection' })?.message).toContain('not sent')
  expect(photoProblem(draft, { ...fine, gone: new Set(['y']) })?.values).toEqual({ place: 2 })
  expect(photoProblem(draft, { ...fine, gone: new Set(['y', 'z']) })?.values).toEqual({ place: 1, n: 4 })
  expect(photoProblem({ ...draft, imageIds: ['x'] }, { ...fine, gone: new Set(['y']) })).toBeNull()
})
