/**
 * Garments as outlines, drawn by us for the demo. Half of each is written down, at the right of its middle: x from 0 to 50, y from 0
 * to 125. `M`, `L` and `Q` as in SVG; the other half is its mirror.
 */
export interface Garment {
  /** Filled pieces, the lower first; each runs from the middle at its top to the middle at its bottom. */
  pieces: readonly string[]
  /** Openings and straps that stand apart: filled, not closed at the middle. */
  sides?: readonly string[]
  /** Seams, hems and edges, on both sides. */
  lines?: readonly string[]
}

export const garments = {
  bra: {
    pieces: ['M0 62 Q4 60 6 58 Q14 42 24 44 Q31 50 32 64 L40 68 L40 76 L30 78 Q16 82 0 74'],
    sides: ['M23 45 L19 18 L22 18 L26 46'],
    lines: ['M6 58 Q14 78 31 66', 'M0 62 L0 74', 'M14 46 L16 70'],
  },
  bralette: {
    pieces: ['M0 64 L20 40 Q28 52 32 66 L38 70 L38 84 L0 84'],
    sides: ['M19 41 L15 16 L17.5 16 L22 43'],
    lines: ['M0 78 L38 78', 'M0 70 Q16 74 33 67'],
  },
  brief: {
    pieces: ['M0 38 L34 36 L36 52 Q22 62 9 90 L0 92'],
    lines: ['M0 43 L34 41', 'M35 52 Q20 62 8 88'],
  },
  bodysuit: {
    pieces: ['M0 38 Q10 38 16 24 L20 24 Q20 40 28 46 Q20 62 28 84 Q16 94 8 116 L0 118'],
    sides: ['M16 25 L14 10 L17 10 L20 25'],
    lines: ['M9 40 Q14 70 10 110', 'M28 84 Q14 94 7 114', 'M0 38 Q10 38 16 25'],
  },
  slip: {
    pieces: ['M0 34 L17 24 Q22 36 25 40 Q19 56 24 70 Q30 90 31 104 L0 106'],
    sides: ['M16.5 25 L13 8 L15 8 L18.5 26'],
    lines: ['M0 99 Q16 101 31 98', 'M0 34 Q12 40 24 39', 'M12 46 Q9 70 14 98'],
  },
  tank: {
    pieces: ['M0 36 Q9 36 12 20 L20 19 Q20 38 29 44 L28 92 L0 94'],
    lines: ['M0 36 Q9 36 12 20', 'M20 20 Q20 38 29 44', 'M0 89 L28 87'],
  },
  corset: {
    pieces: ['M0 40 Q8 32 14 32 Q24 34 27 44 Q22 62 27 80 Q16 86 0 94'],
    lines: ['M6 36 Q3 60 6 90', 'M15 33 Q11 60 16 87', 'M0 40 L0 94'],
  },
  tee: {
    pieces: ['M0 24 Q9 24 12 17 L24 22 L43 42 L34 52 L27 46 L28 96 L0 97'],
    lines: ['M0 27 Q11 27 14 18', 'M24 23 Q26 34 27 46', 'M38 47 L32 41', 'M0 92 L28 91'],
  },
  blouse: {
    pieces: ['M0 28 Q6 24 9 16 L22 20 Q38 26 44 50 L46 74 L37 77 L29 52 L30 98 Q15 103 0 100'],
    lines: [
      'M0 28 L0 100',
      'M0 28 L9 17 L12 30 L0 34',
      'M22 21 Q27 34 29 52',
      'M37 73 L46 70',
      'M1 46 L2 46',
      'M1 62 L2 62',
      'M1 78 L2 78',
    ],
  },
  cardigan: {
    pieces: ['M0 52 L9 17 L24 22 Q36 32 40 58 L45 92 L36 95 L28 56 L30 104 L0 105'],
    lines: ['M0 52 L9 18', 'M0 52 L0 105', 'M3.5 46 L3 105', 'M24 23 Q27 40 28 56', 'M36 90 L45 87', 'M0 99 L30 98'],
  },
  jacket: {
    pieces: ['M0 22 L10 15 L25 21 Q38 30 41 56 L45 90 L35 93 L29 56 L30 98 L0 99'],
    lines: ['M0 22 L0 99', 'M0 22 L10 16', 'M25 22 Q28 40 29 56', 'M35 88 L45 85', 'M0 93 L30 92', 'M9 64 L20 58'],
  },
  robe: {
    pieces: ['M0 58 L10 16 L25 21 Q38 32 43 64 L46 84 L36 87 L29 58 Q32 90 34 112 L0 113'],
    lines: ['M0 58 L10 17', 'M4 62 L14 19', 'M0 58 L0 113', 'M0 62 L29 60', 'M0 67 L29 65', 'M36 82 L46 79'],
  },
  pyjamas: {
    pieces: ['M0 66 L28 66 L33 118 L18 119 L4 78 L0 78', 'M0 30 L8 14 L22 18 L40 38 L33 46 L27 41 L28 72 L0 73'],
    lines: [
      'M0 30 L0 73',
      'M0 30 L8 15',
      'M22 19 Q26 30 27 41',
      'M1 44 L2 44',
      'M1 56 L2 56',
      'M20 112 L32 111',
      'M9 48 L19 48',
    ],
  },
  wrapDress: {
    pieces: ['M0 46 L11 17 L23 21 L40 42 L32 50 L25 44 Q21 54 23 62 Q31 90 37 112 L0 114'],
    lines: ['M0 46 L11 18', 'M0 62 L23 60', 'M0 66 L23 64', 'M5 66 Q12 90 10 112', 'M23 22 L25 44'],
  },
  maxiDress: {
    pieces: ['M0 34 L16 24 Q22 36 25 42 Q20 52 22 58 Q36 92 42 118 L0 120'],
    sides: ['M15 25 L13 8 L16 8 L19 26'],
    lines: [
      'M0 58 L22 57',
      'M0 78 Q14 80 29 76',
      'M0 98 Q18 101 36 96',
      'M6 60 L10 78',
      'M12 80 L17 98',
      'M0 34 Q12 40 24 41',
    ],
  },
  shirtDress: {
    pieces: ['M0 24 L9 15 L23 20 L42 46 L34 53 L26 45 Q23 56 25 62 Q31 92 34 112 L0 113'],
    lines: [
      'M0 24 L0 113',
      'M0 24 L9 16 L11 27 L0 30',
      'M0 62 L25 60',
      'M0 66 L25 64',
      'M23 21 L26 45',
      'M8 68 L11 112',
      'M17 67 L23 112',
    ],
  },
  blazerDress: {
    pieces: ['M0 54 L10 15 L26 20 L36 34 L43 78 L34 81 L28 50 Q24 60 27 70 L30 106 L0 107'],
    lines: [
      'M0 54 L10 16',
      'M0 54 L15 36 L11 32 L12 18',
      'M0 54 L0 107',
      'M11 76 L23 75',
      'M26 21 Q28 36 28 50',
      'M3 62 L4 62',
      'M3 74 L4 74',
    ],
  },
  bodycon: {
    pieces: ['M0 30 Q8 30 11 18 L19 18 Q20 36 26 42 Q18 58 26 76 Q30 92 27 110 L0 111'],
    lines: ['M0 30 Q8 30 11 19', 'M0 106 L27 105'],
  },
  qipao: {
    pieces: ['M0 20 Q5 20 6 14 L9 15 L22 22 L34 36 L28 43 L24 39 Q20 56 26 72 Q30 92 29 112 L0 113'],
    lines: ['M0 24 L7 24', 'M0 24 Q12 34 24 39', 'M20 96 L24 112', 'M3 27 L5 28', 'M10 32 L12 33'],
  },
  trousers: {
    pieces: ['M0 18 L22 17 Q29 40 30 70 L29 118 L14 119 L4 54 L0 48'],
    lines: ['M0 23 L22 22', 'M0 23 L0 48', 'M17 23 Q15 70 21 118', 'M13 24 L20 34'],
  },
  wideTrousers: {
    pieces: ['M0 18 L20 17 Q29 34 34 66 L42 117 L17 119 L4 52 L0 48'],
    lines: ['M0 24 L20 23', 'M0 24 L0 48', 'M14 24 L27 117', 'M6 24 L10 62'],
  },
  cargo: {
    pieces: ['M0 18 L22 17 Q31 40 32 70 L26 112 L27 118 L14 119 L13 112 L4 54 L0 48'],
    lines: ['M0 23 L22 22', 'M0 23 L0 48', 'M20 62 L31 62 L30 80 L19 80', 'M20 67 L31 67', 'M13 112 L26 111'],
  },
  leggings: {
    pieces: ['M0 20 L19 19 Q26 36 25 56 Q22 90 17 118 L10 118 Q10 80 3 52 L0 50'],
    lines: ['M0 29 L20 28', 'M20 30 Q18 70 14 116'],
  },
  shorts: {
    pieces: ['M0 34 L25 33 Q31 50 36 82 L8 87 L3 64 L0 62'],
    lines: ['M0 41 L25 40', 'M0 41 L0 62', 'M9 81 L35 77', 'M20 41 L26 54'],
  },
  skirt: {
    pieces: ['M0 24 L18 23 Q28 50 31 80 L36 110 Q18 115 0 113'],
    lines: ['M0 29 L18 28', 'M7 30 Q8 70 13 112', 'M14 30 Q20 70 26 110'],
  },
  skort: {
    pieces: ['M0 34 L22 33 Q32 56 38 84 L0 88'],
    lines: ['M0 40 L22 39', 'M6 40 L10 86', 'M12 40 L20 86', 'M18 39 L30 84'],
  },
} as const satisfies Record<string, Garment>

