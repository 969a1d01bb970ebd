import { describe, expect, test } from 'vitest'
import { aimedAt, makeSightings } from '../../src/renderer/scan/camera-codes.ts'

describe('codes that a camera sees', () => {
  // Would catch: a box that is taken in as often as the camera looks at it, or never again.
  test('a code that stays in sight is one scan, and one more when it comes back', () => {
    const look = makeSightings()
    expect(look(['069012340000000405'], 0)).toEqual(['069012340000000405'])
    expect(look(['069012340000000405'], 120)).toEqual([])
    // Missed for a moment: the hand shook.
    expect(look([], 240)).toEqual([])
    expect(look(['069012340000000405', 'D-06'], 1_500)).toEqual(['D-06'])
    // A slow phone looked again only now.
    expect(look(['069012340000000405'], 4_000)).toEqual([])
    expect(look([], 5_600)).toEqual([])
    expect(look(['069012340000000405'], 5_700)).toEqual(['069012340000000405'])
  })

  // Would catch: a GS1 label whose separator makes it another code than the scanner's.
  test('the separators of GS1 are no part of a code', () => {
    expect(makeSightings()(['\u001d00069012340000000405', ' ', '\u001d'], 0)).toEqual(['00069012340000000405'])
  })

  // Would catch: the tracking number of a box label taken in as a second box, since it is in the picture too.
  test('of several codes the one in the middle of the picture counts', () => {
    const seen = [
      { text: 'SF1380000003', x: 0.7, y: 0.2 },
      { text: '00369012340000010030', x: 0.5, y: 0.6 },
    ]
    expect(aimedAt(seen)).toEqual(['00369012340000010030'])
    expect(aimedAt([])).toEqual([])
  })
})
