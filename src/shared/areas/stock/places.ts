import type { PlaceKind } from './moves.ts'

/** Places of a site that are no shelves. */
export const placeKindNames: Readonly<Record<PlaceKind, { en: string; zh: string }>> = {
  shelf: { en: 'Shelf', zh: '货架' },
  floor: { en: 'Floor', zh: '未上架' },
  quarantine: { en: 'Quarantine', zh: '隔离区' },
  packing: { en: 'Packing', zh: '打包区' },
  in_transit: { en: 'In transit', zh: '在途' },
}

/** A place as people call it: `WDEL A-01`, `WDEL floor`, `SMUM in transit GP-1`. */
export function placeName(
  { site, kind, code }: { site: string; kind: PlaceKind; code: string },
  language: 'en' | 'zh',
): string {
  const word = placeKindNames[kind][language].toLowerCase()
  if (kind === 'shelf') return `${site} ${code}`
  return kind === 'in_transit' ? `${site} ${word} ${code}` : `${site} ${word}`
}