export type GarmentKind = keyof typeof garments

/** By words of a style's name, the first that fits. */
const kinds: readonly (readonly [words: RegExp, kind: GarmentKind])[] = [
  [/sports bra|bralette/i, 'bralette'],
  [/\bbra\b/i, 'bra'],
  [/bodysuit/i, 'bodysuit'],
  [/brief|thong|hipster/i, 'brief'],
  [/chemise|slip dress/i, 'slip'],
  [/pyjama|jogger set/i, 'pyjamas'],
  [/robe|kimono/i, 'robe'],
  [/wrap.*dress/i, 'wrapDress'],
  [/blazer dress/i, 'blazerDress'],
  [/shirt dress/i, 'shirtDress'],
  [/bodycon/i, 'bodycon'],
  [/qipao/i, 'qipao'],
  [/dress|sundress/i, 'maxiDress'],
  [/corset/i, 'corset'],
  [/camisole/i, 'slip'],
  [/tank|one-shoulder/i, 'tank'],
  [/tee\b/i, 'tee'],
  [/cardigan/i, 'cardigan'],
  [/jacket/i, 'jacket'],
  [/wide-leg|paperbag/i, 'wideTrousers'],
  [/cargo/i, 'cargo'],
  [/trousers/i, 'trousers'],
  [/leggings/i, 'leggings'],
  [/shorts/i, 'shorts'],
  [/skort/i, 'skort'],
  [/skirt/i, 'skirt'],
  [/blouse|shirt|top/i, 'blouse'],
]

export function garmentOf(name: string): GarmentKind {
  return kinds.find(([words]) => words.test(name))?.[1] ?? 'tee'
}

export type Weave = 'plain' | 'lace' | 'rib' | 'satin' | 'print'

export function weaveOf(name: string): Weave {
  if (/lace|mesh|pointelle|waffle/i.test(name)) return 'lace'
  if (/rib|seamless|pleated/i.test(name)) return 'rib'
  if (/satin|silk|velvet|moonlit/i.test(name)) return 'satin'
  return /print|jacquard|petal|lotus|peony/i.test(name) ? 'print' : 'plain'
}
