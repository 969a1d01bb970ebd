import {
  type CardFigureName,
  cardFigures,
  defectsIn,
  type VendorFigures,
} from '../../shared/areas/scorecards/figures.ts'
import type { Locale } from '../table/words.ts'

/** Fewer things than this say little: the figure is shown quietly. */
const few = 5

/** A figure in the reader's words; a dash where there is nothing to judge by. */
export function figureWords(name: CardFigureName, figures: VendorFigures, { t, number, percent }: Locale): string {
  const { kind, of } = cardFigures[name]
  const value = of(figures)
  if (value === null) return '–'
  if (kind === 'share') return percent(value)
  const rounded = number(Math.round(value * 10) / 10)
  return kind === 'hours' ? t('{{n}} h', { n: rounded }) : rounded
}

/** Of how many a figure is made, in one short line. */
export function figureNote(name: CardFigureName, f: VendorFigures, { t, number }: Locale): string {
  const [part, whole] = partsOf(name, f).map(number)
  const values = { part, whole }
  switch (name) {
    case 'on_time':
      return t('{{part}} of {{whole}} orders due', values)
    case 'short':
      return t('{{part}} of {{whole}} pieces', values)
    case 'lots':
      return t('{{part}} of {{whole}} lots', values)
    case 'dhu':
      return t('{{part}} defects on {{whole}} units', values)
    case 'discrepancies':
      return t('{{part}} at {{whole}} boxes', values)
    case 'disputes':
      return t('{{part}} of {{whole}} disputes decided', values)
    case 'answer':
      return t('{{part}} of {{whole}} orders answered', values)
  }
}

function partsOf(name: CardFigureName, f: VendorFigures): [part: number, whole: number] {
  switch (name) {
    case 'on_time':
      return [f.on_time, f.due]
    case 'short':
      return [f.short_pieces, f.closed_pieces]
    case 'lots':
      return [f.lots_accepted, f.lots_accepted + f.lots_rejected]
    case 'dhu':
      return [defectsIn(f), f.looked_at]
    case 'discrepancies':
      return [f.discrepancies, f.boxes]
    case 'disputes':
      return [f.disputes_upheld, f.disputes_decided]
    case 'answer':
      return [f.answered, f.came]
  }
}

export const isFew = (name: CardFigureName, figures: VendorFigures): boolean => partsOf(name, figures)[1] < few
