import { expect, it } from 'vitest'
import { drawnTo, isVisible, type Mark, penWidth } from '../../src/renderer/supplier/qc/photos/drawing.ts'
import { movedBy, withPhoto } from '../../src/renderer/supplier/qc/photos/photo-order.ts'
import { pictureKind } from '../../src/shared/domain/pictures.ts'

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
